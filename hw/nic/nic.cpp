#include "hw/nic/nic.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hw/common/reports.h"
#include "hw/common/sc_time_conversion.h"

namespace tactus {
namespace {

const Flit kNoFlit{};

template <class Measure>
std::uint64_t sum(const DmaEngines& engines, Measure measure) {
  std::uint64_t total = 0;
  for (const DmaEngine& engine : engines) total += static_cast<std::uint64_t>(measure(engine));
  return total;
}

}  // namespace

Nic::Nic(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config, Coordinate position,
         MemoryPort& memory)
    : ClockedModule(name, domain),
      NicModule(static_cast<std::size_t>(config.nics())),
      csr_tsock("csr_tsock"),
      config_(config),
      position_(position),
      memory_(memory),
      engines_(config_, position, memory),
      all_engines_((1U << engines_.count()) - 1),
      registers_(engines_, config_.network, position, this->name()) {
  memory_.connect(*this);
  csr_tsock.register_b_transport(this, &Nic::transport);
  csr_tsock.register_transport_dbg(this, &Nic::transport_dbg);
}

void Nic::observe(PacketObserver* observer) { engines_.observe(observer); }

void Nic::end_of_elaboration() {
  for (std::size_t e = 0; e < engines_.count(); ++e) {
    flit_in_[e] = &wire_at<Flit>(flit_i[e]);
    credit_out_[e] = &wire_at<CreditReturn>(credit_o[e]);
    flit_out_[e] = &wire_at<Flit>(flit_o[e]);
    credit_in_[e] = &wire_at<CreditReturn>(credit_i[e]);
    flit_in_[e]->read_by(*this, static_cast<int>(e));
    credit_in_[e]->read_by(*this, kMaxNics + static_cast<int>(e));
  }
}

void Nic::reset() {
  memory_.forget();
  engines_.reset();
  irq_o.write(false);
  interrupts_ = 0;
  all_due_ = true;
  sending_ = 0;
}

Cycles Nic::tick(Cycles now) {
  last_edge_ = now;
  at_edge_ = true;
  memory_.answer(now);
  unsigned due = std::exchange(all_due_, false) ? all_engines_ : 0;
  for (std::size_t e = 0; e < engines_.count(); ++e) due |= (due_[e] <= now ? 1U : 0U) << e;
  const auto flits = static_cast<unsigned>(arrivals(now) & all_engines_);
  const auto credits = static_cast<unsigned>(arrivals(now) >> kMaxNics);

  for (unsigned rest = due | flits; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<std::size_t>(__builtin_ctz(rest));
    receive_due_[e] = receive(e, now, (flits >> e & 1U) != 0);
  }
  const unsigned working = due | flits | credits | engines_.wake_controlled();
  for (unsigned rest = working | sending_; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<std::size_t>(__builtin_ctz(rest));
    due_[e] = std::min(receive_due_[e], send(e, now, (credits >> e & 1U) != 0));
  }
  if (working != 0) drive_irq(working);
  at_edge_ = false;
  return sending_ != 0 ? now + Cycles{1} : std::min(next_due(), memory_.next(true));
}

Cycles Nic::next_due() const {
  Cycles next = Cycles::max();
  for (std::size_t e = 0; e < engines_.count(); ++e) next = std::min(next, due_[e]);
  return next;
}

Cycles Nic::receive(std::size_t engine, Cycles now, bool flit_comes) {
  PacketReceiver& receiver = engines_[engine].receiver;
  const Cycles next = receiver.tick(now, flit_comes ? flit_in_[engine]->take() : kNoFlit);
  if (receiver.credits() != 0) credit_out_[engine]->put(now, receiver.credits());
  return next;
}

Cycles Nic::send(std::size_t engine, Cycles now, bool credits_come) {
  SendQueues& sender = engines_[engine].sender;
  const CreditReturn returned = credits_come ? credit_in_[engine]->take() : 0;
  const RouterConfig& router = config_.router;
  CreditReturn others = returned & ~credits_for(0, kMaxCreditsPerCycle);
  for (int number = 1; router.has_classes() && number < static_cast<int>(router.classes.size()); ++number) {
    const int vc = router.first_vc(number);
    sender.credits_returned(number, static_cast<int>(credits_of(returned, vc)));
    others &= ~credits_for(vc, kMaxCreditsPerCycle);
  }
  if (others != 0) {
    SC_REPORT_ERROR(
        reports::kNicProtocol,
        fmt::format("{} engine {}: credits {:#x} came back that were never taken", name(), engine, returned).c_str());
  }
  const Cycles next = sender.tick(now, static_cast<int>(credits_of(returned, 0)));
  const bool sends = sender.sends_flit(now);
  if (sends) flit_out_[engine]->put(now, sender.flit(now));
  sending_ = (sending_ & ~(1U << engine)) | (sends ? 1U : 0U) << engine;
  return next;
}

void Nic::drive_irq(unsigned engines) {
  const bool was = interrupts_ != 0;
  for (unsigned rest = engines; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<std::size_t>(__builtin_ctz(rest));
    interrupts_ = (interrupts_ & ~(1U << e)) | (engines_[e].interrupt() ? 1U : 0U) << e;
  }
  if (was != (interrupts_ != 0)) irq_o.write(interrupts_ != 0);
}

// Registers.

void Nic::transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  if (registers_.await(access, delay)) b_transport(access, delay);
}

