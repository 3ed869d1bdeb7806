#include "rtl/twin/rtl_nic.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "hw/nic/pacer_decisions.h"
#include "rtl/twin/named_policy.h"
#include "rtl/twin/rtl_probes.h"

namespace tactus {
namespace {

/// Addresses on the bus have 16 bits.
constexpr std::uint64_t kBusBytes = 0x10000;

/// Ports of a pacer that note_pacers has values for.
const std::vector<std::string> kModelledPorts = {"enable_i",
                                                 "elapsed_i",
                                                 "mode_i",
                                                 "gap_i",
                                                 "bias_i",
                                                 "take_i",
                                                 "hops_i",
                                                 "destination_i",
                                                 "destination_nic_i",
                                                 "bytes_i",
                                                 "gap_o",
                                                 "next_i",
                                                 "next_destination_i",
                                                 "next_destination_nic_i",
                                                 "next_length_i",
                                                 "slot_come_o",
                                                 "slot_wait_o",
                                                 "start_i",
                                                 "length_i",
                                                 "packet_gap_i",
                                                 "end_of_message_i"};

std::vector<std::string> pacer_names(unsigned engines) {
  std::vector<std::string> names;
  for (unsigned engine = 0; engine < engines; ++engine) names.push_back(fmt::format("engine_{}.pacer", engine));
  return names;
}

}  // namespace

RtlNic::RtlNic(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
               Coordinate position, MemoryPort& memory, const TwinSetup& setup)
    : TappedMemory(memory, config),
      Nic(name, domain, config, position, tap),
      engines_(static_cast<unsigned>(config.nics())),
      pins_(config.nics()),
      counter_(config.counter(position)),
      rtl_((setup.nic ? setup.nic : make_verilated_nic)(config, position)),
      pacer_bits_(rtl_->part(), pacer_names(engines_), kModelledPorts),
      lockstep_(this->name(), pins_.inputs(), pins_.outputs(), setup.violated, pacer_bits_.parts()),
      write_tags_(engines_) {
  leave_out_control();
  if (config.nic.unnumbered) name_policy(lockstep_, config.nic.unnumbered->mode);
  if (setup.nic) trace_twin(setup, this->name(), *rtl_);
  for (unsigned engine = 0; setup.pacer && engine < engines_; ++engine) {
    pacers_.push_back(std::make_unique<RtlPacer>(setup.pacer()));
    pacer(engine).follow(pacers_.back().get());
  }
  for (unsigned engine = 0; engine < pacer_bits_.instances(); ++engine) {
    noted_pacers_.emplace_back(pacer(engine), pacers_.empty() ? nullptr : pacers_[engine].get());
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
  for (NotedPacer& pacer : noted_pacers_) pacer.reset(cycle_now());
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
    pins_.clock(*rtl_, row, static_cast<std::uint32_t>(counter_.at(now)));
    note_requests(row);
    note_pacers(row);
  } catch (const RtlAssertion& assertion) {
    lockstep_.fail(assertion);
  }
  lockstep_.compare();
  return next_edge(now, next);
}

/// A slot that is held moves on by one step an edge, of which the model needs only the last one.
Cycles RtlNic::next_edge(Cycles now, Cycles next) {
  for (unsigned e = 0; e < engines_; ++e) {
    if (pacer(e).mode().changes(now) != Cycles::max()) return now + Cycles{1};
  }
  return next;
}

Cycles RtlNic::tick_model(Cycles now) {
  for (unsigned engine = 0; engine < pacers_.size(); ++engine) {
    pacers_[engine]->begin_edge(now, pacer(engine).settings());
  }
  for (NotedPacer& pacer : noted_pacers_) pacer.begin_edge(now);
  const Cycles next = Nic::tick(now);
  for (unsigned engine = 0; engine < std::max(pacers_.size(), noted_pacers_.size()); ++engine) {
    const std::optional<PacedPacket> waiting = waiting_packet(engine, now);
    if (!waiting) continue;
    if (engine < pacers_.size()) pacers_[engine]->see_waiting(*waiting);
    if (engine < noted_pacers_.size()) noted_pacers_[engine].see_waiting(*waiting, now);
  }
  for (const auto& pacer : pacers_) pacer->end_edge();
  return next;
}

void RtlNic::sample(Cycles now, Lockstep::Row& row) const {
  for (auto rest = static_cast<unsigned>(arrivals(now)); rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctz(rest));
    if (bit < kMaxNics) {
      pins_.put_flit(row.inputs, bit, flit_in(bit).arriving());
    } else {
      pins_.put_credits(row.inputs, bit - kMaxNics, credit_in(bit - kMaxNics).arriving());
    }
  }
}

