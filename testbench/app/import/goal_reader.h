#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/import/compute_time.h"
#include "testbench/app/import/goal_line.h"
#include "testbench/app/import/import_target.h"
#include "testbench/app/import/importer.h"
#include "testbench/app/import/label_table.h"
#include "testbench/app/import/line_reader.h"

namespace tactus {

/// Reads GOAL text line by line. Of a rank's block it keeps labels and dependencies on labels that come later; a block
/// is forgotten when it ends.
class GoalReader {
 public:
  GoalReader(const ImportInput& input, const ImportSettings& settings, ImportTarget& target)
      : reader_(input.path(), target.faults()), time_(settings), unit_ps_(settings.goal_unit_ps), target_(target) {}

  void read();

 private:
  using Index = OperationSink::Index;

  /// A dependency on a label that the block has not had yet.
  struct OpenDependency {
    std::string operation;
    std::string earlier;
    bool after_begin = false;
    std::uint64_t line = 0;
    std::size_t column = 0;          ///< where the operation stands
    std::size_t earlier_column = 0;  ///< where the label behind requires stands
    std::string text;                ///< the line, unless it is long
  };

  void fault(const char* at, std::string message);
  /// A fault at the next token, in whose place `what` should be. Answers false.
  bool expected(const char* what);
  void read_line();
  // Statements. They answer whether they were right; if not, the rest of the statement is skipped.
  bool read_outside();
  bool read_num_ranks(const char* at);
  bool read_rank(const char* at);
  bool read_in_block();
  bool read_operation(std::string_view keyword, std::string_view label);
  bool read_calc(Operation& operation);
  bool read_message(Operation& operation);
  bool read_peer(Operation& operation);
  bool read_options(Operation& operation);
  bool read_tag(Operation& operation);
  bool read_small_number(const char* name, unsigned most, unsigned& value);
  bool read_dependency(std::string_view label, const char* at, bool after_begin);
  std::optional<std::uint64_t> read_number(const char* what);
  bool end_statement();

  void depend(Index operation, Index earlier, bool after_begin);
  void resolve(const OpenDependency& dependency);
  void unknown_label(const OpenDependency& dependency, const std::string& label, std::size_t column);
  void end_block();
  void end_file();

  LineReader reader_;
  GoalLine line_;
  ComputeTime time_;
  std::uint64_t unit_ps_;
  ImportTarget& target_;
  bool given_up_ = false;  ///< without a number of ranks nothing else can be judged
  bool awaits_brace_ = false;
  bool in_block_ = false;
  int rank_ = 0;  ///< rank of the block
  std::uint64_t block_line_ = 0;
  std::vector<std::uint64_t> block_of_rank_;  ///< line where it began; 0: none yet
  LabelTable labels_;
  Index first_ = 0;                   ///< first operation of the block
  std::vector<std::uint32_t> lines_;  ///< where the block's operations stand
  std::vector<OpenDependency> open_;
};

}  // namespace tactus
