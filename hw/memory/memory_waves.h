#pragma once

#include <deque>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "hw/common/probe_time.h"
#include "hw/memory/memory_controller.h"

namespace tactus {

/// Signals of a memory controller: places taken in its queue, what its data bus does, which banks are busy.
///
/// It watches the controller from its construction on. Who has none pays for a look at a pointer.
class MemoryWaves final : public MemoryObserver {
 public:
  /// `controller` must outlive it.
  explicit MemoryWaves(MemoryController& controller);
  ~MemoryWaves() override { controller_.observe(nullptr); }
  MemoryWaves(const MemoryWaves&) = delete;
  MemoryWaves& operator=(const MemoryWaves&) = delete;

  /// `now` is the time at which probes are read; it never goes back.
  void add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now);
  /// First time after `now` at which a value changes although nothing happens.
  [[nodiscard]] Picoseconds next_change(Picoseconds now) const;

  void accessed(bool write, std::size_t bank, Picoseconds begin, Picoseconds bus_free, Picoseconds bank_free) override;

 private:
  struct Use {
    Picoseconds begin;
    Picoseconds end;
    std::uint64_t kind = 0;  ///< value of the signal `bus`, 1 for a bank
  };
  using Uses = std::deque<Use>;  ///< in the order of time
  static std::uint64_t value(Uses& uses, Picoseconds now);
  static Picoseconds next_change(const Uses& uses, Picoseconds now);

  MemoryController& controller_;
  Uses bus_;
  std::vector<Uses> banks_;
};

}  // namespace tactus
