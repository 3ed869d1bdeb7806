#pragma once

#include <verilated.h>

#include <cstring>
#include <type_traits>

#include "rtl/twin/verilated_arbiter.h"

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

  Decision decide(bool oldest_first, std::uint64_t request, const PinWord* before, std::uint64_t state) override {
    Verilated::threadContextp(&context_);
    pins_.arbiter_i = oldest_first ? 1 : 0;
    pins_.request_i = static_cast<std::decay_t<decltype(pins_.request_i)>>(request);
    std::memcpy(&pins_.before_i, before, sizeof(pins_.before_i));
    pins_.state_i = static_cast<std::decay_t<decltype(pins_.state_i)>>(state);
    pins_.eval();
    return {pins_.grant_o, pins_.state_o};
  }

 private:
  VerilatedContext context_;
  Model pins_;
};

}  // namespace tactus
