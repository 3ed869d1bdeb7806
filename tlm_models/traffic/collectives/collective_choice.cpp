#include "tlm_models/traffic/collectives/collective_choice.h"

#include <fmt/format.h>

#include <cstddef>
#include <numeric>
#include <stdexcept>

#include "tlm_models/traffic/collectives/collective.h"

namespace tactus {
namespace {

std::string fault_of(const CollectiveChoice& choice) {
  if (choice.method == Collective::kAutomatic) return {};
  try {
    method_of(choice.operation, choice.method);
    return {};
  } catch (const std::invalid_argument& fault) {
    return fault.what();
  }
}

}  // namespace

Bytes size_of(const CollectiveCall& call) {
  if (call.counts.empty()) return call.bytes;
  const std::uint64_t sum = std::accumulate(call.counts.begin(), call.counts.end(), std::uint64_t{0});
  return Bytes{sum / call.counts.size()};
}

std::string chosen_method(const std::vector<CollectiveChoice>& choices, const CollectiveCall& call) {
  const CollectiveChoice* best = nullptr;
  const Bytes size = size_of(call);
  for (const CollectiveChoice& choice : choices) {
    if (choice.operation != call.kind || choice.from > size) continue;
    if (best == nullptr || choice.from > best->from) best = &choice;
  }
  return best == nullptr ? Collective::kAutomatic : best->method;
}

std::vector<std::string> faults_of(const std::vector<CollectiveChoice>& choices) {
  std::vector<std::string> faults;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    std::string fault = fault_of(choices[i]);
    for (std::size_t j = 0; j < i && fault.empty(); ++j) {
      if (choices[j].operation != choices[i].operation || choices[j].from != choices[i].from) continue;
      fault = fmt::format("{} from {} B has a method already, {}", name_of(choices[i].operation),
                          choices[i].from.count(), choices[j].method);
    }
    faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace tactus
