#include "testbench/app/scenario/scenario.h"

#include "tlm_models/traffic/algorithm.h"

namespace tactus {

bool Scenario::has_local_messages() const {
  return workload.ranks_per_node > 1 || policy(workload.algorithm).message_list || policy(workload.algorithm).schedule;
}

Diagnostic Scenario::diagnose(const KeyFault& fault) const {
  const auto found = places.find(fault.key);
  Diagnostic diagnostic = found == places.end() ? Diagnostic{path, 0, 0, {}, {}} : found->second;
  diagnostic.message = fault.key + ": " + fault.message;
  return diagnostic;
}

}  // namespace tactus
