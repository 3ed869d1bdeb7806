#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw/router/arbiter.h"
#include "rtl/twin/verilated_arbiter.h"
#include "testbench/parts/arbiter_stimuli.h"
#include "testbench/parts/dice.h"

namespace tactus {

/// An arbiter in RTL alone on its pins, with the arbiter of the model beside it, for the outputs of one router. Every
/// grant is compared; the state that the RTL keeps is its own affair.
class ArbiterBench {
 public:
  /// For `requesters` input VCs, 1 to 64, and an arbiter of rtl/twin/rtl_straps.h.
  ArbiterBench(std::unique_ptr<VerilatedArbiter> rtl, const ArbiterName& arbiter, int requesters, std::uint64_t seed);

  /// Asks for one grant of one output. Throws PartDifference.
  void step();
  /// Asks for many.
  void run(int grants);

  [[nodiscard]] const StimulusCounts<ArbiterStimulus>& stimuli() const { return stimuli_; }

 private:
  struct Output {
    std::unique_ptr<Arbiter> model;
    std::uint64_t state = 0;  ///< state that the RTL keeps
    int winner = -1;          ///< requester of the last grant; -1 after reset
  };
  struct Grant {
    std::size_t output;
    RequestMask requests;
    std::uint64_t model;
    std::uint64_t rtl;
  };
  using Ages = std::array<std::uint32_t, kMaxRequesters>;
  using Before = std::array<PinWord, words_for(kMaxRequesters* kMaxRequesters)>;

  void reset(Output& output);
  RequestMask draw_requests(const Output& output);
  [[nodiscard]] RequestMask draw_mask();
  Ages draw_ages();
  Before draw_before(RequestMask requests, const Ages& ages);
  [[nodiscard]] bool is_before(const Ages& ages, unsigned j, unsigned i) const;
  void count(const Output& output, RequestMask requests, const Ages& ages);
  void count_ages(RequestMask requests, const Ages& ages);
  [[noreturn]] void differ() const;

  Dice dice_;
  std::unique_ptr<VerilatedArbiter> rtl_;
  const bool oldest_first_;
  const unsigned requesters_;
  const RequestMask all_;
  std::vector<Output> outputs_;
  std::deque<Grant> grants_;  ///< newest last
  std::uint64_t count_ = 0;
  StimulusCounts<ArbiterStimulus> stimuli_;
};

}  // namespace tactus
