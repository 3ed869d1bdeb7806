#pragma once

#include <cstddef>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

namespace tactus::test {

/// Requires that the folders of two runs have the same waveform, once as FST and once as VCD, of at least so many
/// values, and that each signal is in the save file. Answers the FST.
inline Wave same_in_both_formats(const TemporaryFolder& fst, const TemporaryFolder& vcd, std::size_t least_values) {
  const Wave a = read_fst(fst.path() / "waves.fst");
  const Wave b = read_vcd(vcd.path() / "waves.vcd");
  REQUIRE(a.names() == b.names());
  CHECK(gtkwave_signals(fst.text("waves.gtkw")) == a.names());
  CHECK(gtkwave_signals(vcd.text("waves.gtkw")) == b.names());
  CHECK(a.end == b.end);
  std::size_t values = 0;
  std::size_t differing = 0;
  for (const auto& [name, changes] : b.changes) {
    for (const auto& entry : changes) {
      ++values;
      if (a.at(name, entry.first) != b.at(name, entry.first)) ++differing;
    }
  }
  CHECK(differing == 0);
  CHECK(values > least_values);
  return a;
}

}  // namespace tactus::test
