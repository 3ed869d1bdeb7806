#pragma once

class VerilatedContext;

namespace tactus {

/// Writes the lines that a model of `context`, which is at its end, has executed into a file of its own in the folder
/// that the environment names with TACTUS_RTL_COVERAGE. Does nothing without that, nor in a build that does not count
/// lines.
void write_rtl_coverage(VerilatedContext& context);

}  // namespace tactus
