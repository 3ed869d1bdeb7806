#include "testbench/app/run/model_violation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tactus {

void fail(const char* id, const std::vector<std::string>& faults) {
  constexpr std::size_t kShown = 20;
  const std::size_t shown = std::min(kShown, faults.size());
  std::string text =
      fmt::format("{}: {}", id, fmt::join(faults.begin(), faults.begin() + static_cast<long>(shown), "\n  "));
  if (faults.size() > shown) text += fmt::format("\n  ... and {} more", faults.size() - shown);
  throw ModelViolation(text);
}

}  // namespace tactus
