#include "testbench/app/tune/tuned_file.h"

#include "testbench/app/about/about.h"
#include "testbench/app/scenario/scenario_yaml.h"

namespace tactus {

void TunedFile::write(Scenario tuned, const std::filesystem::path& source, const std::string& command) {
  const std::filesystem::path folder = std::filesystem::absolute(file_.path()).parent_path();
  if (!tuned.noise_file.empty()) {
    const std::filesystem::path recording = std::filesystem::absolute(source).parent_path();
    tuned.noise_file = (recording / tuned.noise_file).lexically_normal().lexically_proximate(folder).string();
  }
  const std::filesystem::path schema = std::filesystem::path(scenario_folder()) / "schema.json";
  file_.print("# yaml-language-server: $schema={}\n# Made by {}\n{}", schema.lexically_proximate(folder).string(),
              command, to_yaml(tuned));
  file_.commit();
}

}  // namespace tactus
