#include <fmt/format.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <tuple>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/tlm_models/node/memory/cache_stream.h"
#include "tlm_models/node/memory/coherent_caches.h"

// Valgrind's cachegrind as an oracle: a program makes a stream of accesses under it, and our caches are told of the
// same.

namespace tactus {
namespace {

struct StreamCounts {
  std::uint64_t reads = 0;
  std::uint64_t read_l1_misses = 0;
  std::uint64_t read_l2_misses = 0;
  std::uint64_t writes = 0;
  std::uint64_t write_l1_misses = 0;
  std::uint64_t write_l2_misses = 0;

  [[nodiscard]] auto fields() const {
    return std::tie(reads, read_l1_misses, read_l2_misses, writes, write_l1_misses, write_l2_misses);
  }
  friend bool operator==(const StreamCounts& a, const StreamCounts& b) { return a.fields() == b.fields(); }
};

std::ostream& operator<<(std::ostream& out, const StreamCounts& counts) {
  return out << fmt::format("{} reads, {} beyond L1, {} beyond L2; {} writes, {}, {}", counts.reads,
                            counts.read_l1_misses, counts.read_l2_misses, counts.writes, counts.write_l1_misses,
                            counts.write_l2_misses);
}

/// One core with the caches of a Xeon Phi.
ManyCoreConfig one_core() {
  ManyCoreConfig config;
  config.cores = config.threads_per_core = 1;
  return config;
}

std::string size_option(const char* name, const CacheConfig& cache, Bytes line) {
  return fmt::format(" --{}={},{},{}", name, cache.size.count(), cache.ways, line.count());
}

/// What cachegrind has counted for two lines of the program: events Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw.
StreamCounts counts_in(const std::string& text, const std::string& file, int read_line, int write_line) {
  StreamCounts counts;
  std::istringstream lines(text);
  std::string line;
  bool here = false;
  while (std::getline(lines, line)) {
    if (line.rfind("fl=", 0) == 0 || line.rfind("fi=", 0) == 0 || line.rfind("fe=", 0) == 0) {
      here = line.size() >= file.size() && line.compare(line.size() - file.size(), file.size(), file) == 0;
    }
    std::istringstream words(line);
    int number = 0;
    if (!here || !(words >> number) || (number != read_line && number != write_line)) continue;
    std::uint64_t ignored = 0;
    StreamCounts more;
    words >> ignored >> ignored >> ignored >> more.reads >> more.read_l1_misses >> more.read_l2_misses >> more.writes >>
        more.write_l1_misses >> more.write_l2_misses;
    counts.reads += more.reads;
    counts.read_l1_misses += more.read_l1_misses;
    counts.read_l2_misses += more.read_l2_misses;
    counts.writes += more.writes;
    counts.write_l1_misses += more.write_l1_misses;
    counts.write_l2_misses += more.write_l2_misses;
  }
  return counts;
}

StreamCounts by_cachegrind(CacheStream stream) {
  const TemporaryFolder folder;
  const ManyCoreConfig config = one_core();
  const std::string path = folder.path().string();
  const std::string command = fmt::format(
      "{} --tool=cachegrind --cache-sim=yes{}{}{} --cachegrind-out-file={}/counts --log-file={}/log {} {} > {}/lines",
      VALGRIND_PROGRAM, size_option("I1", config.l1, config.line), size_option("D1", config.l1, config.line),
      size_option("LL", config.l2, config.line), path, path, STREAM_PROGRAM, static_cast<int>(stream), path);
  const int status = std::system(command.c_str());
  INFO(folder.text("log"));
  REQUIRE(status == 0);
  int read_line = 0;
  int write_line = 0;
  std::istringstream(folder.text("lines")) >> read_line >> write_line;
  return counts_in(folder.text("counts"), "cache_stream_program.cpp", read_line, write_line);
}

StreamCounts by_our_caches(CacheStream stream) {
  CoherentCaches caches(one_core());
  StreamCounts counts;
  for_each_access(stream, [&](std::uint64_t offset, bool write) {
    const std::uint64_t line = offset / 64;
    const ServedBy served = (write ? caches.write(0, line) : caches.read(0, line)).served;
    ++(write ? counts.writes : counts.reads);
    if (served != ServedBy::kL1) ++(write ? counts.write_l1_misses : counts.read_l1_misses);
    if (served == ServedBy::kMemory) ++(write ? counts.write_l2_misses : counts.read_l2_misses);
  });
  return counts;
}

TEST_CASE("CoherentCaches: one core misses what cachegrind says of a program with the same stream", "[CACHE-1]") {
  for (const CacheStream stream :
       {CacheStream::kRows, CacheStream::kColumns, CacheStream::kInL2, CacheStream::kBeyondL2}) {
    CAPTURE(static_cast<int>(stream));
    const StreamCounts ours = by_our_caches(stream);
    CHECK(ours.read_l1_misses > 0);
    CHECK(ours == by_cachegrind(stream));
  }
}

// Cachegrind's L2 leaves a line in L1 that it drops itself; ours takes it from there.
TEST_CASE("CoherentCaches: a line that L1 alone has used goes with L2's, which cachegrind keeps", "[CACHE-1]") {
  const StreamCounts theirs = by_cachegrind(CacheStream::kConflict);
  CHECK(theirs.reads == 2 * kConflicts);
  CHECK(theirs.read_l1_misses == 1 + kConflicts);
  CHECK(theirs.read_l2_misses == 1 + kConflicts);
  // As many conflicts as L2 has ways push it out.
  const std::uint64_t taken = (kConflicts - 1) / static_cast<std::uint64_t>(one_core().l2.ways);
  const StreamCounts ours = by_our_caches(CacheStream::kConflict);
  CHECK(ours.read_l1_misses == theirs.read_l1_misses + taken);
  CHECK(ours.read_l2_misses == theirs.read_l2_misses + taken);
}

}  // namespace
}  // namespace tactus
