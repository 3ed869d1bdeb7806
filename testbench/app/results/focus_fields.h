#pragma once

#include "testbench/app/results/result_fields.h"
#include "testbench/app/results/run_summary.h"

namespace tactus {

ResultFields<FocusSummary> declare(Struct<FocusSummary>);
ResultFields<FlowFocusSummary> declare(Struct<FlowFocusSummary>);

}  // namespace tactus
