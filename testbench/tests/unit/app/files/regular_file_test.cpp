#include "testbench/app/files/regular_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;

constexpr std::size_t kLargest = 100'000;

std::string fault_of(const std::filesystem::path& path) {
  const FileText read = read_regular_file(path, kLargest);
  CHECK(read.text.empty());
  return read.fault;
}

TEST_CASE("Regular file: all its bytes are read, whatever they are") {
  const TemporaryFolder folder;
  std::string bytes;
  for (std::size_t i = 0; i < kLargest; ++i) bytes.push_back(static_cast<char>(i % 256));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, kLargest}) {
    const FileText read = read_regular_file(folder.write("file", bytes.substr(0, size)), kLargest);
    CHECK(read.fault.empty());
    const bool same = read.text == bytes.substr(0, size);
    CHECK(same);
  }
}

TEST_CASE("Regular file: one byte too many is refused, by its size or by the bytes that come") {
  const TemporaryFolder folder;
  CHECK(fault_of(folder.write("file", std::string(kLargest + 1, 'x'))) == "100001 bytes: at most 100000 are read");
  CHECK(read_regular_file("/proc/self/status", 10).fault == "more than 10 bytes");  // whose size is 0
}

TEST_CASE("Regular file: a pipe, a device, a folder and nothing are refused at once, with the reason") {
  const TemporaryFolder folder;
  const std::filesystem::path pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::filesystem::create_symlink("loop", folder.path() / "loop");
  CHECK(fault_of(pipe) == "this is no regular file");
  CHECK(fault_of("/dev/zero") == "this is no regular file");
  CHECK(fault_of(folder.path()) == "this is a directory, not a file");
  CHECK(fault_of(folder.path() / "none") == "no such file");
  CHECK(fault_of(pipe / "none") == "no such file");
  CHECK_THAT(fault_of(folder.path() / "loop"), Contains("symbolic links"));
  CHECK_THAT(fault_of("/proc/self/mem"), Contains("error"));  // a regular file that cannot be read
}

TEST_CASE("Regular file: one that has to be there throws its reason, one that need not is empty") {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", std::string("a\0b\r\n", 5));
  CHECK(text_of_file(file) == std::string("a\0b\r\n", 5));
  CHECK(text_if_readable(file) == std::string("a\0b\r\n", 5));
  const std::string none = folder.path() / "none";
  CHECK_THROWS_WITH(text_of_file(none), none + ": no such file");
  CHECK(text_if_readable(none).empty());
}

}  // namespace
}  // namespace tactus
