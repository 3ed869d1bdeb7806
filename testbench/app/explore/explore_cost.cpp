#include "testbench/app/explore/explore_cost.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "testbench/app/about/about.h"
#include "testbench/app/area/area.h"
#include "testbench/app/area/area_choices.h"
#include "testbench/app/files/content_hash.h"
#include "testbench/app/files/regular_file.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/result_file.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;
using Path = std::filesystem::path;

constexpr char kKey[] = "pacing.mode";
constexpr char kNoGap[] = "off";

/// Folder of our RTL; empty if the program has none beside it.
Path our_rtl() {
  const Path project = rtl_replace_project();
  return project.empty() ? Path() : project.parent_path();
}

class Areas {
 public:
  explicit Areas(Path file) : file_(std::move(file)) {
    if (const auto kept = find_result(file_)) kept_ = kept->json();
    if (!kept_.is_object() || kept_.value("program", "") != program_id()) {
      kept_ = {{"program", program_id()}, {"modes", Json::object()}};
    }
  }

  /// Cost of a mode that RTL has.
  DesignCost of_mode(const AreaChoice& choice) {
    const Path rtl = our_rtl();
    if (rtl.empty()) return {{}, {}, {}, "no RTL beside the program"};
    AreaSubject subject = our_area_subject(RtlPart::kPacer, {}, rtl, choice.module);
    subject.name = choice.name;
    subject.flat = true;
    subject.straps = choice.straps;
    ContentHash hash;
    for (const Path& file : subject.files) hash.add(text_of_file(file));
    const Json known = kept_["modes"].value(choice.name, Json::object());
    if (known.is_object() && known.value("sources", "") == hash.text()) return from(known);
    if (!yosys_is_there()) return {{}, {}, {}, "not measured: there is no yosys"};
    const auto measured = synthesize(subject);
    if (!std::holds_alternative<Area>(measured)) return {{}, {}, {}, "not measured: yosys cannot read it"};
    const Area& area = std::get<Area>(measured);
    const Json row = {{"sources", hash.text()},
                      {"cells", area.cells},
                      {"flip_flops", area.flip_flops},
                      {"memory_bits", area.memory_bits}};
    kept_["modes"][choice.name] = row;
    write_whole_file(file_, kept_.dump(2) + "\n");
    return from(row);
  }

 private:
  static DesignCost from(const Json& row) {
    return {row.value("cells", std::uint64_t{0}), row.value("flip_flops", std::uint64_t{0}),
            row.value("memory_bits", std::uint64_t{0}), "measured"};
  }

  Path file_;
  Json kept_;
};

/// Two parts in one engine, both measured.
DesignCost together(const DesignCost& a, const DesignCost& b) {
  if (!b.cells) return b;
  return {*a.cells + *b.cells, *a.flip_flops + *b.flip_flops, *a.memory_bits + *b.memory_bits, a.note};
}

DesignCost cost_of(const ExploreDesign& design, const ExploreCell& cell, Areas& areas) {
  if (design.cost) return {design.cost->cells, design.cost->flip_flops, design.cost->memory_bits, "as stated"};
  const std::optional<AreaChoices> modes = area_choices(kKey);
  const auto is_mode = [&](const AreaChoice& choice) { return choice.name == cell.pacing_mode; };
  const auto mode = std::find_if(modes->list.begin(), modes->list.end(), is_mode);
  if (cell.control != "none") return {{}, {}, {}, "no RTL of control " + cell.control};
  if (mode == modes->list.end()) return {{}, {}, {}, "no RTL of mode " + cell.pacing_mode};
  if (cell.window > 0) return {{}, {}, {}, "the window in RTL is part of the engine and not measured alone"};
  DesignCost own = areas.of_mode(*mode);
  // A module that has a mode alone stands beside the pacer, which then adds no gap, as in mode off.
  if (mode->module.empty() || !own.cells) return own;
  const auto off = std::find_if(modes->list.begin(), modes->list.end(), [](const auto& c) { return c.name == kNoGap; });
  return together(own, areas.of_mode(*off));
}

}  // namespace

std::vector<DesignCost> design_costs(const ExplorePlan& plan, const Path& folder) {
  Areas areas(folder / "area.json");
  std::vector<DesignCost> costs;
  for (std::size_t design = 0; design < plan.file.designs.size(); ++design) {
    const auto first = plan.cells.begin() + static_cast<std::ptrdiff_t>(plan.cell(design, 0));
    const auto runs = [](const ExploreCell& cell) { return cell.refused.empty(); };
    const auto cell = std::find_if(first, first + static_cast<std::ptrdiff_t>(plan.columns()), runs);
    costs.push_back(cost_of(plan.file.designs[design], *cell, areas));
  }
  return costs;
}

}  // namespace tactus
