#include "hw/node/part_policy.h"
#include "testbench/app/scenario/key_groups.h"
#include "testbench/app/scenario/policy_keys.h"
#include "tlm_models/traffic/processor_part.h"

namespace tactus {
namespace {

/// The keys that parts of a kind register, each for itself alone; `names` says whether a scenario has a part.
template <class Kind, class Names>
void add_keys_of(std::vector<KeySpec>& specs, const char* decider, Names names) {
  for (const typename Kind::Policy* part : all_policies<Kind>()) {
    const Condition named = {
        decider, [names, name = part->name](const Scenario& scenario) { return names(scenario.parts, name); },
        fmt::format("part {} in {}", part->name, decider), fmt::format("part {} in `{}`", part->name, decider)};
    const auto make = keys_of_policy(*part, "parts", AT(parts), named);
    for (const NumberKey& declared : part->keys) specs.push_back(make(declared));
  }
}

}  // namespace

std::vector<KeySpec> parts_keys() {
  std::vector<KeySpec> specs = {
      key("parts.router", AT(parts.router),
          "Routers of plug-ins, each with the nodes that have it, as in `{my_router: [[1, 2], [3, 0]]}`; on pins at "
          "packet level too."),
      key("parts.nic", AT(parts.nic),
          "NICs of plug-ins, each with the nodes that have it; on pins at packet level too."),
      key("parts.memory", AT(parts.memory), "Memories of plug-ins, each with the nodes that have it."),
      key("parts.processor", AT(parts.processor), "Processors of plug-ins, each with the nodes that have it.",
          for_ranks()),
  };
  add_keys_of<RouterPartKind>(specs, "parts.router", [](const PartsConfig& parts, const std::string& name) {
    return parts.router.names(name);
  });
  add_keys_of<NicPartKind>(specs, "parts.nic",
                           [](const PartsConfig& parts, const std::string& name) { return parts.nic.names(name); });
  add_keys_of<MemoryPartKind>(specs, "parts.memory", [](const PartsConfig& parts, const std::string& name) {
    return parts.memory.names(name);
  });
  add_keys_of<ProcessorPartKind>(specs, "parts.processor", [](const PartsConfig& parts, const std::string& name) {
    return parts.processor.names(name);
  });
  return on(on_routers(), std::move(specs));
}

}  // namespace tactus
