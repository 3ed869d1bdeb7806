#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/node/memory/node_memory.h"

namespace tactus {

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

/// "copies" of result.json.
nlohmann::ordered_json json_of(const CopySummary& summary);
/// Lines of the summary in text, each with its label.
std::vector<std::pair<std::string, std::string>> text_lines(const CopySummary& summary);
/// Writes copies.csv: a line for each case and process. Throws ResultFileError.
void write_copies(const std::filesystem::path& folder, const CopySummary& summary);

}  // namespace tactus
