#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "testbench/app/attribution/latency_sums.h"
#include "testbench/app/results/hdf5_file.h"

namespace tactus {

/// Units in which latencies of a level are counted.
struct LatencyUnits {
  std::string what;  ///< "packets"
  std::string time;  ///< "cycles"
};

/// Writes one row for each of `sums`: `latency/<name>`, and beside it how many packets or messages they are of.
template <class Split>
void write_latency_rows(Hdf5File& file, const std::string& name, const std::vector<SplitTotal<Split>>& sums,
                        const std::string& of_what, const LatencyUnits& units) {
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> times;
  for (const SplitTotal<Split>& sum : sums) {
    counts.push_back(sum.count);
    times.insert(times.end(), sum.time.of_part.begin(), sum.time.of_part.end());
  }
  file.write("latency/" + name, {sums.size(), Split::kParts}, times,
             "[" + of_what + ", part] " + units.time + ", summed over " + units.what);
  file.write("latency/" + name + "_" + units.what, {sums.size()}, counts, "[" + of_what + "] " + units.what);
}

/// Writes the arrays of the group `latency`.
template <class Split>
void write_latency_sums(Hdf5File& file, const LatencySums<Split>& sums,
                        const std::array<const char*, Split::kParts>& part_names, const LatencyUnits& units) {
  file.write("latency/parts", std::vector<std::string>{part_names.begin(), part_names.end()},
             "names of the last dimension of the other arrays of latency");
  write_latency_rows<Split>(file, "total", {sums.total()}, "all", units);
  write_latency_rows(file, "by_source", sums.by_source(), "node", units);
  write_latency_rows(file, "by_destination", sums.by_destination(), "node", units);
  if (!sums.by_pair().empty()) {
    write_latency_rows(file, "by_pair", sums.by_pair(), "source * nodes + destination", units);
  }
  std::vector<std::uint64_t> numbers;
  std::vector<SplitTotal<Split>> of_sequences;
  for (const auto& [number, sum] : sums.by_sequence()) {
    numbers.push_back(static_cast<std::uint64_t>(number));
    of_sequences.push_back(sum);
  }
  if (numbers.empty()) return;
  write_latency_rows(file, "by_sequence", of_sequences, "sequence", units);
  file.write("latency/sequences", {numbers.size()}, numbers, "numbers of the sequences");
}

}  // namespace tactus
