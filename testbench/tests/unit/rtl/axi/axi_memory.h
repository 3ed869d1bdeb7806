#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "testbench/parts/dice.h"

namespace tactus::test {

/// Memory of a node: bytes of 48-bit addresses from `kBase` on, which lies below a boundary of 4 GiB.
class NodeMemory {
 public:
  static constexpr std::uint64_t kBase = 0x1'FFFF'0000;
  static constexpr std::uint64_t kBytes = 0x2'0000;

  NodeMemory() : bytes_(kBytes) {}
  std::uint8_t& at(std::uint64_t address) { return bytes_.at(address - kBase); }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

using Beat = std::array<std::uint32_t, 4>;

/// AXI4 port of a memory. Takes and answers when it likes: reads of different IDs in any order and beat by beat between
/// each other, writes in their order.
class AxiMemory {
 public:
  /// What a NIC drives.
  struct Requests {
    bool ar_valid = false;
    unsigned ar_id = 0;
    std::uint64_t ar_address = 0;
    unsigned ar_length = 0;
    bool aw_valid = false;
    std::uint64_t aw_address = 0;
    bool w_valid = false;
    Beat w_data{};
    unsigned w_strobes = 0;
    bool w_last = false;
  };
  /// What memory drives.
  struct Answers {
    bool ar_ready = false;
    bool r_valid = false;
    unsigned r_id = 0;
    Beat r_data{};
    bool aw_ready = false;
    bool w_ready = false;
    bool b_valid = false;
    unsigned response = 0;  ///< of reads and writes
  };

  /// Takes something in `pace` of 100 clocks.
  AxiMemory(NodeMemory& memory, std::uint64_t seed, int pace) : memory_(memory), dice_(seed), pace_(pace) {}

  /// Answers for the next clock. What is driven stays until it is taken.
  const Answers& drive();
  /// The clock rises on these requests and the answers that are driven. A NIC is always ready for data and responses.
  void clock(const Requests& requests);
  /// From now on every response is an error, SLVERR.
  void fail() { response_ = 2; }

 private:
  struct Burst {
    unsigned id = 0;
    std::uint64_t address = 0;
    unsigned beats = 0;
  };

  void choose_read();
  void write(const Requests& requests);

  NodeMemory& memory_;
  Dice dice_;
  int pace_;
  unsigned response_ = 0;
  std::deque<Burst> reads_;
  std::uint64_t write_address_ = 0;
  std::deque<int> responses_;  ///< clocks that each still takes at least
  Answers answers_;
};

}  // namespace tactus::test
