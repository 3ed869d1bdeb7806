#pragma once

#include <optional>

#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// Program of a rank that has nothing to do.
class IdleProgram final : public SequentialProgram {
 public:
  std::optional<Op> next() override { return std::nullopt; }
};

}  // namespace tactus
