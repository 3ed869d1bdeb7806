#pragma once

#include <string>
#include <vector>

#include "tlm_models/traffic/collectives/collective_call.h"

namespace tactus {

/// Method of the calls of one operation from some size on.
struct CollectiveChoice {
  CollectiveKind operation = CollectiveKind::kAllreduce;
  Bytes from{0};                    ///< least CollectiveCall::bytes of the calls
  std::string method{"automatic"};  ///< a method of the operation, or Collective::kAutomatic
};

/// Size of a call, by which choices go: `bytes`, or the mean of its counts.
Bytes size_of(const CollectiveCall& call);

/// The method of the choice for the call's operation with the largest `from` that the call reaches;
/// Collective::kAutomatic if there is none.
std::string chosen_method(const std::vector<CollectiveChoice>& choices, const CollectiveCall& call);

/// Faults of choices, one text by choice; empty for those without. Each names a method of its operation, and no two are
/// for the same operation and size.
std::vector<std::string> faults_of(const std::vector<CollectiveChoice>& choices);

}  // namespace tactus
