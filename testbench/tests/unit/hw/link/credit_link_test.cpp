#include "hw/link/credit_link.h"

#include <memory>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/bench_clock.h"
#include "testbench/tests/unit/hw/router/dice.h"

namespace tactus {
namespace {

constexpr int kVcs = 3;

/// A link with its four signals and everything that was ever put on its inputs, by the edge that samples it.
class LinkBench {
 public:
  LinkBench(BenchClock& clock, std::uint64_t delay)
      : delay_(delay), dice_(delay), link_(sc_core::sc_gen_unique_name("link"), BenchClock::kPeriod, Cycles{delay}) {
    link_.clk_i(clock.clk);
    link_.rst_ni(clock.rst_n);
    link_.flit_i(flit_i_);
    link_.flit_o(flit_o_);
    link_.credit_i(credit_i_);
    link_.credit_o(credit_o_);
    flits_.emplace_back();
    credits_.push_back(0);  // edge 0 is reset
  }

  /// Busy stretches, quiet ones longer than the link, and values that stay the same for many cycles.
  void drive_random() {
    if (stretch_ == 0) {
      stretch_ = dice_.between(1, 3 * static_cast<int>(delay_) + 10);
      flit_percent_ = dice_.chance(40) ? 0 : dice_.between(5, 100);
      credit_percent_ = dice_.chance(40) ? 0 : dice_.between(5, 100);
    }
    --stretch_;
    Flit flit;
    if (dice_.chance(flit_percent_)) flit = dice_.chance(50) ? repeated_flit() : random_flit();
    CreditReturn credits = 0;
    if (dice_.chance(credit_percent_)) {
      credits = dice_.chance(50) ? credits_for(1, 1) : credits_for(dice_.below(kVcs), 1) | credits_for(2, 3);
    }
    drive(flit, credits);
  }
  void drive(const Flit& flit, CreditReturn credits) {
    flits_driven_ += flit.valid ? 1 : 0;
    flit_i_.write(flit);
    credit_i_.write(credits);
    flits_.push_back(flit);
    credits_.push_back(credits);
  }
  [[nodiscard]] int flits_driven() const { return flits_driven_; }
  /// What was sampled so far will not come out.
  void forget() {
    flits_.assign(flits_.size(), Flit{});
    credits_.assign(credits_.size(), 0);
  }

  /// After edge `edge`: what is on the outputs is sampled at `edge + 1`, and so was sampled at `edge + 1 - delay`.
  [[nodiscard]] bool outputs_right(std::uint64_t edge) const {
    if (edge + 1 < delay_) return !flit_o_.read().valid && credit_o_.read() == 0;
    const auto sampled = static_cast<std::size_t>(edge + 1 - delay_);
    return flit_o_.read() == flits_[sampled] && credit_o_.read() == credits_[sampled];
  }
  /// After edge `edge`: flits sampled here and not yet on the far wire; credits sampled here and not yet at the far
  /// end.
  [[nodiscard]] bool counts_right(std::uint64_t edge) const {
    unsigned flits = 0;
    std::vector<unsigned> credits(kVcs, 0);
    for (std::uint64_t i = 0; i < delay_ && i <= edge; ++i) {
      const auto sampled = static_cast<std::size_t>(edge - i);
      if (i + 1 < delay_ && flits_[sampled].valid) ++flits;
      for (int vc = 0; vc < kVcs; ++vc) credits[static_cast<std::size_t>(vc)] += credits_of(credits_[sampled], vc);
    }
    bool right = link_.flits_in_flight() == flits;
    for (int vc = 0; vc < kVcs; ++vc) {
      right = right && link_.credits_in_flight(vc) == credits[static_cast<std::size_t>(vc)];
    }
    return right;
  }

 private:
  Flit random_flit() {
    Flit flit;
    flit.valid = true;
    flit.head = dice_.chance(20);
    flit.tail = dice_.chance(20);
    flit.vc = static_cast<std::uint8_t>(dice_.below(8));
    flit.data_lo = dice_.bits();
    flit.data_hi = dice_.bits();
    return last_flit_ = flit;
  }
  Flit repeated_flit() { return last_flit_.valid ? last_flit_ : random_flit(); }

  std::uint64_t delay_;
  Dice dice_;
  CreditLink link_;
  sc_core::sc_signal<Flit> flit_i_, flit_o_;
  sc_core::sc_signal<CreditReturn> credit_i_, credit_o_;
  std::vector<Flit> flits_;  ///< [edge]
  std::vector<CreditReturn> credits_;
  Flit last_flit_;
  int flits_driven_ = 0;
  int stretch_ = 0;
  int flit_percent_ = 0;
  int credit_percent_ = 0;
};

using LinkBenches = std::vector<std::unique_ptr<LinkBench>>;

LinkBenches links_of_every_length(BenchClock& clock) {
  LinkBenches links;
  for (std::uint64_t delay = 1; delay <= 30; ++delay) links.push_back(std::make_unique<LinkBench>(clock, delay));
  return links;
}

void step_and_check(BenchClock& clock, const LinkBenches& links) {
  const std::uint64_t edge = clock.next_edge();
  clock.step();
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (!links[i]->outputs_right(edge)) FAIL("outputs, delay " << i + 1 << ", edge " << edge);
    if (!links[i]->counts_right(edge)) FAIL("counts, delay " << i + 1 << ", edge " << edge);
  }
}

}  // namespace

TEST_CASE("CreditLink: what is sampled at edge s is sampled on the far side at edge s + D, and nothing else is") {
  BenchClock clock;
  const LinkBenches links = links_of_every_length(clock);
  step_and_check(clock, links);
  for (int cycle = 0; cycle < 6000; ++cycle) {
    for (const auto& link : links) link->drive_random();
    step_and_check(clock, links);
  }
  for (const auto& link : links) CHECK(link->flits_driven() > 500);
}

TEST_CASE("CreditLink: a reset empties the link") {
  BenchClock clock;
  const LinkBenches links = links_of_every_length(clock);
  step_and_check(clock, links);
  for (int round = 0; round < 20; ++round) {
    for (int cycle = 0; cycle < 45; ++cycle) {
      for (const auto& link : links) link->drive_random();
      step_and_check(clock, links);
    }
    for (const auto& link : links) {
      link->drive(Flit{}, 0);
      link->forget();
    }
    clock.reset_at_next_edge();
    step_and_check(clock, links);
    for (int cycle = 0; cycle < 35 * (round % 2); ++cycle) {
      for (const auto& link : links) link->drive(Flit{}, 0);
      step_and_check(clock, links);
    }
  }
  for (const auto& link : links) CHECK(link->flits_driven() > 50);
}

}  // namespace tactus
