#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/credit_pool.h"
#include "hw/common/machine_config.h"

namespace tactus {

/// A memory controller of a socket. DRAM refresh is left out.
struct MemoryControllerConfig {
  BytesPerSecond rate{10'600'000'000};  ///< rate of the data bus, reads and writes together
  /// From the end of an access on the data bus to its answer, snoops of other sockets included.
  Picoseconds latency{144'000};
  int banks = 8;                  ///< a power of two
  Bytes bank_interleave{64};      ///< consecutive bytes of one bank: a power of two, at least 64
  Picoseconds bank_busy{20'000};  ///< from one access of a bank to the next one
  std::uint32_t queue = 8;        ///< accesses that it holds at once
};

std::vector<ConfigFault> validate(const MemoryControllerConfig& config);

/// Sees every access of a controller; for waveforms.
class MemoryObserver {
 public:
  virtual ~MemoryObserver() = default;
  /// A read or a write has the data bus from `begin` to `bus_free`, and its bank until `bank_free`.
  virtual void accessed(bool write, std::size_t bank, Picoseconds begin, Picoseconds bus_free,
                        Picoseconds bank_free) = 0;
};

/// Controller with banks, a data bus and a finite request queue. Plain; contents are not stored.
///
/// Accesses are served in the order in which they come. One begins when its bank is free, takes the data bus for
/// bytes / rate, and is done `latency` after that. It has a place in the queue until it is done, a read until its
/// answer has left (`release`); places become free in the order of the accesses. Without a free place nothing is
/// accepted.
class MemoryController {
 public:
  explicit MemoryController(const MemoryControllerConfig& config);
  /// nullptr for none, as at first.
  void observe(MemoryObserver* observer) { observer_ = observer; }

  /// Whether an access can be accepted at `now`, which never goes back.
  bool has_room(Picoseconds now) { return places_.has(1, now); }
  /// When the next place becomes free, after `has_room` has said no, as far as that is known; `Picoseconds::max()` if
  /// it waits for a `release`.
  [[nodiscard]] Picoseconds next_room() const { return places_.next(); }
  /// Accepts a write that came at `ready`; answers when it is done.
  Picoseconds write(std::uint64_t address, Bytes size, Picoseconds ready);
  /// Accepts a read; answers when its data is there. It keeps its place until `release`.
  Picoseconds read(std::uint64_t address, Bytes size, Picoseconds ready);
  /// The answer of a read has left at `now`, which never goes back.
  void release(Picoseconds now) { places_.give_back_now(1, now); }
  /// Times of an access that would be accepted now.
  struct Outlook {
    Picoseconds placed;  ///< when its place in the queue was free, or before that
    Picoseconds bank;    ///< when its bank is free, or before that
    Picoseconds bus;     ///< when it leaves the data bus
    Picoseconds done;
  };
  /// Times of one that came at `ready`; it changes nothing.
  [[nodiscard]] Outlook outlook(std::uint64_t address, Bytes size, Picoseconds ready) const;

  [[nodiscard]] Bytes bytes_read() const { return Bytes{bytes_read_}; }
  [[nodiscard]] Bytes bytes_written() const { return Bytes{bytes_written_}; }
  /// Time that the data bus has been given to accesses.
  [[nodiscard]] Picoseconds busy() const { return busy_; }
  /// Whether the data bus has work at `now`.
  [[nodiscard]] bool bus_busy(Picoseconds now) const { return bus_free_ > now; }
  [[nodiscard]] bool idle() const { return places_.all_given_back(); }
  [[nodiscard]] const MemoryControllerConfig& config() const { return config_; }
  /// Places of the request queue that are free.
  [[nodiscard]] const CreditPool& places() const { return places_; }

 private:
  [[nodiscard]] std::size_t bank_of(std::uint64_t address) const {
    return address >> line_bits_ & (bank_free_.size() - 1);
  }
  Picoseconds access(bool write, std::uint64_t address, Bytes size, Picoseconds ready);

  MemoryControllerConfig config_;
  MemoryObserver* observer_ = nullptr;
  CreditPool places_;
  int line_bits_;  ///< bits of an address below the number of its bank
  std::vector<Picoseconds> bank_free_;
  Picoseconds bus_free_;
  Picoseconds busy_;
  Bytes last_size_;
  Picoseconds last_time_;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_written_ = 0;
};

}  // namespace tactus
