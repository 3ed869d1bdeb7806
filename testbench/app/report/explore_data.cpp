#include "testbench/app/report/explore_data.h"

#include "testbench/app/results/result_file.h"

namespace tactus {

nlohmann::ordered_json explore_data(const std::filesystem::path& folder) {
  const ResultFile file(folder / kExploreFile);
  nlohmann::ordered_json data = file.json();
  (void)file.use([](const nlohmann::ordered_json& json) {
    for (const char* list : {"designs", "cells"}) {
      const std::size_t width = json.at(list).at("columns").size();
      for (const auto& row : json.at(list).at("rows")) {
        if (row.size() != width) throw std::out_of_range("rows are of different lengths");
      }
    }
    for (const char* text : {"title", "sentence", "command", "baseline", "reference"}) {
      (void)json.at(text).get<std::string>();
    }
    return json.at("front_of_mean").size() + json.at("front_of_worst").size() + json.at("seeds").get<std::size_t>();
  });
  data["folder"] = folder.string();
  return data;
}

}  // namespace tactus
