#include "testbench/app/import/import_faults.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace tactus {
namespace {

/// Bytes of a line that a fault keeps; a trace may have lines of megabytes.
constexpr std::size_t kMostText = 4096;

int clamped(std::uint64_t number) {
  return static_cast<int>(std::min<std::uint64_t>(number, std::numeric_limits<int>::max()));
}

}  // namespace

std::uint32_t ImportPlace::number() const {
  const std::uint64_t at = line > 0 || byte == kNoByte ? line : byte + 1;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(at, std::numeric_limits<std::uint32_t>::max()));
}

void ImportFaults::add(const ImportPlace& place, std::string message) {
  if (full()) return;
  Diagnostic fault;
  fault.file = place.file;
  fault.line = clamped(place.line);
  fault.column = clamped(place.column);
  if (place.byte != ImportPlace::kNoByte) message = fmt::format("byte {}: {}", place.byte, message);
  fault.message = std::move(message);
  if (place.column <= kMostText) fault.source_line = place.text.substr(0, kMostText);
  list_.push_back(std::move(fault));
}

std::vector<Diagnostic> ImportFaults::sorted() const {
  std::map<std::string, std::size_t> order;
  for (const Diagnostic& fault : list_) order.try_emplace(fault.file, order.size());
  std::vector<Diagnostic> faults = list_;
  std::stable_sort(faults.begin(), faults.end(), [&](const Diagnostic& a, const Diagnostic& b) {
    return std::make_tuple(order[a.file], a.line, a.column) < std::make_tuple(order[b.file], b.line, b.column);
  });
  if (full()) {
    faults.push_back(
        {faults.back().file, 0, 0, fmt::format("there may be more than these {} faults", kMostListed), ""});
  }
  return faults;
}

}  // namespace tactus
