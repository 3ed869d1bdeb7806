#pragma once

#include <verilated.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "hw/common/clock.h"

#if VM_TRACE
#include <verilated_fst_c.h>
#endif

namespace tactus {

/// Records all signals of a Verilated model, if it was made for that (VM_TRACE) and a file is opened. Else it does
/// nothing and costs nothing.
class VerilatedTrace {
 public:
#if VM_TRACE
  /// Before the model's first evaluation.
  static void prepare(VerilatedContext& context) { context.traceEverOn(true); }

  template <class Model>
  void open(Model& model, const std::string& file, Clock clock) {
    clock_.emplace(clock);
    file_ = std::make_unique<VerilatedFstC>();
    model.trace(file_.get(), 99);
    file_->open(file.c_str());
  }
  void close() {
    if (file_) file_->close();
    file_.reset();
  }
  [[nodiscard]] bool recording() const { return file_ != nullptr; }
  /// The edge that begins `cycle` comes next.
  void cycle(std::uint64_t cycle) { cycle_ = cycle; }
  /// All values as they are, `quarters` of a period after that edge; later if there is something at that time already.
  void dump(int quarters) {
    const auto edge = static_cast<std::int64_t>(clock_->edge(Cycles{cycle_}).count());
    const auto next = static_cast<std::int64_t>(clock_->edge(Cycles{cycle_ + 1}).count());
    const std::int64_t wanted = edge + quarters * ((next - edge) / 4);
    time_ = std::max<std::int64_t>(time_ + 1, wanted);
    file_->dump(static_cast<std::uint64_t>(time_));
  }

 private:
  std::unique_ptr<VerilatedFstC> file_;
  std::optional<Clock> clock_;
  std::uint64_t cycle_ = 0;
  std::int64_t time_ = -1;
#else
  static void prepare(VerilatedContext& /*context*/) {}
  template <class Model>
  void open(Model& /*model*/, const std::string& /*file*/, Clock /*clock*/) {}
  void close() {}
  [[nodiscard]] static constexpr bool recording() { return false; }
  void cycle(std::uint64_t /*cycle*/) {}
  void dump(int /*quarters*/) {}
#endif
};

}  // namespace tactus
