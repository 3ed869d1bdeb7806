#pragma once

#include <string>
#include <vector>

#include "hw/common/units.h"
#include "rtl/twin/pin_bits.h"
#include "rtl/twin/rtl_assertion.h"

namespace tactus {

/// A port of a twin, for what is said about it.
struct TwinPort {
  enum class Kind { kFlit, kCredits, kPlain };
  std::string name;  ///< as the pin's, e.g. "flit_o[2] (plus_y)"
  Kind kind = Kind::kPlain;
  unsigned lsb = 0;   ///< where its bits begin among those of all inputs, or of all outputs
  unsigned bits = 1;  ///< kPlain: 1..64
};

/// Holds RTL to its model: compares all outputs of both at every edge at which they run, and remembers the last edges.
///
/// Plain class, but for SystemC's reports: the first difference raises kRtlDifference with instance, port, cycle, both
/// values and what was on the ports in the last `kHistory` cycles; an assertion of the RTL raises kRtlAssertion.
class Lockstep {
 public:
  static constexpr std::size_t kHistory = 20;

  /// What is on the ports at one edge: inputs as sampled, outputs as driven from it on. All bits that are no port's are
  /// 0.
  struct Row {
    Cycles edge;
    std::vector<PinWord> inputs;
    std::vector<PinWord> model;
    std::vector<PinWord> rtl;
  };

  /// `instance` for reports. The ports of either list are in order of their bits.
  Lockstep(std::string instance, std::vector<TwinPort> inputs, std::vector<TwinPort> outputs);

  /// The row of edge `now`, all zeros, to be filled in; it is the newest of the history.
  Row& begin(Cycles now);
  /// The newest row is complete.
  void compare() const {
    const Row& row = rows_[newest_];
    if (row.model != row.rtl) report_difference();
  }
  [[noreturn]] void fail(const RtlAssertion& assertion) const;
  /// Nothing has been.
  void clear();

  /// All outputs of the newest row are 0, RTL's and model's.
  [[nodiscard]] bool outputs_idle() const;
  [[nodiscard]] const Row& newest() const { return rows_[newest_]; }

 private:
  [[noreturn]] void report_difference() const;
  [[nodiscard]] std::string history() const;
  [[nodiscard]] std::string describe(const Row& row) const;

  std::string instance_;
  std::vector<TwinPort> inputs_;
  std::vector<TwinPort> outputs_;
  std::vector<Row> rows_;
  std::size_t newest_ = kHistory - 1;
  std::size_t count_ = 0;
};

/// What is on `port`, in words: "head vc1 0123...", "vc0: 3", "5"; nothing while it is idle.
std::string port_value(const TwinPort& port, const std::vector<PinWord>& words);

}  // namespace tactus
