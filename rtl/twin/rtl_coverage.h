#pragma once

class VerilatedContext;

namespace tactus {

/// What a model of `context` that is at its end has executed of its lines goes to a file of its own in the folder that
/// the environment names with TACTUS_RTL_COVERAGE. Nothing without that, nor in a build that does not count lines.
void write_rtl_coverage(VerilatedContext& context);

}  // namespace tactus
