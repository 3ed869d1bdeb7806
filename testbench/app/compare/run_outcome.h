#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace tactus {

/// A message of a closed-loop workload whose receiver has been told.
struct MessageRecord {
  std::uint64_t completed = 0;  ///< cycle
  std::uint64_t started = 0;    ///< cycle of the send call; 0 if nobody tells of it
  std::uint64_t bytes = 0;
  std::int32_t source = 0;       ///< rank
  std::int32_t destination = 0;  ///< rank
  std::uint32_t tag = 0;
  std::uint8_t nic = 0;

  [[nodiscard]] auto fields() const { return std::tie(completed, source, destination, nic, tag, bytes, started); }
  friend bool operator==(const MessageRecord& a, const MessageRecord& b) { return a.fields() == b.fields(); }
};

/// State that a machine shows in the middle of a cycle, as digests: equal if all of it is.
struct ObservableSample {
  std::uint64_t cycle = 0;
  std::uint64_t links = 0;     ///< flits that each link has sent
  std::uint64_t buffers = 0;   ///< flits in each buffer of each router
  std::uint64_t moving = 0;    ///< flits that have moved anywhere, and those in flight
  std::uint64_t counters = 0;  ///< the NICs' counters
};

/// Outcome of a run that is kept until its end: all but its packets.
struct RunOutcome {
  std::vector<MessageRecord> messages;    ///< by cycle, then by their other fields
  std::vector<ObservableSample> samples;  ///< by cycle; none at levels without a machine
  std::string result;                     ///< result.json without `host` and `level`; empty after a violation
  std::string violation;                  ///< the fault that the model found; empty if there is none
  double user_cpu_s = 0;
};

}  // namespace tactus
