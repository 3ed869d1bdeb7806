#include <fmt/core.h>
#include <sys/stat.h>

#include "testbench/app/import/byte_source.h"
#include "testbench/app/import/import_input.h"
#include "testbench/app/import/line_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

using Texts = std::vector<std::string>;
using test::gzipped;
using test::import_file;
using test::import_text;
using test::ImportOptions;

constexpr char kSmall[] = "num_ranks 1\nrank 0 {\ncalc 5\n}\n";
constexpr char kSmallRead[] = "\nrank 0 {\nl1: calc 5000\n}\n";

/// Names of the files of ranks, or the faults.
Texts rank_files(const std::filesystem::path& path) {
  ImportFaults faults;
  Texts names;
  for (const auto& file : ImportInput(path).rank_files(faults)) names.push_back(file.filename().string());
  for (const Diagnostic& fault : faults.sorted()) names.push_back(fault.message);
  return names;
}

TEST_CASE("Import input: files of ranks are those whose names differ in one number", "[IMPORT-9]") {
  const TemporaryFolder folder;
  for (int rank = 0; rank < 12; ++rank)
    static_cast<void>(folder.write(fmt::format("run7-rank-{}-of-12.txt", rank), "x"));
  static_cast<void>(folder.write("run7.log", "x"));
  static_cast<void>(folder.write("readme", "x"));
  const Texts all = rank_files(folder.path());
  REQUIRE(all.size() == 12);
  CHECK(all[2] == "run7-rank-2-of-12.txt");
  CHECK(all[10] == "run7-rank-10-of-12.txt");
  CHECK(rank_files(folder.path() / "run7-rank-3-of-12.txt") == all);
  CHECK(rank_files(folder.path() / "readme") == Texts{"readme"});
  CHECK(rank_files(folder.path() / "run7.log") == Texts{"run7.log"});
  CHECK(rank_files(folder.path() / "absent-0.txt") == Texts{"no such file"});
}

TEST_CASE("Import input: a rank without a file or with two is told", "[IMPORT-9]") {
  const TemporaryFolder folder;
  CHECK(rank_files(folder.path()) == Texts{"the folder has no files with numbers in their names, one for each rank"});
  static_cast<void>(folder.write("t.0.et", "x"));
  static_cast<void>(folder.write("t.2.et", "x"));
  CHECK(rank_files(folder.path()) ==
        Texts{"rank 1 has no file: files are named t.#.et, with the rank in the place of #"});
  static_cast<void>(folder.write("t.1.et", "x"));
  static_cast<void>(folder.write("t.01.et", "x"));
  CHECK(rank_files(folder.path()).at(0).find("rank 1 has two files: ") == 0);
}

TEST_CASE("Import: formats are known from the begin of a file, or named", "[IMPORT-1]") {
  ImportOptions options;
  options.format = "gaol";
  CHECK(import_text(kSmall, options).fault_texts() == Texts{"there is no format 'gaol'; did you mean goal?"});
  options.format = "json";
  CHECK(import_text(kSmall, options).fault_texts() ==
        Texts{"there is no format 'json'; there are chakra, dumpi, goal, goal_binary, liballprof and simgrid_ti"});
  CHECK(
      import_text("hello world\n").fault_texts() ==
      Texts{
          "the file begins like none of chakra, dumpi, goal, goal_binary, liballprof and simgrid_ti; name its format"});
  CHECK(import_text("").fault_texts() == Texts{"the file is empty"});
  const TemporaryFolder folder;
  CHECK(import_file(folder.path()).fault_texts() == Texts{"the folder has no files"});
  CHECK(import_file(folder.path() / "absent").fault_texts() == Texts{"no such file"});
  CHECK(import_text(kSmall).format == "goal");
}

TEST_CASE("Import: a directory, a pipe and a device in the place of a file are refused at once",
          "[IMPORT-4][IMPORT-12]") {
  const TemporaryFolder folder;
  ImportOptions options;
  options.format = "goal";
  CHECK(import_file(folder.path(), options).fault_texts() == Texts{"this is a directory, not a file"});
  options.format = "goal_binary";
  CHECK(import_file(folder.path(), options).fault_texts() == Texts{"this is a directory, not a file"});
  const std::filesystem::path pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(import_file(pipe).fault_texts() == Texts{"this is no regular file"});
  CHECK(import_file("/dev/zero").fault_texts() == Texts{"this is no regular file"});
}

