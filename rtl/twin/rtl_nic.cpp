#include "rtl/twin/rtl_nic.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "rtl/twin/flit_pins.h"
#include "rtl/twin/rtl_probes.h"

namespace tactus {
namespace {

// Where ports begin among the bits of a row.
constexpr unsigned kCreditLsb = kNicFlitWords * 32;
constexpr unsigned kIrqLsb = kCreditLsb + kNicCreditWords * 32;
constexpr unsigned kReadLsb = kIrqLsb + 32;
/// Of a request, side by side: made, tag (of a read), bytes, address.
constexpr unsigned kRequestBits = 96;
constexpr unsigned kTagAt = 1;
constexpr unsigned kBytesAt = 16;
constexpr unsigned kAddressAt = 32;
constexpr unsigned kWriteLsb = kReadLsb + kRtlNicEngines * kRequestBits;

/// Addresses on the bus have 16 bits.
constexpr std::uint64_t kBusBytes = 0x10000;

std::vector<TwinPort> router_ports(const char* side) {
  std::vector<TwinPort> ports;
  for (unsigned e = 0; e < kRtlNicEngines; ++e) {
    ports.push_back({fmt::format("flit_{}[{}]", side, e), TwinPort::Kind::kFlit, e * kFlitPinBits, kFlitPinBits});
  }
  for (unsigned e = 0; e < kRtlNicEngines; ++e) {
    ports.push_back({fmt::format("credit_{}[{}]", side, e), TwinPort::Kind::kCredits, kCreditLsb + e * kCreditPinBits,
                     kCreditPinBits});
  }
  return ports;
}

std::vector<TwinPort> output_ports() {
  std::vector<TwinPort> ports = router_ports("o");
  ports.push_back({"irq_o", TwinPort::Kind::kPlain, kIrqLsb, 1});
  for (const auto& [kind, lsb] : {std::pair{"rd", kReadLsb}, std::pair{"wr", kWriteLsb}}) {
    for (unsigned e = 0; e < kRtlNicEngines; ++e) {
      const unsigned at = lsb + e * kRequestBits;
      const auto add = [&](const char* what, unsigned first, unsigned bits) {
        ports.push_back({fmt::format("{}_{}_o[{}]", kind, what, e), TwinPort::Kind::kPlain, at + first, bits});
      };
      add("req", 0, 1);
      add("tag", kTagAt, 4);
      add("bytes", kBytesAt, 11);
      add("addr", kAddressAt, 64);
    }
  }
  return ports;
}

void put_request(PinWord* words, unsigned lsb, std::uint32_t tag, std::uint32_t bytes, std::uint64_t address) {
  put_pin_bits(words, lsb, 1, 1);
  put_pin_bits(words, lsb + kTagAt, 4, tag);
  put_pin_bits(words, lsb + kBytesAt, 11, bytes);
  put_pin_bits(words, lsb + kAddressAt, 64, address);
}

unsigned request_lsb(MemoryRequest::Kind kind, int engine) {
  const unsigned first = kind == MemoryRequest::Kind::kRead ? kReadLsb : kWriteLsb;
  return first + static_cast<unsigned>(engine) * kRequestBits;
}

}  // namespace

RtlNic::RtlNic(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
               Coordinate position, MemoryPort& memory, const TwinSetup& setup)
    : TappedMemory(memory, config),
      Nic(name, domain, config, position, tap),
      rtl_((setup.nic ? setup.nic : make_verilated_nic)(config, position)),
      lockstep_(this->name(), router_ports("i"), output_ports(), setup.violated) {
  leave_out_control();
  for (unsigned engine = 0; setup.pacer && engine < kRtlNicEngines; ++engine) {
    pacers_.push_back(std::make_unique<RtlPacer>(setup.pacer()));
    pacer(engine).follow(pacers_.back().get());
  }
}

RtlNic::~RtlNic() = default;

void RtlNic::add_probes(ProbeList& probes, const std::string& scope) const {
  ProbeList of_model;
  Nic::add_probes(of_model, scope);
  std::size_t engine = 0;
  for (Probe& probe : of_model) {
    const bool last_of_port = probe.name == "flit_o_tail";
    probes.push_back(std::move(probe));
    if (!last_of_port) continue;
    add_rtl_probes(probes, fmt::format("{}.engine_{}", scope, engine), "rtl_flit_o_", lockstep_,
                   lockstep_.outputs()[engine], [this] { return domain().cycle_now(); });
    ++engine;
  }
}

void RtlNic::reset() {
  Nic::reset();
  rtl_->reset(static_cast<std::uint32_t>(cycle_now().count()));
  for (const auto& pacer : pacers_) pacer->reset(cycle_now());
  lockstep_.clear();
  for (auto& tags : write_tags_) tags.clear();
}

Cycles RtlNic::tick(Cycles now) {
  Lockstep::Row& row = lockstep_.begin(now);
  sample(now, row);
  // The model first: where a neighbour breaks the rules, that is what is to be said.
  Cycles next;
  try {
    next = tick_model(now);
    note_model(row);
    answer_rtl(now);
    clock_rtl(now, row);
  } catch (const RtlAssertion& assertion) {
    lockstep_.fail(assertion);
  }
  lockstep_.compare();
  return next;
}

Cycles RtlNic::tick_model(Cycles now) {
  for (unsigned engine = 0; engine < pacers_.size(); ++engine) {
    pacers_[engine]->begin_edge(now, pacer(engine).registers);
  }
  const Cycles next = Nic::tick(now);
  for (const auto& pacer : pacers_) pacer->end_edge();
  return next;
}

void RtlNic::sample(Cycles now, Lockstep::Row& row) const {
  for (unsigned rest = arrivals(now); rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctz(rest));
    if (bit < kMaxNics) {
      put_flit(row.inputs.data(), bit * kFlitPinBits, flit_in(bit).arriving());
    } else {
      const unsigned engine = bit - kMaxNics;
      put_pin_bits(row.inputs.data(), kCreditLsb + engine * kCreditPinBits, kCreditPinBits,
                   credit_in(engine).arriving());
    }
  }
}

