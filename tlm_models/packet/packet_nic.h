#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "hw/memory/memory_port.h"
#include "hw/nic/dma_engines.h"
#include "hw/nic/register_bus.h"
#include "tlm_models/packet/credit_line.h"

namespace tactus {

/// The NIC and the memory of a node as packets see them: the DMA engines of the cycle level, called at the edges at
/// which they have something to do. Plain class; its owner puts a register socket and an interrupt line before it.
class PacketNic final : private MemoryClient {
 public:
  static constexpr std::uint64_t kNever = CreditLine::kNever;

  PacketNic(const MachineConfig& config, Coordinate position, const std::string& name,
            std::unique_ptr<MemoryPort> memory);
  PacketNic(const PacketNic&) = delete;
  PacketNic& operator=(const PacketNic&) = delete;

  /// `keep_waits`: as for PacketSender.
  void observe(PacketObserver* observer, bool keep_waits = false);
  /// Both sides of all engines know ahead when memory has done what they ask for.
  [[nodiscard]] bool foresees() const { return foresees_; }
  /// Gives the credits of its router that an injection limit looks at; `room` outlives the NIC.
  void see(const RouterRoom& room) { engines_.control().see(room); }
  RegisterBus& registers() { return registers_; }
  [[nodiscard]] const DmaEngines& engines() const { return engines_; }

  /// The tail of a packet is taken at the coming edge.
  void deliver(int engine, int vc, const PacketHeader& header);
  /// Credits of the router's buffer for `engine` and a class are to come back. Returns the edge at which a packet that
  /// waits for credits will have all it needs; CreditLine::kNever if none waits or it will still lack some.
  std::uint64_t credits_coming(int engine, int message_class, const CreditStream& stream);
  /// Engines that wait for room at their router; a mask.
  [[nodiscard]] unsigned awaiting_room() const { return awaiting_room_; }
  /// They may find more at edge `cycle` than was known.
  void room_coming(std::uint64_t cycle);
  /// Software accesses the register at `address`. Returns the engines, a bit for each, that look at the coming edge
  /// what they have to do.
  unsigned register_accessed(std::uint64_t address);
  /// The engines in mask `engines` look at the coming edge what is due.
  void mark_due(unsigned engines) { due_ |= engines; }
  [[nodiscard]] unsigned due() const { return due_; }
  /// A hint to the cache that `engine` is about to have something to do.
  void prefetch(int engine) const {
    const auto e = static_cast<std::size_t>(engine);
    __builtin_prefetch(this);
    __builtin_prefetch(&sending_[e]);
    __builtin_prefetch(memory_.get());
    engines_[e].prefetch();
  }
  /// A hint to the cache that the credits of `engine` are about to come back.
  void prefetch_credits(int engine) const {
    __builtin_prefetch(&sending_[static_cast<std::size_t>(engine)]);
    engines_[static_cast<std::size_t>(engine)].sender.prefetch_due();
  }
  /// One edge, for the engines that are due. Calls `visit(int engine, bool started)` for each of them: what it is to do
  /// next may be another edge now, and `started`: a packet's head went on the port.
  template <class Visit>
  void tick(std::uint64_t now, Visit&& visit) {
    const Cycles cycle{now};
    if (!foresees_) memory_->answer(cycle);
    if ((due_ & (due_ - 1)) == 0 && due_ != 0 && !engines_.is_controlled()) {  // nearly always
      const auto engine = static_cast<std::size_t>(__builtin_ctz(due_));
      if (receive_due_[engine] <= cycle) receive(engine, cycle);
      const bool started = work(engine, cycle);
      due_ = 0;
      return visit(static_cast<int>(engine), started);
    }
    const unsigned started = tick_all(cycle);
    for (unsigned rest = std::exchange(due_, 0); rest != 0; rest &= rest - 1) {
      const int engine = __builtin_ctz(rest);
      visit(engine, (started >> engine & 1U) != 0);
    }
  }
  /// Next edge at which `engine` will have something to do.
  [[nodiscard]] std::uint64_t next(int engine) const {
    const auto e = static_cast<std::size_t>(engine);
    return std::min(receive_due_[e], sending_[e].due).count();
  }
  /// Next edge at which the memory will have something to say that an engine waits for.
  [[nodiscard]] std::uint64_t next_memory() const { return foresees_ ? kNever : memory_->next(awaiting_ != 0).count(); }

  [[nodiscard]] bool interrupt() const { return interrupts_ != 0; }
  /// Credits that `engine` has just returned, taken away.
  CreditReturn take_returned(int engine) { return std::exchange(returned_[static_cast<std::size_t>(engine)], 0); }
  /// Credits of which `engine` now knows when it returns them; to be emptied.
  std::vector<PacketReceiver::Returning>& foreseen(int engine) {
    return engines_[static_cast<std::size_t>(engine)].receiver.foreseen();
  }
  /// Counters and registers are as of edge `now`, the last one that has been executed here.
  void settle(std::uint64_t now) {
    for (std::size_t e = 0; e < engines_.count(); ++e) engines_[e].receiver.settle(Cycles{now});
  }
  /// Header of the packet that `engine` has just started.
  [[nodiscard]] const PacketHeader& started(int engine) const {
    return engines_[static_cast<std::size_t>(engine)].sender.started();
  }

