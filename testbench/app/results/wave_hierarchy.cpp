#include "testbench/app/results/wave_hierarchy.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {
namespace {

WaveScope& child(WaveScope& parent, const std::string& name) {
  const auto found = std::find_if(parent.scopes.begin(), parent.scopes.end(),
                                  [&](const WaveScope& scope) { return scope.name == name; });
  if (found != parent.scopes.end()) return *found;
  parent.scopes.push_back({name, parent.path.empty() ? name : parent.path + "." + name, {}, {}});
  return parent.scopes.back();
}

}  // namespace

WaveScope wave_hierarchy(const ProbeList& probes) {
  WaveScope root;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    WaveScope* scope = &root;
    const std::string& path = probes[i].scope;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      scope = &child(*scope, path.substr(begin, end - begin));
      begin = end + 1;
    }
    scope->signals.push_back(i);
  }
  return root;
}

std::string wave_name(const Probe& probe) {
  if (probe.width <= 1) return probe.scope + "." + probe.name;
  return fmt::format("{}.{}[{}:0]", probe.scope, probe.name, probe.width - 1);
}

}  // namespace tactus