void RtlNic::note_model(Lockstep::Row& row) const {
  PinWord* const words = row.model.data();
  for (unsigned e = 0; e < kRtlNicEngines; ++e) {
    const Flit& flit = flit_out(e).driven();
    if (flit.valid) put_flit(words, e * kFlitPinBits, flit);
    const CreditReturn credits = credit_out(e).driven();
    if (credits != 0) put_pin_bits(words, kCreditLsb + e * kCreditPinBits, kCreditPinBits, credits);
  }
  if (interrupts()) put_pin_bits(words, kIrqLsb, 1, 1);
  for (const MemoryRequest& request : tap.requests()) {
    // Writes have numbers that either side chooses as it likes.
    const std::uint32_t tag = request.kind == MemoryRequest::Kind::kRead ? request.tag : 0;
    put_request(words, request_lsb(request.kind, request.engine), tag,
                static_cast<std::uint32_t>(request.bytes.count()), request.address);
  }
}

/// Answers come before the edge at which they count, one per tick.
void RtlNic::answer_rtl(Cycles now) {
  for (const MemoryTap::Answer& answer : tap.due(now)) {
    if (answer.kind == MemoryRequest::Kind::kRead) {
      rtl_->read_done(answer.engine, answer.tag);
      continue;
    }
    auto& tags = write_tags_[static_cast<std::size_t>(answer.engine)];
    const auto tag = tags.find(answer.tag);
    sc_assert(tag != tags.end());
    rtl_->write_done(answer.engine, tag->second, answer.taken, answer.visible);
    if (answer.visible) tags.erase(tag);
  }
}

void RtlNic::clock_rtl(Cycles now, Lockstep::Row& row) {
  rtl_->clock(static_cast<std::uint32_t>(now.count()), row.inputs.data(), row.inputs.data() + kNicFlitWords);
  std::copy_n(rtl_->flit_o(), kNicFlitWords, row.rtl.begin());
  std::copy_n(rtl_->credit_o(), kNicCreditWords, row.rtl.begin() + kNicFlitWords);
  if (rtl_->irq()) put_pin_bits(row.rtl.data(), kIrqLsb, 1, 1);
  note_requests(row);
}

void RtlNic::note_requests(Lockstep::Row& row) {
  for (int e = 0; e < kRtlNicEngines; ++e) {
    const VerilatedNic::Request read = rtl_->read_request(e);
    if (read.made) {
      put_request(row.rtl.data(), request_lsb(MemoryRequest::Kind::kRead, e), read.tag, read.bytes, read.address);
    }
    const VerilatedNic::Request write = rtl_->write_request(e);
    if (write.made) {
      put_request(row.rtl.data(), request_lsb(MemoryRequest::Kind::kWrite, e), 0, write.bytes, write.address);
    }
    for (const MemoryRequest& request : tap.requests()) {
      if (request.engine != e || request.kind != MemoryRequest::Kind::kWrite) continue;
      write_tags_[static_cast<std::size_t>(e)][request.tag] = write.tag;
    }
  }
  tap.clear_requests();
}

void RtlNic::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  const bool on_bus = access.get_byte_enable_ptr() == nullptr && access.get_data_length() == 4 &&
                      access.get_streaming_width() >= 4 && access.get_address() < kBusBytes &&
                      (access.is_read() || access.is_write());
  const bool write = access.is_write();
  std::uint32_t written = 0;
  if (on_bus && write) std::memcpy(&written, access.get_data_ptr(), sizeof written);
  try {
    Nic::b_transport(access, delay);
  } catch (const sc_core::sc_report&) {
    // An access that is refused: by both.
    if (on_bus) access_rtl(access, write, written);
    throw;
  }
  if (on_bus) access_rtl(access, write, written);
}

void RtlNic::access_rtl(const tlm::tlm_generic_payload& access, bool write, std::uint32_t written) {
  VerilatedNic::Access rtl;
  try {
    rtl = rtl_->access(static_cast<std::uint32_t>(cycle_now().count()), write,
                       static_cast<std::uint32_t>(access.get_address()), written);
  } catch (const RtlAssertion& assertion) {
    lockstep_.fail(assertion);
  }
  const bool error = !access.is_response_ok();
  std::uint32_t value = 0;
  if (!write && !error) std::memcpy(&value, access.get_data_ptr(), sizeof value);
  if (rtl.error == error && rtl.value == value) return;
  const auto answer = [](bool refused, std::uint32_t word) {
    return refused ? std::string("an error") : fmt::format("{:#x}", word);
  };
  lockstep_.differ(cycle_now(), fmt::format("{} at {:#x}: the model answers {}, the RTL {}", write ? "write" : "read",
                                            access.get_address(), answer(error, value), answer(rtl.error, rtl.value)));
}

}  // namespace tactus
