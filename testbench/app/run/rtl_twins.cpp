#include "testbench/app/run/rtl_twins.h"

#include <optional>
#include <utility>

namespace tactus {
namespace {

std::optional<RtlTwins>& installed() {
  static std::optional<RtlTwins> twins;
  return twins;
}

}  // namespace

const RtlTwins* rtl_twins() { return installed() ? &*installed() : nullptr; }

void install_rtl_twins(RtlTwins twins) { installed() = std::move(twins); }

}  // namespace tactus
