#pragma once

#include <string>

#include "testbench/app/validate/paper.h"
#include "testbench/tests/support/catch.h"

namespace tactus {

/// The paper of that name; the test fails if its claims.yaml has a fault.
inline Paper committed_paper(const std::string& name) {
  auto read = read_paper(name);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) FAIL(format(faults->front()));
  return std::get<Paper>(std::move(read));
}

}  // namespace tactus
