#pragma once

#include <systemc>

#include <array>
#include <cstdint>

#include "hw/common/clock_domain.h"
#include "hw/common/units.h"

namespace tactus {

/// A module on a clock domain that costs nothing while it has nothing to do.
///
/// `tick` runs at every rising edge while the module is awake. It returns the next cycle in which the
/// module has to run even if nothing new arrives: `now + 1` to stay awake, a later cycle to sleep until
/// then, `kUntilWoken` to sleep until a value arrives on one of its wires or `wake` is called. Sleeping is invisible:
/// a module sleeps only when ticking would change neither its state nor its outputs.
class ClockedModule : public sc_core::sc_module {
 public:
  [[nodiscard]] ClockDomain& domain() const { return domain_; }

  /// How a wire tells its reader what comes: all that it needs of the module, so that it does not touch it.
  class Bell {
   public:
    Bell() = default;
    /// There is a reader.
    [[nodiscard]] bool answers() const { return arrivals_ != nullptr; }
    /// A value arrives at edge `at`, fewer than `ClockDomain::kSlots` cycles ahead.
    void ring(Cycles at) const {
      if (arrivals_ == nullptr) return;
      arrivals_[slot(at)] |= std::uint64_t{1} << input_;
      wake_words_[slot(at)] |= std::uint64_t{1} << wake_bit_;
    }
    /// It does not, after all.
    void silence(Cycles at) const {
      if (arrivals_ != nullptr) arrivals_[slot(at)] &= ~(std::uint64_t{1} << input_);
    }

   private:
    friend class ClockedModule;
    std::uint64_t* arrivals_ = nullptr;
    std::uint64_t* wake_words_ = nullptr;
    std::uint8_t wake_bit_ = 0;
    std::uint8_t input_ = 0;
  };
  /// Bell of the input that bit `input` of the module's arrivals stands for, 0..127.
  [[nodiscard]] Bell bell(int input);

 protected:
  static constexpr Cycles kUntilWoken = Cycles::max();

  /// `domain` must outlive it.
  ClockedModule(const sc_core::sc_module_name& name, ClockDomain& domain);

  virtual Cycles tick(Cycles now) = 0;
  /// Rising edge with reset low: state and outputs as after power-on.
  virtual void reset() = 0;

  /// The module runs at the next edge. Software and other things between the edges call this.
  void wake();
  /// A bit for each input on which something arrives at edge `now`, the one of this tick: bit `i` of word 0 for input
  /// `i`, of word 1 for input 64 + `i`.
  [[nodiscard]] std::uint64_t arrivals(Cycles now, int word = 0) const {
    return arrivals_[static_cast<std::size_t>(word)][slot(now)];
  }
  [[nodiscard]] const Clock& clock() const { return domain_.clock(); }
  /// Cycle that contains the present time: edge k begins cycle k.
  [[nodiscard]] Cycles cycle_now() const { return domain_.cycle_now(); }

 private:
  friend class ClockDomain;
  static std::size_t slot(Cycles edge) { return edge.count() % ClockDomain::kSlots; }

  ClockDomain& domain_;
  const unsigned number_;  ///< in the domain's order
  ClockDomain::WakeWords& wake_words_;
  const std::uint64_t wake_bit_;
  void forget_arrivals(Cycles edge) {
    for (auto& word : arrivals_) word[slot(edge)] = 0;
  }

  std::array<std::array<std::uint64_t, ClockDomain::kSlots>, 2> arrivals_{};
};

}  // namespace tactus
