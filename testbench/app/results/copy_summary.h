#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/node/memory/node_memory.h"

namespace tactus {

class SummaryLines;

/// Result of the processes of a node alone for one kind of message, or for one application.
struct CopyCaseSummary {
  std::string name;                  ///< name of the pattern or the application
  Bytes size;                        ///< data of a ping-pong's message; 0 of an application
  double time_s = 0;                 ///< time of a message, half of a round trip; or of a repetition
  std::string advised;               ///< protocol that was chosen for a ping-pong's message; empty: none was advised
  std::vector<AccessCounts> counts;  ///< by process, of all repetitions that count
};

/// Result of a node alone: its copies.
struct CopySummary {
  std::vector<CopyCaseSummary> cases;
};

/// Lines of the text summary: one for each case.
void add_lines(const CopySummary& summary, SummaryLines& lines);
/// Writes copies.csv: a line for each case and process. Throws ResultFileError.
void write_copies(const std::filesystem::path& folder, const CopySummary& summary);

}  // namespace tactus
