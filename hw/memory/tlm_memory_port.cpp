#include "hw/memory/tlm_memory_port.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "hw/common/reports.h"
#include "hw/common/sc_time_conversion.h"

namespace tactus {
namespace {

bool is_read(const MemoryRequest& request) { return request.kind == MemoryRequest::Kind::kRead; }

void prepare(tlm::tlm_generic_payload& access, tlm::tlm_command command, std::uint64_t address, unsigned char* data,
             std::size_t bytes) {
  access.set_command(command);
  access.set_address(address);
  access.set_data_ptr(data);
  access.set_data_length(static_cast<unsigned>(bytes));
  access.set_streaming_width(static_cast<unsigned>(bytes));
  access.set_byte_enable_ptr(nullptr);
  access.set_dmi_allowed(false);
  access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
}

}  // namespace

/// Makes transactions one after the other, each in the time that it takes.
class TlmMemoryPort::Worker final : public sc_core::sc_module {
 public:
  Worker(const sc_core::sc_module_name& name, TlmMemoryPort& port) : sc_module(name), port_(port) {
    SC_HAS_PROCESS(Worker);
    SC_THREAD(work);
  }

 private:
  void work() {
    while (true) {
      while (port_.jobs_.empty()) wait(port_.job_comes_);
      Job job = std::move(port_.jobs_.front());
      port_.jobs_.pop_front();
      sc_core::sc_time delay;
      port_.call_target(access_, job.request, job.data, delay);
      wait(delay);
      port_.finish_job(std::move(job));
    }
  }

