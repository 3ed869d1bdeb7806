#include "testbench/app/scenario/scenario.h"

namespace tactus {

Diagnostic Scenario::diagnose(const KeyFault& fault) const {
  const auto found = places.find(fault.key);
  Diagnostic diagnostic = found == places.end() ? Diagnostic{path, 0, 0, {}, {}} : found->second;
  diagnostic.message = fault.key + ": " + fault.message;
  return diagnostic;
}

}  // namespace tactus
