#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "hw/nic/pacer.h"
#include "rtl/twin/verilated_pacer.h"
#include "testbench/parts/dice.h"
#include "testbench/parts/pacer_stimuli.h"

namespace tactus {

/// A pacer in RTL alone on its pins, with the model beside it. The bench drives them as the sending side of an engine
/// may, and does so at the limits more often than any traffic: registers, ticks of the register bus, skipped edges,
/// resets.
///
/// Outputs are compared where the contract (docs/cosimulation.md) gives them a meaning: the gap of a message that is
/// taken, and the slot at edges at which a packet could start.
class PacerBench {
 public:
  /// Settings and destinations that the bench draws from.
  struct Limits {
    std::string mode{};  ///< mode of a plug-in, which alone is set; empty: ours
    int dimensions = 4;
    int nodes = 256;  ///< nodes of each dimension
    int nics = 8;
  };
  /// Nodes of each dimension for a mode of a plug-in: RTL that keeps something by destination has a size.
  static constexpr int kNodesOfModels = 4;

  PacerBench(std::unique_ptr<VerilatedPacer> rtl, std::uint64_t seed, const Limits& limits);
  PacerBench(std::unique_ptr<VerilatedPacer> rtl, std::uint64_t seed) : PacerBench(std::move(rtl), seed, Limits()) {}

  /// One edge, after ticks of the register bus. Throws PartDifference, and RtlAssertion.
  void step();
  /// Many of them.
  void run(int edges);

  [[nodiscard]] const StimulusCounts<PacerStimulus>& stimuli() const { return stimuli_; }
  /// Packets that have started.
  [[nodiscard]] int starts() const { return starts_; }
  /// The clocks so far, newest last: what is said with an assertion.
  [[nodiscard]] std::string history() const;

 private:
  using Inputs = VerilatedPacer::Inputs;
  struct Message {
    PacedMessage paced;
    PacketEighths gap;
    PacketEighths gap_register;  ///< when it was taken
    PacketHeader next{};         ///< header of its next packet
    int packets = 0;             ///< that have not started
    Cycles taken;
    bool begun = false;  ///< a packet of it has started
  };
  /// A rising edge of the clock, and what was on the inputs.
  struct Clock {
    const char* what = "";
    std::uint64_t cycle = 0;
    Inputs inputs;
  };

  void reset();
  void write_registers();
  [[nodiscard]] std::uint32_t draw_elapsed();
  void tick(std::uint32_t elapsed);
  void edge(std::uint32_t elapsed);
  bool take(Inputs& inputs);
  void check_gap() const;
  void check_slot(const char* when) const;
  void start(Inputs& inputs);
  void count_gap(int hops);
  void count_start(const Message& message);
  void count_skipped(std::uint32_t elapsed);
  std::uint16_t draw_length();
  [[nodiscard]] Inputs with_registers(std::uint32_t elapsed) const;
  [[nodiscard]] PacedPacket next() const;
  [[nodiscard]] Cycles slot() const;
  [[nodiscard]] std::uint64_t wait() const;
  [[nodiscard]] bool sending() const { return left_ != 0; }
  void remember(const char* what, std::uint64_t cycle, const Inputs& inputs);
  void end_message();
  [[noreturn]] void differ(const std::string& port, std::uint64_t model, std::uint64_t rtl) const;

  Dice dice_;
  const Limits limits_;
  Pacer model_;
  std::unique_ptr<VerilatedPacer> rtl_;
  Cycles now_;  ///< last edge
  std::deque<Message> messages_;
  int left_ = 0;  ///< flits of the packet that is sent, but for that of the last edge
  bool last_ = false;
  int starts_ = 0;
  Cycles left_behind_;  ///< slot that the end of a message has made void
  std::deque<Clock> clocks_;
  StimulusCounts<PacerStimulus> stimuli_;
};

}  // namespace tactus
