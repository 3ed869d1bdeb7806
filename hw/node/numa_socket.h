#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/ring_queue.h"
#include "hw/link/link_channel.h"
#include "hw/memory/memory_controller.h"
#include "hw/node/node_limit.h"

namespace tactus {

/// Told when data is in memory.
class WriteListener {
 public:
  virtual ~WriteListener() = default;
  /// `bytes` of write `transaction` of `nic` are in memory at `done`, which may lie ahead.
  virtual void written(int nic, std::uint32_t transaction, std::uint32_t bytes, Picoseconds done) = 0;
};

/// Sees accesses when a memory is given them.
class AccessListener {
 public:
  virtual ~AccessListener() = default;
  /// `packet` is about to be given to `memory`, at `now`.
  virtual void given(const LinkPacket& packet, const MemoryController& memory, Picoseconds now) = 0;
};

/// A socket's crossbar: takes packets from its links and answers from its memories, and sends them on to links or
/// memories.
///
/// Each input has a buffer per class, first in first out; outputs serve the heads that want them in turn. A packet that
/// cannot go holds up those behind it in its buffer, and no read overtakes an older posted write of its input.
/// Responses wait for nothing but room for responses: they lead towards their NIC, its writes away from it, so that
/// they never meet on one way; and if they did wait, two memories full of answers could wait for each other. A buffer
/// is free when its packet has begun to leave. Answers of memories keep their place in the memory's queue until then.
class NumaSocket final : public LinkSender, public LinkReceiver, public TimedPart {
 public:
  struct Port {
    LinkChannel* in;
    LinkChannel* out;
  };
  static constexpr int kNowhere = -1;
  /// Where to send what is about a memory or a NIC, by their numbers: a port, or for memories of the socket itself
  /// `ports.size()` and on; kNowhere for what does not pass here.
  struct Routes {
    std::vector<int> of_memory;
    std::vector<int> of_nic;
  };

  NumaSocket(const std::vector<Port>& ports, const std::vector<MemoryController*>& memories, Routes routes,
             WriteListener& listener, TimedEvents& events);

  /// nullptr for none, as at first.
  void follow(AccessListener* accesses) { accesses_ = accesses; }

  void arrived(int port, const LinkPacket& packet, Picoseconds now) override;
  void may_send(int port, Picoseconds now) override;
  void due(std::uint32_t what, Picoseconds now) override;

  /// Reason why the head of a buffer behind `port` waits.
  [[nodiscard]] LinkStand stand(int port, TrafficClass traffic, Picoseconds now) const;
  /// Output that it wants; there is a head.
  [[nodiscard]] int output_of_head(int port, TrafficClass traffic) const;
  [[nodiscard]] bool idle() const;

 private:
  struct Input {
    std::array<RingQueue<LinkPacket>, kTrafficClasses> buffers;
    std::uint32_t arrivals = 0;
  };
  struct LocalMemory {
    MemoryController* controller = nullptr;
    RingQueue<LinkPacket> answers{};  ///< that will be there at their time `ready`
    Picoseconds room_wake = Picoseconds::max();
  };
  enum What : std::uint32_t { kAnswer, kRoom, kWhats };

  [[nodiscard]] std::size_t links() const { return ports_.size(); }
  [[nodiscard]] int route(const LinkPacket& packet) const {
    return packet.traffic == TrafficClass::kResponse ? routes_.of_nic[packet.nic] : routes_.of_memory[packet.memory];
  }
  void put(std::size_t input, const LinkPacket& packet, Picoseconds now);
  /// Serves the outputs of a set, and those that turn out to have something to do.
  void serve(std::uint64_t outputs, Picoseconds now);
  std::uint64_t serve_output(std::size_t output, Picoseconds now);
  /// Head that output may take now, `kNone` if there is none.
  std::uint32_t choose(std::size_t output, Picoseconds now);
  bool output_is_free(std::size_t output, Picoseconds now);
  static bool overtakes(const Input& input, std::uint32_t traffic);
  /// Takes a head out of its buffer; outputs that have to be looked at again.
  std::uint64_t take_out(std::uint32_t head, std::size_t output, Picoseconds now);
  void give_to_memory(LocalMemory& memory, const LinkPacket& packet, std::size_t number, Picoseconds now);

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<Port> ports_;
  std::vector<LocalMemory> memories_;
  Routes routes_;
  WriteListener& listener_;
  AccessListener* accesses_ = nullptr;
  TimedEvents& events_;
  std::vector<Input> inputs_;              ///< links, then memories
  std::vector<std::uint64_t> wanting_;     ///< by output: bit per head, input * kTrafficClasses + class
  std::vector<std::uint32_t> last_taken_;  ///< by output
};

}  // namespace tactus
