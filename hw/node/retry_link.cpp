#include "hw/node/retry_link.h"

#include <fmt/core.h>

#include <limits>
#include <utility>

#include "hw/link/packet_header.h"
#include "hw/router/router_fault.h"

namespace tactus {
namespace {

constexpr int kFlitBit = 0;
constexpr int kAckBit = 1;

void report(const sc_core::sc_module& module, Cycles now, const RouterFault& fault) {
  SC_REPORT_ERROR(fault.id, fmt::format("{}, cycle {}: {}", module.name(), now.count(), fault.what).c_str());
}

}  // namespace

RetryLink::RetryLink(const std::string& name, ClockDomain& domain, const MachineConfig& config, Coordinate from,
                     Direction direction)
    : from_router((name + "_out").c_str(), domain),
      room((name + "_room").c_str(), domain),
      to_router((name + "_in").c_str(), domain),
      wire_((name + "_flit").c_str(), domain, Cycles{config.link_speed(from, direction).delay}),
      ack_((name + "_ack").c_str(), domain, Cycles{config.link_speed(from, direction).delay}),
      sending_(name + "_sender", domain, config, from, direction, *this),
      receiving_(name + "_receiver", domain, RetrySettings(config, from, direction), *this) {
  from_router.read_by(sending_, kFlitBit);
  ack_.read_by(sending_, kAckBit);
  wire_.read_by(receiving_, kFlitBit);
}

std::uint64_t RetryLink::flits() const {
  return from_router.under_way() + sending_.taken() - receiving_.given() + to_router.under_way();
}

bool RetryLink::busy() const {
  return flits() != 0 || sending_.sender().held() != 0 || wire_.under_way() != 0 || ack_.under_way() != 0 ||
         room.under_way() != 0;
}

RetryCounts RetryLink::counts() const {
  return {sending_.sender().repetitions(), receiving_.receiver().discarded(), 0};
}

void RetryLink::add_sender_probes(ProbeList& probes, const std::string& scope) const {
  add_probes_together(probes,
                      {{scope, "kind", 2, {}, {"idle", "head", "body", "tail"}},
                       {scope, "number", 16, {}, {}},
                       {scope, "wrong", 1, {}, {}},
                       {scope, "ack", 1, {}, {}},
                       {scope, "ack_number", 16, {}, {}},
                       {scope, "oldest", 16, {}, {}},
                       {scope, "held", 17, {}, {}}},
                      [this](std::uint64_t* values) {
                        const LinkFlit& flit = wire_.driven();
                        const LinkAck& ack = ack_.read();
                        *values++ = !flit.flit.valid ? 0 : flit.flit.head ? 1 : flit.flit.tail ? 3 : 2;
                        *values++ = flit.number;
                        *values++ = flit.wrong ? 1 : 0;
                        *values++ = ack.valid ? 1 : 0;
                        *values++ = ack.next;
                        *values++ = sending_.sender().oldest();
                        *values++ = static_cast<std::uint64_t>(sending_.sender().held());
                      });
}

void RetryLink::add_receiver_probes(ProbeList& probes, const std::string& scope) const {
  add_probes_together(probes,
                      {{scope, "kind", 2, {}, {"idle", "head", "body", "tail"}},
                       {scope, "number", 16, {}, {}},
                       {scope, "wrong", 1, {}, {}},
                       {scope, "ack", 1, {}, {}},
                       {scope, "expected", 16, {}, {}},
                       {scope, "held", 17, {}, {}}},
                      [this](std::uint64_t* values) {
                        const LinkFlit& flit = wire_.read();
                        *values++ = !flit.flit.valid ? 0 : flit.flit.head ? 1 : flit.flit.tail ? 3 : 2;
                        *values++ = flit.number;
                        *values++ = flit.wrong ? 1 : 0;
                        *values++ = ack_.driven().valid ? 1 : 0;
                        *values++ = receiving_.receiver().expected();
                        *values++ = static_cast<std::uint64_t>(receiving_.receiver().held());
                      });
}

RetryLink::SendingEnd::SendingEnd(const std::string& name, ClockDomain& domain, const MachineConfig& config,
                                  Coordinate from, Direction direction, RetryLink& link)
    : ClockedModule(name.c_str(), domain),
      link_(link),
      sender_(config, from, direction),
      errors_(config, from, direction),
      dimensions_(config.network.dimensions()) {}

void RetryLink::SendingEnd::reset() {
  sender_.reset();
  until_wrong_ = -1;
  taken_ = 0;
}

Cycles RetryLink::SendingEnd::tick(Cycles now) {
  const std::uint64_t come = arrivals(now);
  if ((come >> kAckBit & 1U) != 0) {
    const int freed = sender_.take_ack(link_.ack_.take());
    if (freed != 0) link_.room.put(now, static_cast<LinkRoom>(freed));
  }
  if ((come >> kFlitBit & 1U) != 0) {
    const Flit& flit = link_.from_router.take();
    try {
      if (flit.valid) sender_.take(flit);
    } catch (const RouterFault& fault) {
      report(*this, now, fault);
    }
    taken_ += flit.valid ? 1 : 0;
  }
  LinkFlit flit;
  if (sender_.send(now.count(), flit)) put(flit, now);
  const std::uint64_t next = sender_.next(now.count());
  return next == std::numeric_limits<std::uint64_t>::max() ? kUntilWoken : Cycles{next};
}

void RetryLink::SendingEnd::put(LinkFlit& flit, Cycles now) {
  if (flit.flit.head) until_wrong_ = errors_.wrong_flit(now.count(), unpack_route(flit.flit, dimensions_).flits);
  flit.wrong = until_wrong_ == 0;
  if (until_wrong_ >= 0) --until_wrong_;
  link_.wire_.put(now, flit);
}

RetryLink::ReceivingEnd::ReceivingEnd(const std::string& name, ClockDomain& domain, const RetrySettings& settings,
                                      RetryLink& link)
    : ClockedModule(name.c_str(), domain), link_(link), receiver_(settings) {}

void RetryLink::ReceivingEnd::reset() {
  receiver_.reset();
  given_ = 0;
}

Cycles RetryLink::ReceivingEnd::tick(Cycles now) {
  if ((arrivals(now) >> kFlitBit & 1U) != 0) {
    try {
      const LinkAck ack = receiver_.take(link_.wire_.take());
      if (ack.valid) link_.ack_.put(now, ack);
    } catch (const RouterFault& fault) {
      report(*this, now, fault);
    }
  }
  Flit flit;
  if (receiver_.give(flit)) {
    link_.to_router.put(now, flit);
    ++given_;
  }
  return receiver_.busy() ? now + Cycles{1} : kUntilWoken;
}

}  // namespace tactus
