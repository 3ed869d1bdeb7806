#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/parts/nic_bench.h"
#include "testbench/parts/random_software.h"

namespace tactus {

/// The router's side of a NIC at random: messages whose packets come in any order and on any VC, flit by flit among
/// each other, and credits that come back when they like.
class RandomRouter {
 public:
  /// `bench` and `software` must outlive it.
  RandomRouter(NicBench& bench, const RandomSoftware& software, const MachineConfig& config, Coordinate position,
               Dice dice);

  /// Puts flits and credits on the ports for the next edge.
  void step();
  [[nodiscard]] int packets() const { return packets_; }
  /// Messages, packets and credits.
  [[nodiscard]] const StimulusCounts<NicStimulus>& stimuli() const { return stimuli_; }

 private:
  static constexpr int kMostWaiting = 12;  ///< messages of an engine that came without a receive
  static constexpr int kMostOpen = 4;      ///< messages of an engine that come at the same time

  struct Message {
    int source = 0;
    int tag = 0;
    bool one_sided = false;
    std::vector<PacketHeader> packets;  ///< that have not begun to come
    int coming = 0;                     ///< packets of which something has come, and not all
  };
  struct Port {
    std::deque<Message> messages;
    std::vector<std::deque<Flit>> flits;  ///< by VC: what is to come of a packet
    std::vector<Message*> of;             ///< by VC: the message that it is of
    std::vector<int> credits;             ///< by VC
    std::array<std::array<int, RandomSoftware::kTags>, RandomSoftware::kSources> begun{};
    std::size_t seen_credits = 0;
    std::size_t seen_flits = 0;
    int owed = 0;  ///< credits of flits that the NIC has sent
  };

  void take_credits(int engine, Port& port) const;
  void count_message(int engine, const Port& port, const Message& message);
  void begin_message(int engine, Port& port);
  void begin_packet(Port& port);
  void give_flit(int engine, Port& port);
  void give_credits(int engine, Port& port);
  static void forget_complete(Port& port);
  [[nodiscard]] int waiting(int engine, const Port& port) const;

  NicBench& bench_;
  const RandomSoftware& software_;
  const MachineConfig config_;
  const Coordinate position_;
  Dice dice_;
  std::vector<Port> ports_;
  std::uint32_t next_one_sided_ = 1000;
  int packets_ = 0;
  StimulusCounts<NicStimulus> stimuli_;
};

}  // namespace tactus
