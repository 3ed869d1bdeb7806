#pragma once

#include <string>
#include <vector>

#include "testbench/app/scenario/key_spec.h"

namespace tactus {

/// `workload.jobs`, whose items have keys of their own and those of `programs`, keys of the section `workload`, with
/// which a job says its program. `condition`: when there are jobs.
KeySpec jobs_key(const std::vector<KeySpec>& programs, Condition condition);

}  // namespace tactus
