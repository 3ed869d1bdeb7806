#pragma once

#include <cstdint>
#include <stdexcept>

#include "rtl/regs/tactus_nic.h"
#include "testbench/tests/unit/rtl/axi/axi_pair.h"

namespace tactus::test {

/// A message from one node to the other, by one engine.
struct Message {
  std::uint32_t tag = 0;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint32_t bytes = 0;
  bool one_sided = false;
};

inline std::uint32_t low(std::uint64_t address) { return static_cast<std::uint32_t>(address); }
inline std::uint32_t high(std::uint64_t address) { return static_cast<std::uint32_t>(address >> 32U); }

/// Software of an engine: one message after the other, receives before sends.
class EngineSoftware {
 public:
  EngineSoftware(AxiPair& pair, int node, int engine)
      : pair_(pair), node_(node), block_(TACTUS_NIC_ENGINE_BASE(static_cast<unsigned>(engine))) {}

  void post(const Message& message) {
    const std::uint32_t slot = posted_++ % TACTUS_NIC_ENGINE_RX_SLOTS_ENTRIES;
    const std::uint32_t words[] = {other(), message.tag, message.bytes, 0, low(message.to), high(message.to), 0, 0};
    fill(TACTUS_NIC_ENGINE_RX_SLOTS + 32 * slot, words);
    write(TACTUS_NIC_ENGINE_RX_POST, slot);
    pending_ |= 1U << slot;
  }
  void send(const Message& message, unsigned engine) {
    const std::uint32_t slot = sent_ % TACTUS_NIC_ENGINE_TX_RING_ENTRIES;
    const std::uint32_t kind = engine << TACTUS_NIC_ENGINE_TX_RING_DESTINATION_NIC_SHIFT |
                               (message.one_sided ? TACTUS_NIC_ENGINE_TX_RING_ONE_SIDED_MASK : 0);
    const std::uint64_t to = message.one_sided ? message.to : 0;
    const std::uint32_t words[] = {other(), message.tag, message.bytes, 0, low(message.from), high(message.from) | kind,
                                   low(to), high(to)};
    fill(TACTUS_NIC_ENGINE_TX_RING + 32 * slot, words);
    write(TACTUS_NIC_ENGINE_TX_DOORBELL, ++sent_);
  }
  [[nodiscard]] bool can_send() { return sent_ - read(TACTUS_NIC_ENGINE_TX_DONE) < 15; }
  [[nodiscard]] bool can_post() const { return (pending_ >> posted_ % TACTUS_NIC_ENGINE_RX_SLOTS_ENTRIES & 1U) == 0; }
  /// Looks which receives are complete, and frees their slots.
  std::uint32_t completed() {
    const std::uint32_t done = read(TACTUS_NIC_ENGINE_RX_DONE);
    if (done != 0) write(TACTUS_NIC_ENGINE_RX_DONE, done);
    if ((done & ~pending_) != 0) throw std::runtime_error("a receive is complete that was not posted");
    pending_ &= ~done;
    return done;
  }
  [[nodiscard]] bool all_received() const { return pending_ == 0; }
  [[nodiscard]] bool all_sent() { return read(TACTUS_NIC_ENGINE_TX_DONE) == sent_; }
  std::uint32_t read(std::uint32_t offset) { return pair_.read(node_, block_ + offset); }
  void write(std::uint32_t offset, std::uint32_t value) { pair_.write(node_, block_ + offset, value); }
  [[nodiscard]] std::uint32_t block() const { return block_; }

 private:
  [[nodiscard]] std::uint32_t other() const { return node_ == 0 ? 1 : 0; }
  void fill(std::uint32_t offset, const std::uint32_t (&words)[8]) {
    for (unsigned i = 0; i < 8; ++i) write(offset + 4 * i, words[i]);
  }

  AxiPair& pair_;
  int node_;
  std::uint32_t block_;
  std::uint32_t sent_ = 0;
  std::uint32_t posted_ = 0;
  std::uint32_t pending_ = 0;  ///< slots
};

}  // namespace tactus::test
