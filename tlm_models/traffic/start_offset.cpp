#include "tlm_models/traffic/start_offset.h"

#include "hw/common/random.h"
#include "tlm_models/traffic/random_streams.h"

namespace tactus {
namespace {

class LateProgram final : public WrappedProgram {
 public:
  LateProgram(std::unique_ptr<RankProgram> program, Cycles offset, bool idle)
      : WrappedProgram(std::move(program)), offset_(offset), idle_(idle) {}

  std::optional<Op> next_step(int processor) override {
    if (ended_) return WrappedProgram::next_step(processor);
    if (begun_) return std::nullopt;
    begun_ = true;
    Op wait;
    wait.kind = OpKind::kCompute;
    wait.cycles = offset_;
    wait.idle = idle_;
    wait.late = true;
    return wait;
  }
  [[nodiscard]] bool ended() const override { return ended_ && WrappedProgram::ended(); }
  void step_ended(const Op& op) override {
    if (ended_) return WrappedProgram::step_ended(op);
    ended_ = true;
  }

 private:
  Cycles offset_;
  bool idle_;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace

Cycles start_offset(Cycles most, std::uint64_t seed, int processor) {
  const RandomStream draws(seed, random_streams::kStartOffsets + static_cast<std::uint64_t>(processor));
  return Cycles{draws.below(0, most.count() + 1)};
}

std::unique_ptr<RankProgram> begun_late(std::unique_ptr<RankProgram> program, Cycles offset) {
  return std::make_unique<LateProgram>(std::move(program), offset, false);
}

std::unique_ptr<RankProgram> begun_at(std::unique_ptr<RankProgram> program, Cycles start) {
  return std::make_unique<LateProgram>(std::move(program), start, true);
}

}  // namespace tactus
