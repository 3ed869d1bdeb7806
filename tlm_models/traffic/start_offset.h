#pragma once

#include <cstdint>
#include <memory>

#include "hw/common/units.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// By how much the program on `processor` (RankMap) begins late: uniform in 0 .. `most`, a pure function of the seed
/// and the processor.
Cycles start_offset(Cycles most, std::uint64_t seed, int processor);

/// `program`, after computing for `offset`.
std::unique_ptr<RankProgram> begun_late(std::unique_ptr<RankProgram> program, Cycles offset);

/// `program`, which nobody starts before `start`: until then its processor has nothing to do.
std::unique_ptr<RankProgram> begun_at(std::unique_ptr<RankProgram> program, Cycles start);

}  // namespace tactus
