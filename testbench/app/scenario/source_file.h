#pragma once

#include <optional>
#include <string>

#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

inline constexpr std::size_t kLargestScenario = 1U << 20U;       ///< bytes
inline constexpr std::size_t kLargestMessageFile = 256U << 20U;  ///< bytes

/// Reads the file named in `source` into it. Nothing is read, and the reason is put on the list, if it does not
/// exist, is no regular file, or is larger than `largest` bytes; `referrer` is where the file is named, if anywhere.
bool load(SourceText& source, std::size_t largest, const Place* referrer, DiagnosticList& diagnostics);

/// Whether the text can be a text file: not empty, valid UTF-8, no control characters except tab and line ends.
/// The first fault is put on the list. A byte-order mark is removed.
bool check_text(SourceText& source, DiagnosticList& diagnostics);

}  // namespace tactus
