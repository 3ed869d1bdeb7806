#pragma once

#include <memory>
#include <vector>

#include "rtl/twin/rtl_support.h"
#include "testbench/parts/erratic_memory.h"
#include "testbench/parts/random_router.h"
#include "testbench/parts/random_software.h"

namespace tactus {

/// NICs to be drawn, and their maker.
struct NicDraw {
  RtlNicVariant rtl;
  NicBench::MakeNic make;
  bool any_shape;  ///< networks of one to four dimensions and any number of NICs, else tori of two and all of them
};

/// A machine whose NICs there is RTL for.
MachineConfig random_nic_machine(Dice& dice, const NicDraw& draw);

/// A twin among unruly neighbours.
class RandomNic {
 public:
  RandomNic(int number, Dice dice, const NicDraw& draw);

  /// Before and after each cycle of simulation.
  void drive();
  void collect() { bench_.collect(); }

  [[nodiscard]] const RandomSoftware& software() const { return software_; }
  [[nodiscard]] const RandomRouter& router() const { return router_; }
  [[nodiscard]] StimulusCounts<NicStimulus> stimuli() const;

 private:
  void count_straps(const NicDraw& draw);
  std::unique_ptr<MemoryPort> memory(Dice& dice);

  MachineConfig config_;
  Coordinate position_;
  bool memory_is_erratic_ = false;
  std::vector<SeenRequest> requests_;
  NicBench bench_;
  RandomSoftware software_;
  RandomRouter router_;
  StimulusCounts<NicStimulus> stimuli_;  ///< straps and memory
};

/// So many of them, alone in their simulation, for so many cycles.
class RandomNics {
 public:
  RandomNics(int count, std::uint64_t seed, const NicDraw& draw);
  /// Raises what the NICs do.
  void run(int cycles);
  [[nodiscard]] const std::vector<std::unique_ptr<RandomNic>>& all() const { return nics_; }
  [[nodiscard]] StimulusCounts<NicStimulus> stimuli() const;

 private:
  std::vector<std::unique_ptr<RandomNic>> nics_;
};

}  // namespace tactus
