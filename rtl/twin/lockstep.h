#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/common/units.h"
#include "rtl/twin/pin_bits.h"
#include "rtl/twin/rtl_assertion.h"

namespace tactus {

/// A port of a twin, for what is said about it.
struct TwinPort {
  enum class Kind { kFlit, kCredits, kPlain, kNumber };
  std::string name;  ///< as the pin's, e.g. "flit_o[2] (plus_y)"
  Kind kind = Kind::kPlain;
  unsigned lsb = 0;       ///< where its bits begin among those of all inputs, of all outputs, or of all parts
  unsigned bits = 1;      ///< kPlain, shown in hexadecimal, and kNumber, in decimal: 1..64
  bool modelled = true;   ///< the model has a value for it; a port of a part may have none
  bool compared = false;  ///< port of a part: model and RTL have the same in a correct RTL; not enforced
};

/// A part within a twin, whose ports are shown beside those of the twin: a pacer within a NIC.
struct TwinPart {
  std::string name;  ///< "engine_2.pacer"
  unsigned index;    ///< it belongs to the twin's ports with this number, such as flit_o[2]
  std::vector<TwinPort> ports;
};

/// Holds RTL to its model: compares all outputs of both at every edge at which they run, and remembers the last edges.
///
/// Plain class, but for SystemC's reports: the first difference raises kRtlDifference with instance, port, cycle, both
/// values and what was on the ports in the last `kPrinted` cycles; an assertion of the RTL raises kRtlAssertion. Ports
/// of parts are remembered and shown, but only outputs of the twin are compared.
class Lockstep {
 public:
  /// Edges that are remembered, and those of them that reports show.
  static constexpr std::size_t kHistory = 512;
  static constexpr std::size_t kPrinted = 20;
  /// Told before a violation is raised, with what has been.
  using Listener = std::function<void(const Lockstep&)>;

  /// Values on the ports at one edge: inputs as sampled, outputs as driven from it on; parts as they were at the edge.
  /// All bits that are no port's are 0.
  struct Row {
    Cycles edge;
    std::vector<PinWord> inputs;
    std::vector<PinWord> model;
    std::vector<PinWord> rtl;
    std::vector<PinWord> part_model;
    std::vector<PinWord> part_rtl;
  };

  /// `instance` for reports. The ports of each list are in order of their bits.
  Lockstep(std::string instance, std::vector<TwinPort> inputs, std::vector<TwinPort> outputs, Listener listener = {},
           std::vector<TwinPart> parts = {});

  /// The row of edge `now`, all zeros, to be filled in; it is the newest of the history.
  Row& begin(Cycles now);
  /// The plug-in's policy that decides in the model, for what is said of a difference: "x.cpp: pacer mode 'x'".
  void name_policy(const std::string& title);

  /// The newest row is complete.
  void compare() const {
    if (newest_.model != newest_.rtl) report_difference();
  }
  [[noreturn]] void fail(const RtlAssertion& assertion) const;
  /// RTL and model differ, as `how` says, in what is not on the ports; `now` is the cycle.
  [[noreturn]] void differ(Cycles now, const std::string& how) const;
  /// Nothing has been.
  void clear();

  /// All outputs of the newest row are 0, RTL's and model's.
  [[nodiscard]] bool outputs_idle() const;
  [[nodiscard]] const Row& newest() const { return newest_; }
  /// The edges that are remembered, oldest first.
  [[nodiscard]] std::vector<Row> rows() const;
  [[nodiscard]] const std::string& instance() const { return instance_; }
  [[nodiscard]] const std::vector<TwinPort>& inputs() const { return inputs_; }
  [[nodiscard]] const std::vector<TwinPort>& outputs() const { return outputs_; }
  [[nodiscard]] const std::vector<TwinPart>& parts() const { return parts_; }

 private:
  /// A word of a row that is not 0. All words of a row are numbered, list by list.
  struct PackedWord {
    std::uint32_t number;
    PinWord word;
  };
  /// An edge before the newest. Most words are 0, so that a long history is small and stays out of the cache.
  struct PackedRow {
    Cycles edge;
    std::vector<PackedWord> words;
  };

  [[noreturn]] void raise(const char* report, const std::string& text) const;
  [[noreturn]] void report_difference() const;
  void pack(PackedRow& packed) const;
  [[nodiscard]] Row unpack(const PackedRow& packed) const;
  [[nodiscard]] Row empty_row() const;

  std::string instance_;
  std::string model_ = "the model";
  std::vector<TwinPort> inputs_;
  std::vector<TwinPort> outputs_;
  std::vector<TwinPart> parts_;
  Listener listener_;
  Row newest_;
  std::vector<PackedRow> older_;  ///< a ring of those before it
  std::size_t next_ = 0;          ///< place in the ring that is filled next
  std::size_t count_ = 0;         ///< edges that are remembered, the newest included
};

/// Model and RTL have the same on an output.
bool same(const TwinPort& port, const Lockstep::Row& row);
/// Model and RTL have the same on a port of a part.
bool same_in_part(const TwinPort& port, const Lockstep::Row& row);

/// Whether an output with the number of `part`, as in flit_o[2], differs in `row`.
bool part_concerned(const Lockstep& lockstep, const TwinPart& part, const Lockstep::Row& row);

/// Value on `port`, in words: "head vc1 0123...", "vc0: 3", "5"; nothing while it is idle.
std::string port_value(const TwinPort& port, const std::vector<PinWord>& words);

}  // namespace tactus
