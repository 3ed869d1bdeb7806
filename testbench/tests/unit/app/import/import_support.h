#pragma once

#include <string>
#include <vector>

#include "testbench/app/import/import_target.h"
#include "testbench/app/import/imported_operations.h"
#include "testbench/app/import/importer.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus::test {

/// A collective call that a test's expander was asked for.
struct ExpandedCall {
  int rank = 0;
  CollectiveRecord record;
  std::optional<OperationSink::Index> after;
};

/// Writes one wait for each call, and remembers it.
class RecordingExpander final : public CollectiveExpander {
 public:
  OperationSink::Index expand(int rank, const CollectiveRecord& record, std::optional<OperationSink::Index> after,
                              OperationSink& sink) override;
  std::vector<ExpandedCall> calls;
};

/// An import into memory.
struct Imported {
  ImportedOperations operations;
  std::vector<ExpandedCall> calls;
  std::vector<Diagnostic> faults;
  ImportSummary summary;
  std::string format;

  /// Faults as "line:column: message", or "message".
  [[nodiscard]] std::vector<std::string> fault_texts() const;
  /// The operations as GOAL text with picoseconds as its unit, without num_ranks.
  [[nodiscard]] std::string goal() const;
};

struct ImportOptions {
  std::string format;
  ImportSettings settings;
  ImportLimits limits = any();

  static ImportLimits any() {
    ImportLimits limits;
    limits.any_source = limits.any_tag = true;
    return limits;
  }
};

Imported import_file(const std::filesystem::path& path, const ImportOptions& options = {});
/// Of a file that has this text.
Imported import_text(const std::string& text, const ImportOptions& options = {}, const std::string& name = "file.txt");
/// Of a folder with files `prefix`0`suffix`, `prefix`1`suffix` ... that have these texts.
Imported import_files(const std::vector<std::string>& texts, const ImportOptions& options = {},
                      const std::string& prefix = "trace.", const std::string& suffix = ".txt");

/// `text` as a gzip file has it.
std::string gzipped(const std::string& text);

}  // namespace tactus::test