  TlmMemoryPort& port_;
  tlm::tlm_generic_payload access_;
};

TlmMemoryPort::TlmMemoryPort(const sc_core::sc_module_name& name, const Clock& clock, PayloadCarrier& carrier, int node,
                             TlmMemoryConfig config)
    : sc_module(name),
      memory_isock("memory_isock"),
      clock_(clock),
      carrier_(carrier),
      config_(config),
      thread_(std::this_thread::get_id()) {
  memory_isock.register_invalidate_direct_mem_ptr(this, &TlmMemoryPort::invalidate);
  carrier_.attach(node);
  for (int i = 0; i < config_.threads; ++i) {
    workers_.push_back(std::make_unique<Worker>(fmt::format("worker_{}", i).c_str(), *this));
  }
}

TlmMemoryPort::~TlmMemoryPort() = default;

void TlmMemoryPort::request(const MemoryRequest& request, Cycles now) {
  if (std::exchange(held_next_, false)) return client().done(request.engine, MemoryAnswer::kWritten, request.tag);
  const bool read = is_read(request);
  Payload data;
  if (read) {
    data.resize(request.bytes.count());
  } else {
    data = std::exchange(arrived_, {});
    if (data.size() != request.bytes.count()) {
      SC_REPORT_ERROR(reports::kMemoryContents,
                      fmt::format("{}: the packet brings {} B", text(request), data.size()).c_str());
    }
  }
  const Picoseconds time = clock_.edge(now);
  if (config_.threads > 0 && region_of(request) == nullptr) return start_job(request, std::move(data), time);
  const Cycles done = clock_.covering(time + move(request, data, time));
  if (read) read_[read_number(request.engine, request.tag)] = std::move(data);
  (read ? reads_ : writes_).push({done, requests_++, request.tag, request.engine});
  read ? next_read_at(reads_.top().done) : next_other_at(writes_.top().done);
  if (done <= now) say(now);
}

void TlmMemoryPort::say(Cycles now) {
  for (; !writes_.empty() && writes_.top().done <= now; writes_.pop()) {
    client().done(writes_.top().engine, MemoryAnswer::kWritten, writes_.top().tag);
  }
  for (; !reads_.empty() && reads_.top().done <= now; reads_.pop()) {
    client().done(reads_.top().engine, MemoryAnswer::kRead, reads_.top().tag);
  }
  next_other_at(writes_.empty() ? Cycles::max() : writes_.top().done);
  next_read_at(reads_.empty() ? Cycles::max() : reads_.top().done);
}

void TlmMemoryPort::forget() {
  ++resets_;
  jobs_.clear();
  reads_ = {};
  writes_ = {};
  read_.clear();
  held_.clear();
  carrier_.clear();
  next_other_at(Cycles::max());
  next_read_at(Cycles::max());
}

// Accesses.

Picoseconds TlmMemoryPort::move(const MemoryRequest& request, Payload& data, Picoseconds time) {
  const tlm::tlm_dmi* const region = region_of(request);
  if (region == nullptr) return transport(request, data, time);
  ++direct_accesses_;
  unsigned char* const memory = region->get_dmi_ptr() + (request.address - region->get_start_address());
  if (is_read(request)) {
    std::memcpy(data.data(), memory, data.size());
    return to_picoseconds(region->get_read_latency());
  }
  std::memcpy(memory, data.data(), data.size());
  return to_picoseconds(region->get_write_latency());
}

Picoseconds TlmMemoryPort::transport(const MemoryRequest& request, Payload& data, Picoseconds time) {
  if (std::this_thread::get_id() != thread_) {
    SC_REPORT_ERROR(reports::kMemoryAccess,
                    fmt::format("{}: targets are called by one thread only", text(request)).c_str());
  }
  // The packet level executes an edge before its time has come.
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  const sc_core::sc_time ahead = to_sc_time(time > now ? time - now : Picoseconds{});
  sc_core::sc_time delay = ahead;
  call_target(access_, request, data, delay);
  return delay > ahead ? to_picoseconds(delay - ahead) : Picoseconds{};
}

void TlmMemoryPort::call_target(tlm::tlm_generic_payload& access, const MemoryRequest& request, Payload& data,
                                sc_core::sc_time& delay) {
  ++transports_;
  prepare(access, is_read(request) ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND, request.address, data.data(),
          data.size());
  memory_isock->b_transport(access, delay);
  if (access.is_response_error()) {
    SC_REPORT_ERROR(reports::kMemoryAccess, fmt::format("{}: {}", text(request), access.get_response_string()).c_str());
  }
  if (config_.dmi && access.is_dmi_allowed()) ask_for_region(access, request);
}

unsigned TlmMemoryPort::debug(tlm::tlm_command command, std::uint64_t address, unsigned char* data, unsigned bytes) {
  prepare(access_, command, address, data, bytes);
  return memory_isock->transport_dbg(access_);
}

// Transactions by threads.

void TlmMemoryPort::start_job(const MemoryRequest& request, Payload data, Picoseconds time) {
  if (to_sc_time(time) != sc_core::sc_time_stamp()) {
    SC_REPORT_ERROR(
        reports::kMemoryAccess,
        fmt::format("{}: threads make transactions at their time, at cycle level only", text(request)).c_str());
  }
  jobs_.push_back({request, std::move(data), resets_});
  job_comes_.notify();
}

void TlmMemoryPort::finish_job(Job job) {
  if (job.reset != resets_) return;
  const MemoryRequest& request = job.request;
  if (is_read(request)) read_[read_number(request.engine, request.tag)] = std::move(job.data);
  client().done(request.engine, is_read(request) ? MemoryAnswer::kRead : MemoryAnswer::kWritten, request.tag);
}

std::string TlmMemoryPort::text(const MemoryRequest& request) const {
  return fmt::format("{}: engine {} {} {} B at {:#x}", name(), request.engine, is_read(request) ? "reads" : "writes",
                     request.bytes.count(), request.address);
}

// Direct access.

const tlm::tlm_dmi* TlmMemoryPort::region_of(const MemoryRequest& request) const {
  const std::uint64_t last = request.address + (request.bytes.count() - 1);
  const auto fits = [&](const tlm::tlm_dmi& region) {
    return region.get_start_address() <= request.address && request.address <= last &&
           last <= region.get_end_address() &&
           (is_read(request) ? region.is_read_allowed() : region.is_write_allowed());
  };
  const auto found = std::find_if(regions_.begin(), regions_.end(), fits);
  return found == regions_.end() ? nullptr : &*found;
}

void TlmMemoryPort::ask_for_region(tlm::tlm_generic_payload& access, const MemoryRequest& request) {
  tlm::tlm_dmi region;
  access.set_address(request.address);  // a bus may have changed it
  if (memory_isock->get_direct_mem_ptr(access, region)) regions_.push_back(region);
}

void TlmMemoryPort::invalidate(sc_dt::uint64 start, sc_dt::uint64 end) {
  const auto touched = [&](const tlm::tlm_dmi& region) {
    return region.get_start_address() <= end && start <= region.get_end_address();
  };
  regions_.erase(std::remove_if(regions_.begin(), regions_.end(), touched), regions_.end());
}

// Payload of packets.

void TlmMemoryPort::packet_started(int engine, std::uint32_t tag, std::uint64_t packet, int destination) {
  if (!carrier_.attached(destination)) {
    SC_REPORT_ERROR(reports::kMemoryContents, fmt::format("{}: packet {} goes to node {}, whose memory has no contents",
                                                          name(), packet, destination)
                                                  .c_str());
  }
  const auto read = read_.find(read_number(engine, tag));
  sc_assert(read != read_.end());
  carrier_.put(packet, std::move(read->second));
  read_.erase(read);
}

TlmMemoryPort::Payload TlmMemoryPort::take(std::uint64_t packet) {
  Payload payload;
  if (!carrier_.take(packet, payload)) {
    SC_REPORT_ERROR(
        reports::kMemoryContents,
        fmt::format("{}: packet {} comes from a node whose memory has no contents", name(), packet).c_str());
  }
  return payload;
}

void TlmMemoryPort::packet_arrived(std::uint64_t packet) { arrived_ = take(packet); }

void TlmMemoryPort::packet_dropped(std::uint64_t packet) { take(packet); }

void TlmMemoryPort::packet_held(std::uint64_t packet, int engine, std::uint64_t message, std::uint64_t offset) {
  held_[{engine, message, offset}] = take(packet);
  held_next_ = true;
}

void TlmMemoryPort::write_held(const MemoryRequest& request, Payload& payload, Picoseconds time) {
  if (config_.threads == 0) {
    move(request, payload, time);
    return;
  }
  // No time passes, so that the target may not wait: by debug transport.
  const auto bytes = static_cast<unsigned>(payload.size());
  const unsigned moved = debug(tlm::TLM_WRITE_COMMAND, request.address, payload.data(), bytes);
  if (moved == bytes) return;
  SC_REPORT_ERROR(reports::kMemoryAccess,
                  fmt::format("{}: debug transport has moved {} of them", text(request), moved).c_str());
}

void TlmMemoryPort::message_met(int engine, std::uint64_t message, std::uint64_t address, Cycles now) {
  const auto first = held_.lower_bound({engine, message, 0});
  const auto last = held_.lower_bound({engine, message + 1, 0});
  for (auto held = first; held != last; ++held) {
    Payload& payload = held->second;
    write_held({engine, 0, MemoryRequest::Kind::kWrite, address + std::get<2>(held->first), Bytes{payload.size()}},
               payload, clock_.edge(now));
  }
  held_.erase(first, last);
}

}  // namespace tactus