  /// How it came to start it, if waits are kept.
  [[nodiscard]] const SendWaits& started_waits(int engine) const {
    return engines_[static_cast<std::size_t>(engine)].sender.started_waits();
  }
  /// Header of the packet that `engine` has taken last, and the edge at which the packet is visible in memory, if the
  /// NIC foresees.
  [[nodiscard]] const PacketHeader& taken(int engine) const {
    return deliveries_[static_cast<std::size_t>(engine)].header;
  }
  [[nodiscard]] std::uint64_t written(int engine) const {
    return engines_[static_cast<std::size_t>(engine)].receiver.written().count();
  }

  [[nodiscard]] std::uint64_t counter(std::uint64_t offset, std::uint64_t now) const {
    return engines_.counter(offset, Cycles{now});
  }
  [[nodiscard]] bool something_due() const { return engines_.something_due(); }
  [[nodiscard]] bool writes_pending() const { return engines_.writes_pending(); }
  [[nodiscard]] bool control_pending() const { return engines_.control_pending(); }
  /// First cycle after `now` in which anything that can be read here changes without an event, or kNever.
  /// It is settled to `now`.
  [[nodiscard]] std::uint64_t changes_from(std::uint64_t now) const;
  /// Collects what has come up to cycle `now`; true if credits are still under way.
  bool credits_away(std::uint64_t now);
  [[nodiscard]] std::vector<std::string> final_faults() const { return engines_.final_faults(); }

 private:
  /// Header of the packet that came last. A line of the cache.
  struct alignas(64) Delivery {
    PacketHeader header;
  };
  static_assert(sizeof(Delivery) == 64);

  /// Sending side of an engine. A line of the cache.
  struct alignas(64) Sending {
    CreditLine credits;  ///< credits for the router's NIC buffer, of the first class
    Cycles due;          ///< edge at which it has something to do
  };
  static_assert(sizeof(Sending) == 64);

  /// Credits of `engine` for packets of class number `message_class`.
  CreditLine& credits_of_class(std::size_t engine, std::size_t message_class) {
    if (message_class == 0) return sending_[engine].credits;
    return more_credits_[engine * more_classes_ + message_class - 1];
  }
  /// Edge at which the packet that `queue` of `engine` keeps for lack of credits has them, as far as is known;
  /// Cycles::max() if there is none.
  Cycles credits_due(std::size_t engine, const PacketSender& queue) {
    const int lacking = queue.credits_lacking();
    return lacking == 0 ? Cycles::max() : Cycles{credits_of_class(engine, queue.waiting_class()).when(lacking)};
  }
  /// Credits of `engine` that have come, of all classes but the first.
  void collect_others(std::size_t engine, std::uint64_t now);
  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override;
  void look_ahead();
  void receive(std::size_t engine, Cycles now);
  bool send(std::size_t engine, Cycles now);
  /// The sending side of `engine`, if it is due, and its interrupt; true if a packet's head went on the port.
  bool work(std::size_t engine, Cycles now) {
    // A packet that the receiving side has just taken may let the next one go.
    const bool sends = sending_[engine].due <= now || engines_[engine].sender.window_opened();
    const bool started = sends && send(engine, now);
    const unsigned bit = 1U << engine;
    interrupts_ = engines_[engine].interrupt() ? interrupts_ | bit : interrupts_ & ~bit;
    return started;
  }
  /// All engines that are due; a mask of those that have started a packet.
  unsigned tick_all(Cycles now);

  // What most calls look at, in the first cache line.
  std::unique_ptr<MemoryPort> memory_;
  bool foresees_ = false;       ///< the memory answers nothing: it foresees
  unsigned due_ = 0;            ///< mask of engines
  unsigned awaiting_ = 0;       ///< mask of engines that wait for a read
  unsigned awaiting_room_ = 0;  ///< mask of engines that wait for room at the router
  unsigned interrupts_ = 0;     ///< mask of engines with an interrupt that is pending and enabled
  // Edges at which each engine has something to do: before them calling it would change nothing.
  std::array<Cycles, kMaxNics> receive_due_{};
  std::vector<Sending> sending_;                       ///< by engine
  std::vector<Delivery> deliveries_;                   ///< by engine
  std::array<std::uint8_t, kMaxNics> delivery_vcs_{};  ///< by engine: VC of the packet that came last
  unsigned delivered_ = 0;                             ///< mask of engines whose packet is not yet taken

  std::size_t more_classes_;              ///< classes besides the first
  std::vector<CreditLine> more_credits_;  ///< by engine and class, of these
  std::array<CreditReturn, kMaxNics> returned_{};
  DmaEngines engines_;
  RegisterBus registers_;
};

}  // namespace tactus
