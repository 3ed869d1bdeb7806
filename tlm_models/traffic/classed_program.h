#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// A program whose messages are of one class unless they say another.
class ClassedProgram final : public WrappedProgram {
 public:
  ClassedProgram(std::unique_ptr<RankProgram> program, std::uint8_t message_class)
      : WrappedProgram(std::move(program)), message_class_(message_class) {}

  std::optional<Op> next_step(int processor) override {
    std::optional<Op> op = WrappedProgram::next_step(processor);
    if (op && !op->message_class) op->message_class = message_class_;
    return op;
  }

 private:
  std::uint8_t message_class_;
};

/// `program`, whose messages are of class number `message_class` unless they say another.
inline std::unique_ptr<RankProgram> in_class(std::unique_ptr<RankProgram> program, std::uint8_t message_class) {
  if (message_class == 0) return program;
  return std::make_unique<ClassedProgram>(std::move(program), message_class);
}

}  // namespace tactus
