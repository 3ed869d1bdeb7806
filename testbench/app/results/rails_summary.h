#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/node/rdma/rail_sampler.h"

namespace tactus {

class SummaryLines;

/// Messages of one size between two nodes joined by rails.
struct RailsSizeSummary {
  Bytes size;
  double bytes_per_second = 0;     ///< size / (message_s - one_way_s)
  double message_s = 0;            ///< time of a message and the small answer to it, on average
  double one_way_s = 0;            ///< half the round trip of 4 B messages
  std::vector<double> rail_rates;  ///< bytes per second of each rail that had a part of the last message; else 0
  std::vector<LimitShare> limits;  ///< resources that the slowest rail waited for, as shares that add up to 1
};

/// Results that only a run of `network.kind: rails` has.
struct RailsSummary {
  std::vector<int> nics;  ///< by rail
  std::vector<RailsSizeSummary> sizes;
};

/// Lines of the text summary: one per size, and what limited the largest one.
void add_lines(const RailsSummary& rails, SummaryLines& lines);
/// Writes rails.csv, a line per size, and limits.csv, a line per size and resource. Throws ResultFileError.
void write_rails(const std::filesystem::path& folder, const RailsSummary& rails);

/// "16 MiB".
std::string size_text(Bytes size);

}  // namespace tactus
