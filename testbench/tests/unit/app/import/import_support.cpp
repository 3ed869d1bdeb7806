#include "testbench/tests/unit/app/import/import_support.h"

#include <fmt/core.h>
#include <zlib.h>

#include "testbench/app/import/goal_writer.h"

namespace tactus::test {

OperationSink::Index RecordingExpander::expand(int rank, const CollectiveRecord& record,
                                               std::optional<OperationSink::Index> after, OperationSink& sink) {
  calls.push_back({rank, record, after});
  Operation call;
  call.kind = OperationKind::kWait;
  const OperationSink::Index index = sink.add(rank, call);
  if (after) sink.after_end_of(rank, index, *after);
  return index;
}

std::vector<std::string> Imported::fault_texts() const {
  std::vector<std::string> texts;
  for (const Diagnostic& fault : faults) {
    texts.push_back(fault.line > 0 ? fmt::format("{}:{}: {}", fault.line, fault.column, fault.message) : fault.message);
  }
  return texts;
}

std::string Imported::goal() const {
  std::string text;
  GoalWriter([&text](std::string_view part) { text += part; }, 1).write(operations);
  return text.substr(text.find('\n') + 1);
}

Imported import_file(const std::filesystem::path& path, const ImportOptions& options) {
  Imported imported;
  ImportFaults faults;
  RecordingExpander expander;
  ImportTarget target(imported.operations, expander, faults, options.limits,
                      [&imported](int ranks) { imported.operations.set_ranks(ranks); });
  imported.format = import_schedule(path, options.format, options.settings, target);
  imported.faults = faults.sorted();
  imported.calls = std::move(expander.calls);
  imported.summary = target.summary();
  return imported;
}

Imported import_text(const std::string& text, const ImportOptions& options, const std::string& name) {
  const TemporaryFolder folder;
  return import_file(folder.write(name, text), options);
}

Imported import_files(const std::vector<std::string>& texts, const ImportOptions& options, const std::string& prefix,
                      const std::string& suffix) {
  const TemporaryFolder folder;
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    static_cast<void>(folder.write(fmt::format("{}{}{}", prefix, rank, suffix), texts[rank]));
  }
  return import_file(folder.path(), options);
}

std::string gzipped(const std::string& text) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  std::string copy = text;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace tactus::test
