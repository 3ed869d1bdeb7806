#pragma once

#include <vector>

#include "testbench/app/scenario/diagnostic.h"
#include "tlm_models/noise/noise_config.h"

namespace tactus {

/// A noise file as read: a recording of one processor's noise.
struct NoiseFile {
  Picoseconds period;
  std::vector<NoiseEvent> events;
};

/// Reads a noise file. Everything that is wrong with it is put on the list, with its place; what is read then is of no
/// use. Syntax: docs/reference/noise.md.
NoiseFile read_noise(const SourceText& source, DiagnosticList& diagnostics);

}  // namespace tactus
