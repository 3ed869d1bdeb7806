#pragma once

#include <cstdint>
#include <memory>

namespace tactus::test {

/// Both ends of a link in RTL, clocked together. Flits are words of 64 bits: valid, head, tail, data.
class VerilatedLink {
 public:
  static constexpr int kLongest = 24;  ///< flits of a packet
  static constexpr int kBuffer = 127;  ///< flits of the replay buffer
  static constexpr int kMask = 63;     ///< of packets' numbers
  static constexpr int kNumberBits = 6;

  /// Pins that are sampled at an edge.
  struct Inputs {
    std::uint64_t from_switch = 0;
    bool ack = false;
    unsigned ack_number = 0;
    std::uint64_t from_wire = 0;
    unsigned number = 0;
    std::uint32_t crc = 0;
  };
  /// Pins as they stand behind the edge.
  struct Outputs {
    std::uint64_t to_wire = 0;
    unsigned number = 0;
    std::uint32_t crc = 0;
    unsigned room = 0;
    bool ack = false;
    unsigned ack_number = 0;
    std::uint64_t to_router = 0;

    friend bool operator==(const Outputs& a, const Outputs& b) {
      return a.to_wire == b.to_wire && a.number == b.number && a.crc == b.crc && a.room == b.room && a.ack == b.ack &&
             a.ack_number == b.ack_number && a.to_router == b.to_router;
    }
  };

  explicit VerilatedLink(std::uint64_t timeout);
  ~VerilatedLink();
  VerilatedLink(const VerilatedLink&) = delete;
  VerilatedLink& operator=(const VerilatedLink&) = delete;

  /// A rising edge of the clock; with `enabled` one of the model.
  Outputs edge(const Inputs& inputs, bool enabled = true);

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace tactus::test