void Nic::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time&) {
  // The access may have something to do with the engines or the interrupt line at the next edge.
  all_due_ = true;
  wake();
  registers_.transport(access, cycle_now());
}

unsigned Nic::transport_dbg(tlm::tlm_generic_payload& access) { return registers_.debug(access, cycle_now()); }

// Memory.

void Nic::done(int engine, MemoryAnswer answer, std::uint32_t tag) {
  const auto e = static_cast<std::size_t>(engine);
  engines_[e].done(answer, tag);
  due_[e] = Cycles{};
  if (!at_edge_) wake();
}

// Statistics.

std::uint64_t Nic::counter(std::uint64_t offset) const { return engines_.counter(offset, last_edge(clock())); }
std::uint64_t Nic::packets_injected() const {
  return sum(engines_, [](const DmaEngine& e) { return e.sender.packets(); });
}
std::uint64_t Nic::packets_delivered() const {
  return sum(engines_, [](const DmaEngine& e) { return e.receiver.packets(); });
}
std::uint64_t Nic::flits_sent() const {
  // While a flit follows the other, no edge is slept through; the one at this very time may still be to come.
  return engines_.flits_sent(last_edge_);
}
std::uint64_t Nic::active_sends() const {
  return sum(engines_, [](const DmaEngine& e) { return e.sender.messages_active(); });
}
int Nic::receive_occupancy(int engine, int vc) const {
  return engines_[static_cast<std::size_t>(engine)].receiver.occupancy(vc);
}

std::vector<std::string> Nic::final_faults() const { return engines_.final_faults(); }

// Waveforms.

void Nic::add_probes(ProbeList& probes, const std::string& scope) const {
  probes.push_back({scope, "irq_o", 1, [this] { return interrupts_ != 0 ? 1 : 0; }, {}});
  for (std::size_t e = 0; e < engines_.count(); ++e)
    add_engine_probes(probes, fmt::format("{}.engine_{}", scope, e), e);
}

void Nic::add_engine_probes(ProbeList& probes, const std::string& scope, std::size_t engine) const {
  ProbeList group = {{scope, "state", 3, {}, {kSendStateNames.begin(), kSendStateNames.end()}},
                     {scope, "slot_wait", 32, {}, {}},
                     {scope, "credits", 17, {}, {}},
                     {scope, "ready_packets", 5, {}, {}},
                     {scope, "messages_active", 5, {}, {}},
                     {scope, "flit_o_valid", 1, {}, {}},
                     {scope, "flit_o_head", 1, {}, {}},
                     {scope, "flit_o_tail", 1, {}, {}},
                     {scope, "credit_o", 64, {}, {}},
                     {scope, "pending_writes", 16, {}, {}},
                     {scope, "unexpected", 16, {}, {}},
                     {scope, "receives_active", 16, {}, {}},
                     {scope, "receives_done", 16, {}, {}}};
  for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
    group.push_back({fmt::format("{}.vc_{}", scope, vc), "occupancy", 17, {}, {}});
  }
  add_probes_together(probes, std::move(group), [this, engine](std::uint64_t* values) { read_engine(engine, values); });
}

void Nic::read_engine(std::size_t engine, std::uint64_t* values) const {
  const SendQueues& tx = engines_[engine].sender;
  const PacketReceiver& rx = engines_[engine].receiver;
  const Cycles now = cycle_now();
  const Flit flit = tx.flit(now);
  *values++ = static_cast<std::uint64_t>(tx.state());
  *values++ = tx.slot_wait(now);
  *values++ = static_cast<std::uint64_t>(tx.credits());
  *values++ = static_cast<std::uint64_t>(tx.ready_packets());
  *values++ = tx.messages_active();
  *values++ = flit.valid ? 1 : 0;
  *values++ = flit.head ? 1 : 0;
  *values++ = flit.tail ? 1 : 0;
  *values++ = rx.credits();
  *values++ = static_cast<std::uint64_t>(rx.pending_writes());
  *values++ = static_cast<std::uint64_t>(std::min(rx.reassembly.unexpected(), 0xFFFF));
  *values++ = rx.reassembly.active();
  *values++ = rx.reassembly.done();
  for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
    *values++ = static_cast<std::uint64_t>(rx.occupancy(vc));
  }
}

}  // namespace tactus
