#pragma once

#include "hw/common/clock.h"
#include "rtl/twin/rtl_trace_files.h"

namespace tactus {

/// Writes a save file for GTKWave beside each file of `files`, `rtl_<instance>.gtkw`, that begins with the ports of the
/// replaced parts; all other signals are found in the tree. It shows all up to `end`, or, if `marked` is not 0, the
/// cycles before `marked`. Throws ResultFileError.
void write_rtl_trace_saves(const RtlTraceFiles& files, Clock clock, Picoseconds end, Cycles marked);

}  // namespace tactus
