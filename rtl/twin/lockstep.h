#pragma once

#include <functional>
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
  /// Told before a violation is raised, with what has been.
  using Listener = std::function<void(const Lockstep&)>;

  /// Values on the ports at one edge: inputs as sampled, outputs as driven from it on. All bits that are no port's are
  /// 0.
  struct Row {
    Cycles edge;
    std::vector<PinWord> inputs;
    std::vector<PinWord> model;
    std::vector<PinWord> rtl;
  };

  /// `instance` for reports. The ports of either list are in order of their bits.
  Lockstep(std::string instance, std::vector<TwinPort> inputs, std::vector<TwinPort> outputs, Listener listener = {});

  /// The row of edge `now`, all zeros, to be filled in; it is the newest of the history.
  Row& begin(Cycles now);
  /// The newest row is complete.
  void compare() const {
    const Row& row = rows_[newest_];
    if (row.model != row.rtl) report_difference();
  }
  [[noreturn]] void fail(const RtlAssertion& assertion) const;
  /// RTL and model differ, as `how` says, in what is not on the ports; `now` is the cycle.
  [[noreturn]] void differ(Cycles now, const std::string& how) const;
  /// Nothing has been.
  void clear();

  /// All outputs of the newest row are 0, RTL's and model's.
  [[nodiscard]] bool outputs_idle() const;
  [[nodiscard]] const Row& newest() const { return rows_[newest_]; }
  /// The edges that are remembered, oldest first.
  [[nodiscard]] std::vector<const Row*> rows() const;
  [[nodiscard]] const std::string& instance() const { return instance_; }
  [[nodiscard]] const std::vector<TwinPort>& inputs() const { return inputs_; }
  [[nodiscard]] const std::vector<TwinPort>& outputs() const { return outputs_; }

 private:
  [[noreturn]] void raise(const char* report, const std::string& text) const;
  [[noreturn]] void report_difference() const;
  [[nodiscard]] std::string history() const;
  [[nodiscard]] std::string describe(const Row& row) const;

  std::string instance_;
  std::vector<TwinPort> inputs_;
  std::vector<TwinPort> outputs_;
  Listener listener_;
  std::vector<Row> rows_;
  std::size_t newest_ = kHistory - 1;
  std::size_t count_ = 0;
};

/// Model and RTL have the same on an output.
bool same(const TwinPort& port, const Lockstep::Row& row);

/// Value on `port`, in words: "head vc1 0123...", "vc0: 3", "5"; nothing while it is idle.
std::string port_value(const TwinPort& port, const std::vector<PinWord>& words);

}  // namespace tactus
