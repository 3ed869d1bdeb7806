#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/parts/nic_bench.h"
#include "testbench/parts/nic_stimuli.h"

namespace tactus {

/// Drives the registers of a NIC at random, within its rules and, with accesses that it refuses, beyond them.
class RandomSoftware {
 public:
  /// Senders of messages, and the tags that they use.
  static constexpr int kSources = 3;
  static constexpr int kTags = 4;

  /// The node has this common counter. `bench` must outlive it.
  RandomSoftware(NicBench& bench, MachineConfig config, NodeCounter counter, Dice dice);

  /// Some accesses, between two edges.
  void step();
  /// Receives that were posted for a message from `source` with `tag` on `engine`, and those of other sources or tags
  /// that have turned out to be for one.
  [[nodiscard]] int posts(int engine, int source, int tag) const { return posts_[at(engine)][at(source)][at(tag)]; }
  /// The first and the third are ranks of one node.
  [[nodiscard]] static Coordinate source(int number) { return {number % 2, 0}; }
  [[nodiscard]] static std::uint8_t place(int number) { return static_cast<std::uint8_t>(number / 2); }

  [[nodiscard]] int sends() const { return sends_; }
  [[nodiscard]] int receives() const { return receives_; }
  [[nodiscard]] int refusals() const { return refusals_; }
  /// Accesses.
  [[nodiscard]] const StimulusCounts<NicStimulus>& stimuli() const { return stimuli_; }

 private:
  static std::size_t at(int number) { return static_cast<std::size_t>(number); }

  void pace(int engine);
  void write_slots(int engine);
  void send(int engine);
  void send_paired(int engine, int slot);
  void post(int engine);
  void poll(int engine);
  [[nodiscard]] std::uint32_t acknowledgement(std::uint32_t pending);
  /// Reads what the receive in `slot`, which is over, has met.
  void read_met(int engine, int slot);
  void peek(int engine);
  void cancel(int engine);
  void poke();
  void overreach(int engine);
  void count_send(const nic_reg::SendDescriptor& descriptor);
  void refused(int engine, std::uint64_t offset, std::uint32_t value);
  [[nodiscard]] nic_reg::SendDescriptor random_descriptor();

  NicBench& bench_;
  const MachineConfig config_;
  const NodeCounter counter_;
  Dice dice_;
  const int eagerness_;  ///< to send, in percent per engine and cycle
  std::array<std::uint32_t, kMaxNics> started_{};
  std::array<std::uint32_t, kMaxNics> used_slots_{};
  std::array<std::uint32_t, kMaxNics> patterns_{};  ///< used slots whose receives take several sources or tags
  std::array<std::array<std::array<int, kTags>, kSources>, kMaxNics> posts_{};
  int sends_ = 0;
  int receives_ = 0;
  int refusals_ = 0;
  StimulusCounts<NicStimulus> stimuli_;
};

}  // namespace tactus
