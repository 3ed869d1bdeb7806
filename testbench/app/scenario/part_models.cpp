#include "testbench/app/scenario/part_models.h"

#include <fmt/format.h>

#include <set>

#include "hw/nic/pacer_decisions.h"
#include "hw/router/arbiter.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

/// The kind of the policies that a part decides by; null: no policy is a whole part.
const char* kind_of_model(RtlPart part) {
  switch (part) {
    case RtlPart::kPacer:
      return PaceModeKind::kName;
    case RtlPart::kArbiter:
      return ArbiterKind::kName;
    case RtlPart::kRouter:
    case RtlPart::kNic:
      break;
  }
  return nullptr;
}

using Nodes = std::vector<const YamlNode*>;

/// The values behind `key` in those of `nodes` that are maps: one in each, unless the text has a fault.
Nodes values_of(const Nodes& nodes, const std::string& key) {
  Nodes values;
  for (const YamlNode* node : nodes) {
    for (std::size_t i = 0; node->is(YamlNode::Kind::kMap) && i < node->items.size(); ++i) {
      if (node->keys[i].text == key) values.push_back(&node->items[i]);
    }
  }
  return values;
}

}  // namespace

PartModel model_in(const Plugin& plugin, RtlPart part) {
  const char* kind = kind_of_model(part);
  if (kind == nullptr) {
    return {"a plug-in is a model for pacer and arbiter: no policy says what a whole router or NIC does", {}};
  }
  PartModel model;
  std::set<std::string> others;
  for (const PluginRegistration::Entry& entry : plugin.policies) {
    if (entry.kind == std::string(kind)) {
      model.names.push_back(entry.policy->name);
    } else {
      others.insert(fmt::format("{} '{}'", entry.kind, entry.policy->name));
    }
  }
  if (!model.names.empty()) return model;
  model.fault = fmt::format("{} registers no {}, but {}", plugin.file.filename().string(), kind,
                            enumeration({others.begin(), others.end()}, "and"));
  return model;
}

PartModel open_part_model(const std::filesystem::path& file, RtlPart part) {
  std::string fault = load_plugin(file, key_paths());
  if (!fault.empty()) return {std::move(fault), {}};
  return model_in(*find_plugin(file), part);
}

void for_each_part_model(const YamlNode& scenario,
                         const std::function<void(const std::string& key, const YamlNode& file)>& found) {
  const Nodes replace = values_of(values_of({&scenario}, "rtl"), "replace");
  for (const std::string& part : Codec<RtlPart>::words()) {
    for (const YamlNode* file : values_of(values_of(replace, part), "model")) {
      found(fmt::format("rtl.replace.{}.model", part), *file);
    }
  }
}

}  // namespace tactus
