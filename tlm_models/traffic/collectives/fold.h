#pragma once

#include "tlm_models/traffic/collectives/collective.h"

namespace tactus {

/// Members as a core of 2^k of them and up to 2^k - 1 extra ones, each of which gives its data to one of the core
/// before the core's rounds (Thakur, Rabenseifner, Gropp 2005). Of the first 2 `extra` members the even ones are extra.
class Fold {
 public:
  explicit Fold(int members) {
    while (core_ * 2 <= members) {
      core_ *= 2;
      ++rounds_;
    }
    extra_ = members - core_;
  }

  [[nodiscard]] int core() const { return core_; }
  [[nodiscard]] int rounds() const { return rounds_; }  ///< log2 of `core`
  [[nodiscard]] int extra() const { return extra_; }
  [[nodiscard]] bool is_extra(int member) const { return member < 2 * extra_ && member % 2 == 0; }
  /// Whether a member of the core has an extra one, which is the member before it.
  [[nodiscard]] bool has_extra(int member) const { return member < 2 * extra_ && member % 2 == 1; }
  /// Number of a member in the core.
  [[nodiscard]] int number(int member) const { return member < 2 * extra_ ? member / 2 : member - extra_; }
  [[nodiscard]] int member(int number) const { return number < extra_ ? 2 * number + 1 : number + extra_; }
  /// First of the members that `number` stands for: its extra one and itself. One more than the last of `core`: all.
  [[nodiscard]] int first_of(int number) const { return number < extra_ ? 2 * number : number + extra_; }

 private:
  int core_ = 1;
  int rounds_ = 0;
  int extra_ = 0;
};

}  // namespace tactus
