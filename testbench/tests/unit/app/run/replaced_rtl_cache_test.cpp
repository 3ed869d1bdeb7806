#include "testbench/app/run/replaced_rtl_cache.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/support/text_files.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using test::text_of;
using test::write_file;

constexpr uid_t kOtherUser = 65'530;

bool nothing_is_there(const fs::path& /*folder*/) { return false; }
bool all_is_there(const fs::path& folder) { return fs::exists(folder / "sources"); }

/// A user's RTL, in a folder beside which a cache may lie.
struct UserRtl : TemporaryFolder {
  const fs::path theirs = path() / "pacer";

  UserRtl() { write_file(theirs / "a.sv", "module a; endmodule\n"); }
};

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

/// Whether a test cannot be two users; it says so.
bool is_one_user() {
  if (geteuid() == 0) return false;
  WARN("only root can be two users: not tested");
  return true;
}

}  // namespace

TEST_CASE("Replaced RTL cache: the folder has a copy of the sources, one for each content and purpose") {
  const UserRtl rtl;
  write_file(rtl.theirs / "a.svh", "// included\n");
  write_file(rtl.theirs / "deeper" / "b.sv", "not looked at\n");
  const ReplacedRtlCache cache(rtl.path() / "cache", {});
  const auto folder_for = [&](const std::string& purpose) {
    return cache.folder(purpose, {{"pacer", rtl.theirs}}, nothing_is_there);
  };
  const fs::path first = folder_for("two dimensions");
  CHECK(text_of(first / "sources" / "pacer" / "a.sv") == "module a; endmodule\n");
  CHECK(text_of(first / "sources" / "pacer" / "a.svh") == "// included\n");
  CHECK_FALSE(fs::exists(first / "sources" / "pacer" / "deeper"));
  CHECK(folder_for("two dimensions") == first);
  CHECK(folder_for("three dimensions") != first);
  write_file(rtl.theirs / "a.sv", "module b; endmodule\n");
  const fs::path second = folder_for("two dimensions");
  CHECK(second != first);
  CHECK(text_of(first / "sources" / "pacer" / "a.sv") == "module a; endmodule\n");
  write_file(rtl.theirs / "a.sv", "module a; endmodule\n");
  CHECK(folder_for("two dimensions") == first);
  CHECK(names_in(rtl.path() / "cache").size() == 3);  // and no copy that is not kept
}

TEST_CASE("Replaced RTL cache: sources that change all the time are kept under the name of what was copied") {
  const UserRtl rtl;
  OwnProcess writer([&](const OwnProcess::Tell& tell) {
    tell("begun");
    for (int i = 0;; ++i) write_file(rtl.theirs / "a.sv", "module a; // " + std::to_string(i % 7) + "\nendmodule\n");
  });
  writer.next();
  const ReplacedRtlCache cache(rtl.path() / "cache", {});
  const ReplacedRtlCache again(rtl.path() / "again", {});
  for (int i = 0; i < 300; ++i) {
    const fs::path kept = cache.folder("", {{"pacer", rtl.theirs}}, nothing_is_there);
    // The same content as the copy, which nobody changes, has the same name.
    const fs::path same = again.folder("", {{"pacer", kept / "sources" / "pacer"}}, nothing_is_there);
    if (same.filename() != kept.filename()) CHECK(same.filename() == kept.filename());
  }
}

TEST_CASE("Replaced RTL cache: a user who may not write there uses what is there, and has a cache for the rest") {
  if (is_one_user()) return;
  const UserRtl rtl;
  fs::permissions(rtl.path(), fs::perms::all);
  const ReplacedRtlCache of_root(rtl.path() / "cache", {});
  const std::string built = of_root.folder("", {{"pacer", rtl.theirs}}, nothing_is_there);
  const auto of_other_user = [&](const std::string& purpose, const fs::path& own, auto&& is_complete) {
    return in_own_process([&]() -> std::string {
      if (setgid(kOtherUser) != 0 || setuid(kOtherUser) != 0) return "no other user";
      return ReplacedRtlCache(rtl.path() / "cache", own).folder(purpose, {{"pacer", rtl.theirs}}, is_complete);
    });
  };
  const fs::path own = rtl.path() / "own";
  CHECK(of_other_user("", own, all_is_there) == built);
  CHECK(fs::path(of_other_user("", own, nothing_is_there)).parent_path() == own);
  CHECK(fs::path(of_other_user("another", own, all_is_there)).parent_path() == own);
  CHECK_THROWS_WITH(of_other_user("another", {}, all_is_there), Catch::Matchers::Contains("is of another user"));
  // Who has no folder to build in needs none for what is built.
  CHECK(of_other_user("", {}, all_is_there) == built);
  CHECK(of_other_user("", "/proc/none", all_is_there) == built);
}

