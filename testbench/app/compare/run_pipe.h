#pragma once

#include <functional>
#include <optional>
#include <string>

#include "testbench/app/compare/run_records.h"

namespace tactus {

using PacketSink = std::function<void(const PacketHistory&)>;

/// Makes texts for a pipe of what a run does while it goes on; the reader is the same program.
class RunWriter {
 public:
  explicit RunWriter(std::function<void(const std::string&)> tell) : tell_(std::move(tell)) {}

  /// Passed on together with others.
  void packet(const PacketHistory& packet);
  /// The last word, after all packets.
  void end(const RunOutcome& outcome);

 private:
  void flush();

  std::function<void(const std::string&)> tell_;
  std::string packets_;
};

/// Reads one text of a RunWriter: either packets, which `packets` is told, or the outcome, which is the answer.
std::optional<RunOutcome> read_run(const std::string& text, const PacketSink& packets);

}  // namespace tactus
