#include "testbench/app/results/result_json.h"

#include <algorithm>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/run_fields.h"

namespace tactus {

using Json = nlohmann::ordered_json;

Json to_json(const RunSummary& summary) { return fields::Codec<RunSummary>::write(summary); }

std::string result_json(const RunSummary& summary) { return to_json(summary).dump(2) + "\n"; }

void write_result(const std::filesystem::path& folder, const RunSummary& summary) {
  write_whole_file(folder / "result.json", result_json(summary));
}

RunSummary read_run(const Json& result, const std::vector<std::string>& names) {
  RunSummary run;
  for (const ResultField<RunSummary>& field : fields_of<RunSummary>()) {
    if (field.read && std::find(names.begin(), names.end(), field.name) != names.end()) field.read(result, run);
  }
  return run;
}

Json value_of(const ResultFigure& figure, const Json& result) {
  for (const std::string& key : figure.unless) {
    if (result.contains(key)) return nullptr;
  }
  const Json* here = &result;
  for (std::size_t begin = 0; begin < figure.path.size();) {
    const std::size_t end = std::min(figure.path.find('/', begin), figure.path.size());
    const std::string step = figure.path.substr(begin, end - begin);
    begin = end + 1;
    const auto is_named = [&step](const Json& item) { return item.is_object() && item.value("name", "") == step; };
    const auto named = here->is_array() ? std::find_if(here->begin(), here->end(), is_named) : here->end();
    if (here->is_array() && named != here->end()) {
      here = &*named;
    } else if (here->is_array() && step == "largest" && !here->empty() && here->front().contains("size_bytes")) {
      here = &*std::max_element(here->begin(), here->end(),
                                [](const Json& a, const Json& b) { return a.at("size_bytes") < b.at("size_bytes"); });
    } else if (here->is_object() && here->contains(step)) {
      here = &here->at(step);
    } else {
      return nullptr;
    }
  }
  return *here;
}

}  // namespace tactus
