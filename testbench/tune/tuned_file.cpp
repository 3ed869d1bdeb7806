#include "testbench/tune/tuned_file.h"

#include "testbench/results/atomic_file.h"
#include "testbench/scenario/scenario_yaml.h"

namespace tactus {

void write_tuned_file(Scenario tuned, const TunedFile& file) {
  const std::filesystem::path folder = std::filesystem::absolute(file.out).parent_path();
  if (!tuned.noise_file.empty()) {
    const std::filesystem::path recording = std::filesystem::absolute(file.source).parent_path();
    tuned.noise_file = (recording / tuned.noise_file).lexically_normal().lexically_proximate(folder).string();
  }
  const std::filesystem::path schema = std::filesystem::path(TACTUS_SCENARIO_DIR) / "schema.json";
  AtomicFile output(file.out);
  output.print("# yaml-language-server: $schema={}\n# Made by {}\n{}", schema.lexically_proximate(folder).string(),
               file.command, to_yaml(tuned));
  output.commit();
}

}  // namespace tactus
