#include "testbench/app/sweep/named_files.h"

#include <string>
#include <utility>

#include "testbench/app/scenario/rtl_sources.h"

namespace tactus {

std::vector<std::filesystem::path> named_files(const Scenario& scenario) {
  std::vector<std::filesystem::path> files;
  for (const std::string& file : {scenario.messages_file, scenario.noise_file}) {
    if (!file.empty()) files.push_back(scenario.beside(file));
  }
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    for (std::filesystem::path& file : rtl_files(scenario.beside(replacement.sources)))
      files.push_back(std::move(file));
  }
  return files;
}

}  // namespace tactus
