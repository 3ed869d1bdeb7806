#include "testbench/app/results/rails_summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "testbench/app/results/atomic_file.h"

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

void write_file(const std::filesystem::path& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
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

nlohmann::ordered_json json_of(const RailsSummary& rails) {
  auto sizes = nlohmann::ordered_json::array();
  for (const RailsSizeSummary& row : rails.sizes) {
    auto limits = nlohmann::ordered_json::array();
    for (const LimitShare& limit : row.limits) limits.push_back({{"resource", limit.resource}, {"share", limit.share}});
    sizes.push_back({{"size_bytes", row.size.count()},
                     {"bytes_per_second", row.bytes_per_second},
                     {"message_s", row.message_s},
                     {"one_way_s", row.one_way_s},
                     {"rail_bytes_per_second", row.rail_rates},
                     {"limits", std::move(limits)}});
  }
  return {{"nics", rails.nics}, {"sizes", std::move(sizes)}};
}

std::string text_of(const RailsSummary& rails) {
  std::string text = fmt::format("{:<12}NIC {} of either node\n", "rails", fmt::join(rails.nics, ", "));
  for (const RailsSizeSummary& row : rails.sizes) {
    text += fmt::format("{:<12}{:.3f} GB/s, {:.2f} us\n", size_text(row.size), row.bytes_per_second * 1e-9,
                        (row.message_s - row.one_way_s) * 1e6);
  }
  const auto largest = std::max_element(rails.sizes.begin(), rails.sizes.end(),
                                        [](const auto& a, const auto& b) { return a.size < b.size; });
  if (largest == rails.sizes.end()) return text;
  double others = 1;
  for (std::size_t i = 0; i < std::min(kLimitsShown, largest->limits.size()); ++i) {
    const LimitShare& limit = largest->limits[i];
    text += fmt::format("{:<12}{:4.1f} % {}\n", i == 0 ? "waited for" : "", 100 * limit.share, limit.resource);
    others -= limit.share;
  }
  if (largest->limits.size() > kLimitsShown) text += fmt::format("{:<12}{:4.1f} % others\n", "", 100 * others);
  return text;
}

void write_rails(const std::filesystem::path& folder, const RailsSummary& rails) {
  write_file(folder / "rails.csv", csv_of_sizes(rails));
  write_file(folder / "limits.csv", csv_of_limits(rails));
}

}  // namespace tactus
