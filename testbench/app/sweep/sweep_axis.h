#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

/// One value that a sweep gives to a key.
struct AxisValue {
  std::string text;  ///< as behind `--set KEY=`
  int column = 1;    ///< column of the value, or of its range, in the option's text
  bool from_range = false;
};

/// One key that a sweep varies: `--over KEY=VALUE,FIRST:LAST:STEP,...`.
struct SweepAxis {
  std::string key;
  std::vector<AxisValue> values;
};

/// Reads the text of one `--over` option. Commas part values and ranges, except inside brackets, braces and quotation
/// marks. A range goes from FIRST to LAST, both included, in exact decimal steps; units are the same in all three.
/// Faults are put on the list; nothing is returned then. Syntax: docs/reference/sweep.md.
std::optional<SweepAxis> parse_axis(const SourceText& source, DiagnosticList& diagnostics);

/// Keys with values that go together, under a name: `--design NAME:KEY=VALUE,KEY=VALUE`.
struct SweepDesign {
  struct Setting {
    std::string text;  ///< as behind `--set`
    std::string key;
    int column = 1;  ///< column of the text in the option's
  };
  std::string name;
  std::vector<Setting> settings;  ///< none: the scenario as it is
};

/// Reads the text of one `--design` option; commas and faults as those of `parse_axis`.
std::optional<SweepDesign> parse_design(const SourceText& source, DiagnosticList& diagnostics);

inline constexpr std::size_t kMostSweepPoints = 10'000;

}  // namespace tactus
