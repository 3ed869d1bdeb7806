#include "testbench/app/results/rails_summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/run_fields.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

constexpr std::size_t kLimitsShown = 4;

std::string csv_of_sizes(const RailsSummary& rails) {
  std::string text = "size_bytes,bandwidth_GBps,message_us,one_way_us";
  for (const int nic : rails.nics) text += fmt::format(",nic_{}_GBps", nic);
  text += '\n';
  for (const RailsSizeSummary& row : rails.sizes) {
    text += fmt::format("{},{:.6f},{:.6f},{:.6f}", row.size.count(), row.bytes_per_second * 1e-9, row.message_s * 1e6,
                        row.one_way_s * 1e6);
    for (const double rate : row.rail_rates) text += fmt::format(",{:.6f}", rate * 1e-9);
    text += '\n';
  }
  return text;
}

std::string csv_of_limits(const RailsSummary& rails) {
  std::string text = "size_bytes,resource,share\n";
  for (const RailsSizeSummary& row : rails.sizes) {
    for (const LimitShare& limit : row.limits) {
      text += fmt::format("{},\"{}\",{:.6f}\n", row.size.count(), limit.resource, limit.share);
    }
  }
  return text;
}

}  // namespace

std::string size_text(Bytes size) {
  constexpr std::array<const char*, 4> kUnits = {"B", "KiB", "MiB", "GiB"};
  std::uint64_t count = size.count();
  std::size_t unit = 0;
  while (count != 0 && count % 1024 == 0 && unit + 1 < kUnits.size()) {
    count /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", count, kUnits.at(unit));
}

ResultFields<LimitShare> declare(Struct<LimitShare>) {
  using Of = LimitShare;
  return {
      field("resource", &Of::resource, "", "Name of the resource."),
      field("share", &Of::share, "0..1", "Share of the time; shares add up to 1."),
  };
}

ResultFields<RailsSizeSummary> declare(Struct<RailsSizeSummary>) {
  using Of = RailsSizeSummary;
  return {
      field("size_bytes", &Of::size, "B", "Length of the messages."),
      field("bytes_per_second", &Of::bytes_per_second, "B/s", "Bandwidth: `size_bytes` / (`message_s` - `one_way_s`)."),
      field("message_s", &Of::message_s, "s", "Time of a message and the 4 B that answer it."),
      field("one_way_s", &Of::one_way_s, "s", "Half a round trip of 4 B."),
      field("rail_bytes_per_second", &Of::rail_rates, "B/s", "Rate of each rail's part of the last message."),
      field("limits", &Of::limits, "", "Resources that the slowest rail waited for."),
  };
}

ResultFields<RailsSummary> declare(Struct<RailsSummary>) {
  using Of = RailsSummary;
  return {
      field("nics", &Of::nics, "", "NICs of either node, by rail."),
      field("sizes", &Of::sizes, "", "Measurements, by size of the messages."),
  };
}

void add_lines(const RailsSummary& rails, SummaryLines& lines) {
  lines.add("rails", "NIC {} of either node", fmt::join(rails.nics, ", "));
  for (const RailsSizeSummary& row : rails.sizes) {
    lines.add(size_text(row.size), "{:.3f} GB/s, {:.2f} us", row.bytes_per_second * 1e-9,
              (row.message_s - row.one_way_s) * 1e6);
  }
  const auto largest = std::max_element(rails.sizes.begin(), rails.sizes.end(),
                                        [](const auto& a, const auto& b) { return a.size < b.size; });
  if (largest == rails.sizes.end()) return;
  double others = 1;
  for (std::size_t i = 0; i < std::min(kLimitsShown, largest->limits.size()); ++i) {
    const LimitShare& limit = largest->limits[i];
    lines.add(i == 0 ? "waited for" : "", "{:4.1f} % {}", 100 * limit.share, limit.resource);
    others -= limit.share;
  }
  if (largest->limits.size() > kLimitsShown) lines.add("", "{:4.1f} % others", 100 * others);
}

void write_rails(const std::filesystem::path& folder, const RailsSummary& rails) {
  write_whole_file(folder / "rails.csv", csv_of_sizes(rails));
  write_whole_file(folder / "limits.csv", csv_of_limits(rails));
}

}  // namespace tactus
