#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/app/attribution/latency_sums.h"
#include "testbench/app/results/hdf5_file.h"

namespace tactus {

/// Units in which latencies of a level are counted, and the group of their arrays.
struct LatencyUnits {
  std::string what;   ///< "packets"
  std::string time;   ///< "cycles"
  std::string group;  ///< "latency"
};

/// Writes one row for each of `sums`: `<group>/<name>`, and beside it how many packets or messages they are of.
template <class Split>
void write_latency_rows(Hdf5File& file, const std::string& name, const std::vector<SplitTotal<Split>>& sums,
                        const std::string& of_what, const LatencyUnits& units) {
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> times;
  for (const SplitTotal<Split>& sum : sums) {
    counts.push_back(sum.count);
    times.insert(times.end(), sum.time.of_part.begin(), sum.time.of_part.end());
  }
  file.write(units.group + "/" + name, {sums.size(), Split::kParts}, times,
             "[" + of_what + ", part] " + units.time + ", summed over " + units.what);
  file.write(units.group + "/" + name + "_" + units.what, {sums.size()}, counts, "[" + of_what + "] " + units.what);
}

/// Writes the arrays of a group.
template <class Split>
void write_latency_sums(Hdf5File& file, const LatencySums<Split>& sums, const std::vector<std::string>& part_names,
                        const LatencyUnits& units) {
  file.write(units.group + "/parts", part_names, "names of the last dimension of the other arrays of " + units.group);
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
  file.write(units.group + "/sequences", {numbers.size()}, numbers, "numbers of the sequences");
}

}  // namespace tactus
