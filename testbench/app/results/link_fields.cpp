// Fields and lines of a result that tell of links.

#include "testbench/app/results/link_fields.h"

#include <algorithm>

#include "hw/common/router_ports.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {

using fields::Json;

namespace {

/// "+x" of a direction; other groups of links keep their names.
std::string short_name(const std::string& group) {
  const auto* const name = std::find(kDirectionNames.begin(), kDirectionNames.end(), group);
  if (name == kDirectionNames.end()) return group;
  const auto way = static_cast<Direction>(name - kDirectionNames.begin());
  return fmt::format("{}{}", is_negative(way) ? '-' : '+',
                     kDimensionNames.at(static_cast<std::size_t>(dimension_of(way))));
}

}  // namespace

ResultField<RunSummary> direction_utilisation() {
  ResultField<RunSummary> made{
      {"direction_utilisation", "0..1",
       "Link utilization for each direction of travel: `plus_x`, `minus_x`, and with more dimensions `plus_y`, "
       "`minus_y`, and so on with z, w, v, u. In a [graph](graphs.md#groups-of-links) for each group of links."}};
  made.write = [](const RunSummary& run) {
    Json json = Json::object();
    for (const auto& [group, share] : run.group_utilisation) json[group] = share;
    return json;
  };
  made.read = [](const Json& json, RunSummary& run) {
    const Json& shares = json.at("direction_utilisation");
    for (const auto& [group, share] : shares.items()) run.group_utilisation.emplace_back(group, share.get<double>());
  };
  return made;
}

void tell_links(const RunSummary& run, SummaryLines& lines) {
  if (run.rails || run.copies) return;
  const auto& groups = run.group_utilisation;
  const bool known = std::any_of(groups.begin(), groups.end(), [](const auto& group) { return group.second > 0; });
  if (groups.empty() || (run.flow && !known)) {  // a network without directions
    lines.add("links", "{:.1f} % used", 100 * run.link_utilisation);
    return;
  }
  std::string each;
  for (const auto& [group, share] : groups) {
    each += fmt::format("{}{} {:.1f}", each.empty() ? "" : ", ", short_name(group), 100 * share);
  }
  lines.add("links", "{:.1f} % used ({})", 100 * run.link_utilisation, each);
}

}  // namespace tactus