void RtlNic::note_model(Lockstep::Row& row) const {
  for (unsigned e = 0; e < engines_; ++e) {
    const Flit& flit = flit_out(e).driven();
    if (flit.valid) pins_.put_flit(row.model, e, flit);
    const CreditReturn credits = credit_out(e).driven();
    if (credits != 0) pins_.put_credits(row.model, e, credits);
  }
  if (interrupts()) pins_.put_irq(row.model);
  for (const MemoryRequest& request : tap.requests()) {
    pins_.put_request(row.model, request.kind, request.engine,
                      {true, request.tag, request.address, static_cast<std::uint32_t>(request.bytes.count())});
  }
}

void RtlNic::note_pacers(Lockstep::Row& row) const {
  for (unsigned e = 0; e < noted_pacers_.size(); ++e) {
    const NotedPacer& pacer = noted_pacers_[e];
    const VerilatedPacer::Inputs& in = pacer.inputs();
    pacer_bits_.put_model(row, e,
                          {{"enable_i", 1},
                           {"elapsed_i", in.elapsed},
                           {"mode_i", in.mode},
                           {"gap_i", in.gap},
                           {"bias_i", in.bias},
                           {"take_i", in.take ? 1U : 0U},
                           {"hops_i", static_cast<std::uint64_t>(in.hops)},
                           {"destination_i", in.destination},
                           {"destination_nic_i", static_cast<std::uint64_t>(in.destination_nic)},
                           {"bytes_i", in.bytes},
                           {"gap_o", static_cast<std::uint64_t>(pacer.gap())},
                           {"next_i", in.next ? 1U : 0U},
                           {"next_destination_i", in.next_destination},
                           {"next_destination_nic_i", static_cast<std::uint64_t>(in.next_destination_nic)},
                           {"next_length_i", static_cast<std::uint64_t>(in.next_length)},
                           {"slot_come_o", pacer.slot_wait() == Cycles{} ? 1U : 0U},
                           {"slot_wait_o", pacer.slot_wait().count()},
                           {"start_i", in.start ? 1U : 0U},
                           {"length_i", static_cast<std::uint64_t>(in.length)},
                           {"packet_gap_i", static_cast<std::uint64_t>(in.packet_gap)},
                           {"end_of_message_i", in.end_of_message ? 1U : 0U}});
  }
  pacer_bits_.put_rtl(row, *rtl_);
  for (unsigned e = 0; e < noted_pacers_.size(); ++e) {
    pacer_bits_.clear_unless(row, e, "gap_o", "take_i");
    if (!noted_pacers_[e].slot_of_packet()) continue;
    pacer_bits_.clear_unless(row, e, "slot_come_o", "next_i");
    pacer_bits_.clear_unless(row, e, "slot_wait_o", "next_i");
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

void RtlNic::note_requests(Lockstep::Row& row) {
  for (int e = 0; e < static_cast<int>(engines_); ++e) {
    const VerilatedNic::Request read = rtl_->read_request(e);
    if (read.made) pins_.put_request(row.rtl, MemoryRequest::Kind::kRead, e, read);
    const VerilatedNic::Request write = rtl_->write_request(e);
    if (write.made) pins_.put_request(row.rtl, MemoryRequest::Kind::kWrite, e, write);
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
                      access.get_data_ptr() != nullptr && (access.is_read() || access.is_write());
  const bool write = access.is_write();
  std::uint32_t written = 0;
  if (on_bus && write) std::memcpy(&written, access.get_data_ptr(), sizeof written);
  Nic::b_transport(access, delay);
  // An access that is refused is so by both.
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
