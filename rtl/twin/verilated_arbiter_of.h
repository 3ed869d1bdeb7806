#pragma once

#include <verilated.h>

#include <cstring>
#include <type_traits>
#include <utility>

#include "rtl/twin/verilated_arbiter.h"
#include "rtl/twin/verilated_pin.h"

namespace tactus {

/// The arbiter that `Model`, a class made by Verilator of `output_arbiter`, is. Not for translation units with SystemC.
template <class Model>
class VerilatedArbiterOf final : public VerilatedArbiter {
 public:
  VerilatedArbiterOf() : pins_(&context_, "arbiter") { context_.fatalOnError(false); }
  ~VerilatedArbiterOf() override {
    Verilated::threadContextp(&context_);
    pins_.final();
  }

  Decision decide(bool oldest_first, unsigned requesters, std::uint64_t request, const PinWord* before,
                  std::uint64_t state) override {
    Verilated::threadContextp(&context_);
    pins_.arbiter_i = oldest_first ? 1 : 0;
    pins_.enable_i = 1;
    std::memcpy(&pins_.before_i, before, sizeof(pins_.before_i));
    pins_.state_i = static_cast<Requesters>(state);
    pins_.grant_i = 0;
    pins_.eval();
    const std::uint64_t grant = first_of(request, requesters);
    pins_.grant_i = static_cast<Requesters>(grant);
    pins_.eval();
    return {grant, pins_.state_o};
  }

 private:
  using Requesters = std::decay_t<decltype(std::declval<Model>().state_i)>;

  /// Requesters in `request` that no other one in it comes before.
  [[nodiscard]] std::uint64_t first_of(std::uint64_t request, unsigned requesters) const {
    std::uint64_t first = 0;
    for (std::uint64_t rest = request; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctzll(rest));
      bool beaten = false;
      for (std::uint64_t others = request; others != 0 && !beaten; others &= others - 1) {
        const unsigned bit = i * requesters + static_cast<unsigned>(__builtin_ctzll(others));
        beaten = pin_at(pins_.order_o, bit, 1) != 0;
      }
      if (!beaten) first |= std::uint64_t{1} << i;
    }
    return first;
  }

  VerilatedContext context_;
  Model pins_;
};

}  // namespace tactus
