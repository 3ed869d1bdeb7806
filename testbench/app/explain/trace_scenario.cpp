#include "testbench/app/explain/trace_scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "testbench/app/import/importer.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using Shape = std::vector<int>;

/// Takes operations and collective calls, and forgets them.
class NoOperations final : public OperationSink, public CollectiveExpander {
 public:
  Index add(int /*rank*/, const Operation& /*operation*/) override { return 0; }
  void after_end_of(int /*rank*/, Index /*operation*/, Index /*earlier*/) override {}
  void after_begin_of(int /*rank*/, Index /*operation*/, Index /*earlier*/) override {}
  Index expand(int /*rank*/, const CollectiveRecord& /*record*/, std::optional<Index> /*after*/,
               OperationSink& /*sink*/) override {
    return 0;
  }
};

/// All shapes of so many nodes, the longest side first, whose sides differ by a factor of 2 at most.
void add_shapes(int nodes, int dimensions, const Shape& begun, std::vector<Shape>& shapes) {
  if (dimensions == 1) {
    Shape shape = begun;
    shape.push_back(nodes);
    const bool sorted = std::is_sorted(shape.rbegin(), shape.rend());
    if (sorted && shape.front() <= 2 * shape.back()) shapes.push_back(shape);
    return;
  }
  for (int side = 1; side <= nodes; ++side) {
    if (nodes % side != 0) continue;
    Shape more = begun;
    more.push_back(side);
    add_shapes(nodes / side, dimensions - 1, more, shapes);
  }
}

}  // namespace

bool is_application_trace(const fs::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".yaml" || extension == ".yml") return false;
  return !recognised_format(path).empty();
}

std::vector<int> trace_shape(int ranks) {
  constexpr int kMostInTwo = 64;
  const int dimensions = ranks <= kMostInTwo ? 2 : 3;
  for (int nodes = std::max(ranks, 2);; ++nodes) {
    std::vector<Shape> shapes;
    add_shapes(nodes, dimensions, {}, shapes);
    if (!shapes.empty()) return *std::min_element(shapes.begin(), shapes.end());
  }
}

std::variant<ApplicationTrace, std::vector<Diagnostic>> find_trace(const fs::path& path) {
  NoOperations nothing;
  ImportFaults faults;
  ImportLimits limits;
  limits.operations = 0;  // the number of ranks comes before the first operation
  ApplicationTrace trace{path, 0, {}};
  ImportTarget target(nothing, nothing, faults, limits, [&trace](int ranks) { trace.ranks = ranks; });
  ImportSettings settings;
  settings.flop_rate = 1;  // no time is taken from here
  import_schedule(path, "", settings, target);
  if (trace.ranks == 0) return faults.sorted();
  trace.shape = trace_shape(trace.ranks);
  return trace;
}

ScenarioResult read_trace(const ApplicationTrace& trace, const std::vector<std::string>& overrides) {
  const fs::path path = trace.path.has_filename() ? trace.path : trace.path.parent_path();
  const auto quoted = [](const fs::path& part) { return nlohmann::json(part.string()).dump(); };
  const std::string text =
      fmt::format("name: {}\nnetwork: {{shape: [{}]}}\nworkload: {{algorithm: schedule, schedule: {}}}\n",
                  quoted(path.stem()), fmt::join(trace.shape, ", "), quoted(path.filename()));
  return read_scenario_text(path.string(), text, overrides);
}

}  // namespace tactus
