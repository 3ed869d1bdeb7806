#pragma once

#include "testbench/app/attribution/path_part.h"
#include "testbench/app/results/operation_path.h"

namespace tactus {

/// Says in a few words what a part of a latency, or of a critical path, is.
const char* meaning_of(LatencyPart part);
const char* meaning_of(FlowPart part);
const char* meaning_of(RankPart part);
const char* meaning_of(PathPart part);
const char* meaning_of(AccessStage stage);
const char* meaning_of(FlowPathPart part);
const char* meaning_of(OperationPart part);

}  // namespace tactus
