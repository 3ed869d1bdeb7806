#include "testbench/app/import/goal_writer.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "testbench/app/import/import_target.h"

namespace tactus {
namespace {

constexpr std::size_t kWriteBlock = std::size_t{1} << 18U;

}  // namespace

void GoalWriter::put(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() < kWriteBlock) return;
  output_(buffer_);
  buffer_.clear();
}

void GoalWriter::write(const ImportedOperations& operations) {
  put(fmt::format("num_ranks {}\n", operations.ranks()));
  for (int rank = 0; rank < operations.ranks(); ++rank) {
    put(fmt::format("\nrank {} {{\n", rank));
    write_rank(operations.rank(rank));
    put("}\n");
  }
  output_(buffer_);
  buffer_.clear();
}

void GoalWriter::write_rank(const ImportedOperations::Rank& rank) {
  auto note = rank.notes.begin();
  OperationSink::Index index = 0;
  for (const Operation& operation : rank.operations) {
    for (; note != rank.notes.end() && note->first == index; ++note) put(fmt::format("// {}\n", note->second));
    write_operation(operation, index++);
  }
  for (const auto& [operation, earlier] : rank.after_end)
    put(fmt::format("l{} requires l{}\n", operation + 1, earlier + 1));
  for (const auto& [operation, earlier] : rank.after_begin) {
    put(fmt::format("l{} irequires l{}\n", operation + 1, earlier + 1));
  }
}

void GoalWriter::write_operation(const Operation& operation, OperationSink::Index index) {
  fmt::memory_buffer line;
  const auto out = std::back_inserter(line);
  fmt::format_to(out, "l{}: ", index + 1);
  const bool sends = operation.kind == OperationKind::kSend;
  if (sends || operation.kind == OperationKind::kReceive) {
    fmt::format_to(out, "{} {}b {} {}", sends ? "send" : "recv", operation.amount, sends ? "to" : "from",
                   operation.peer);
    if (operation.tag == kAnyTag) {
      fmt::format_to(out, " tag -1");
    } else {
      fmt::format_to(out, " tag {}", operation.tag);
    }
  } else {
    const std::uint64_t time = operation.kind == OperationKind::kCompute ? operation.amount : 0;
    if (time % unit_ps_ != 0) ++rounded_;
    const std::uint64_t left = time % unit_ps_;
    fmt::format_to(out, "calc {}", time / unit_ps_ + (left > 0 && left >= unit_ps_ - left ? 1 : 0));
  }
  if (operation.processor != 0) fmt::format_to(out, " cpu {}", operation.processor);
  const bool is_message = sends || operation.kind == OperationKind::kReceive;
  if (is_message && operation.nic != Operation::kAnyNic) fmt::format_to(out, " nic {}", operation.nic);
  line.push_back('\n');
  put({line.data(), line.size()});
}

}  // namespace tactus