TEST_CASE("Replaced RTL cache: in a cache that all may write to, what one has built is nobody else's to change") {
  if (is_one_user()) return;
  const UserRtl rtl;
  fs::permissions(rtl.path(), fs::perms::all);
  const fs::path shared = rtl.path() / "cache";
  fs::create_directory(shared);
  fs::permissions(shared, fs::perms::all | fs::perms::sticky_bit);
  const auto folder_of = [&](uid_t user, mode_t mask, const std::string& purpose, auto&& is_complete) {
    return in_own_process([&]() -> std::string {
      umask(mask);
      if (setgid(user) != 0 || setuid(user) != 0) return "no other user";
      return ReplacedRtlCache(shared, rtl.path() / "own").folder(purpose, {{"pacer", rtl.theirs}}, is_complete);
    });
  };
  const auto permissions = [](const fs::path& path) { return fs::status(path).permissions(); };
  const fs::path built = folder_of(kOtherUser, 022, "", nothing_is_there);
  CHECK(built.parent_path() == shared);
  CHECK(permissions(built) == fs::perms{0755});
  CHECK(permissions(built / "sources" / "pacer") == fs::perms{0755});
  CHECK(permissions(folder_of(kOtherUser, 002, "group", nothing_is_there)) == fs::perms{0775});
  CHECK(permissions(folder_of(kOtherUser, 077, "alone", nothing_is_there)) == fs::perms{0700});
  // A third one uses what is complete, and builds elsewhere what is not.
  CHECK(folder_of(kOtherUser + 1, 022, "", all_is_there) == built);
  CHECK(fs::path(folder_of(kOtherUser + 1, 022, "", nothing_is_there)).parent_path() == rtl.path() / "own");
  CHECK(fs::path(folder_of(kOtherUser + 1, 022, "third", nothing_is_there)).parent_path() == shared);
}

TEST_CASE("Replaced RTL cache: copies of runs that were killed go when a copy is made, and no others") {
  const UserRtl rtl;
  const fs::path cache = rtl.path() / "cache";
  for (const char* name : {".copy-killed", ".copy-at-work", "built"}) write_file(cache / name / "sources" / "a.sv", "");
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(2);
  for (const char* name : {".copy-killed", "built"}) fs::last_write_time(cache / name, long_ago);
  const fs::path kept = ReplacedRtlCache(cache, {}).folder("", {{"pacer", rtl.theirs}}, nothing_is_there);
  CHECK(names_in(cache) == std::set<std::string>{".copy-at-work", "built", kept.filename()});
}

TEST_CASE("Replaced RTL: a build that fails is the RTL's fault only if a line of RTL is named") {
  const std::string command = "[1/9] cd /x && verilator --cc -O3\nFAILED: CMakeFiles/replaced.dir/Vreplaced_nic.cpp\n";
  CHECK(names_rtl_fault(command + "%Error: /x/sources/pacer/a.sv:1:24: syntax error, unexpected IDENTIFIER\n"));
  CHECK(names_rtl_fault(command + "%Error-PINNOTFOUND: /rtl/nic/dma_engine.sv:80:6: Pin not found: 'enable_i'\n"));
  CHECK(names_rtl_fault(command + "%Warning-WIDTH: /x/sources/pacer/a.sv:9:3: Operator ADD expects 8 bits\n" +
                        "%Error: Exiting due to 1 warning(s)\n"));
  // The machine's.
  CHECK_FALSE(names_rtl_fault(command + "c++: fatal error: Killed signal terminated program cc1plus\n"));
  CHECK_FALSE(names_rtl_fault(command + "cc1plus: out of memory allocating 65536 bytes after a total of 1 bytes\n"));
  CHECK_FALSE(names_rtl_fault(command + "%Error: Cannot write replaced_nic.dir/Vreplaced_nic.cpp\n"));
  CHECK_FALSE(names_rtl_fault(command + "%Error: Verilator internal fault, sorry.\n"));
  CHECK_FALSE(names_rtl_fault(command + "/tmp/ccX.s: Fatal error: can't write 128 bytes: No space left on device\n"));
  CHECK_FALSE(names_rtl_fault(command + "%Warning-WIDTH: /x/sources/pacer/a.sv:9:3: Operator ADD expects 8 bits\n" +
                              "c++: fatal error: Killed signal terminated program cc1plus\n"));
  CHECK_FALSE(names_rtl_fault(""));
}

}  // namespace tactus