TEST_CASE("Import: gzip files are read as what they hold, several parts too", "[IMPORT-12]") {
  CHECK(import_text(gzipped(kSmall)).goal() == kSmallRead);
  const std::string text = kSmall;
  CHECK(import_text(gzipped(text.substr(0, 13)) + gzipped(text.substr(13))).goal() == kSmallRead);
}

TEST_CASE("Import: a gzip file that is cut or damaged is told of", "[IMPORT-4][IMPORT-12]") {
  std::string text = kSmall;
  for (int i = 0; i < 3000; ++i) text.insert(21, fmt::format("calc {}\n", i * 7919));
  const std::string packed = gzipped(text);
  ImportOptions options;
  options.format = "goal";
  CHECK(import_text(packed.substr(0, packed.size() / 2), options).fault_texts().at(0) ==
        "the gzip data ends in the middle: the file is cut");
  std::string damaged = packed;
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 0x55);
  CHECK(import_text(damaged, options).fault_texts().at(0).find("the gzip data is damaged") == 0);
}

TEST_CASE("Import: a gzip file that becomes too large for its size is refused", "[IMPORT-12]") {
  // 32 MiB of blanks, which gzip makes a thousandth of.
  const std::string packed = gzipped(std::string(kSmall) + std::string(std::size_t{32} << 20U, '\n'));
  ImportOptions options;
  options.format = "goal";
  const Texts faults = import_text(packed, options).fault_texts();
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].find("bytes of gzip data became") != std::string::npos);
  CHECK(faults[0].find("at most 256 per byte and 137438953472 in all are read") != std::string::npos);
  const TemporaryFolder folder;
  ByteSource source(folder.write("bomb", packed));
  std::vector<char> block(1U << 16U);
  while (source.read(block.data(), block.size()) == block.size()) continue;
  CHECK(source.offset() < 256 * (packed.size() + (1U << 17U)) + (1U << 18U));
}

TEST_CASE("Line reader: lines of any length, across blocks, with and without CR and a last line end", "[IMPORT-12]") {
  const TemporaryFolder folder;
  std::string text;
  Texts lines;
  for (const std::size_t size : {0U, 1U, 1000U, 65'535U, 65'536U, 65'537U, 5U, 1'000'000U, 3U}) {
    lines.emplace_back(size, 'a');
    text += lines.back() + (size % 2 == 0 ? "\r\n" : "\n");
  }
  for (const bool last_end : {true, false}) {
    ImportFaults faults;
    LineReader reader(folder.write("lines", last_end ? text : text.substr(0, text.size() - 1)), faults);
    Texts found;
    while (reader.next()) {
      found.emplace_back(reader.line());
      CHECK(reader.number() == found.size());
    }
    const bool same = found == lines;
    CHECK(same);
    CHECK(faults.empty());
    CHECK(reader.ended_with_line() == last_end);
  }
}

TEST_CASE("Line reader: a line without end is refused", "[IMPORT-12]") {
  const TemporaryFolder folder;
  ImportFaults faults;
  LineReader reader(folder.write("line", "short\n" + std::string(LineReader::kLongestLine + 10, 'x')), faults);
  CHECK(reader.next());
  CHECK_FALSE(reader.next());
  REQUIRE_FALSE(faults.empty());
  CHECK(faults.sorted()[0].message == "the line has more than 67108864 bytes");
  CHECK(faults.sorted()[0].line == 2);
}

TEST_CASE("Import faults: they are sorted by place, and long lines are kept in part", "[IMPORT-4]") {
  ImportFaults faults;
  const std::string line(10'000, 'x');
  faults.add({"b", 7, 3, line}, "third");
  faults.add({"a", 1, 1, line}, "fourth");
  faults.add({"b", 7, 1, line}, "second");
  faults.add({"b", 2, 9999, line}, "first");
  faults.add(ImportPlace::of_byte("b", 5), "bytes");
  Texts messages;
  for (const Diagnostic& fault : faults.sorted()) messages.push_back(fault.message);
  CHECK(messages == Texts{"byte 5: bytes", "first", "second", "third", "fourth"});
  CHECK(faults.sorted()[1].source_line.empty());
  CHECK(faults.sorted()[2].source_line.size() == 4096);
  for (int i = 0; i < 300; ++i) faults.add({"b", 10, 1, {}}, "more");
  CHECK(faults.full());
  CHECK(faults.sorted().size() == ImportFaults::kMostListed + 1);
  CHECK(ImportPlace::of_byte("b", 5).number() == 6);
  CHECK(ImportPlace{"b", std::uint64_t{1} << 40U, 1, {}}.number() == 0xFFFFFFFF);
}

}  // namespace
}  // namespace tactus
