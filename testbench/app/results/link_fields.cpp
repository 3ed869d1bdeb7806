// Fields and lines of a result that tell of links.

#include "testbench/app/results/link_fields.h"

#include <algorithm>

#include "hw/common/router_ports.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {

using fields::Json;

ResultField<RunSummary> direction_utilisation() {
  ResultField<RunSummary> made{
      {"direction_utilisation", "0..1",
       "Link utilization for each direction of travel: `plus_x`, `minus_x`, and with more dimensions `plus_y`, "
       "`minus_y`, and so on with z, w, v, u. In a [graph](graphs.md#groups-of-links) for each group of links."}};
  made.write = [](const RunSummary& run) {
    Json json = Json::object();
    for (std::size_t i = 0; i < run.direction_utilisation.size(); ++i) {
      json[kDirectionNames.at(i)] = run.direction_utilisation[i];
    }
    for (const auto& [group, share] : run.group_utilisation) json[group] = share;
    return json;
  };
  made.read = [](const Json& json, RunSummary& run) {
    const Json& shares = json.at("direction_utilisation");
    for (const auto& [name, share] : shares.items()) {
      const std::size_t direction = run.direction_utilisation.size();
      if (direction < kDirectionNames.size() && name == kDirectionNames[direction]) {
        run.direction_utilisation.push_back(share.get<double>());
      } else {
        run.group_utilisation.emplace_back(name, share.get<double>());
      }
    }
  };
  return made;
}

void tell_links(const RunSummary& run, SummaryLines& lines) {
  if (run.rails || run.copies) return;
  const auto& direction = run.direction_utilisation;
  const bool known = std::any_of(direction.begin(), direction.end(), [](double share) { return share > 0; });
  std::string each;
  for (const auto& [group, share] : run.group_utilisation) {
    each += fmt::format("{}{} {:.1f}", each.empty() ? "" : ", ", group, 100 * share);
  }
  if (each.empty() && (direction.empty() || (run.flow && !known))) {  // a network without directions
    lines.add("links", "{:.1f} % used", 100 * run.link_utilisation);
    return;
  }
  for (std::size_t i = 0; i < direction.size(); ++i) {
    const auto way = static_cast<Direction>(i);
    const char* letter = kDimensionNames.at(static_cast<std::size_t>(dimension_of(way)));
    each += fmt::format("{}{}{} {:.1f}", i == 0 ? "" : ", ", is_negative(way) ? '-' : '+', letter, 100 * direction[i]);
  }
  lines.add("links", "{:.1f} % used ({})", 100 * run.link_utilisation, each);
}

}  // namespace tactus
