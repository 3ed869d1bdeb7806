#include "testbench/app/results/result_folder.h"

#include "testbench/app/results/atomic_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

using namespace tactus;

namespace {

using Names = std::set<std::string>;

void write(const std::filesystem::path& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

/// A run that leaves these files.
void run(const std::filesystem::path& folder, const Names& files, const std::string& text) {
  ResultFolder results(folder);
  for (const std::string& name : files) write(results.unpublished() / name, text);
  results.publish();
}

}  // namespace

TEST_CASE("ResultFolder: files of an earlier run go with it, those of the user stay", "[RESULT-50]") {
  const TemporaryFolder folder;
  run(folder.path(), {"result.json", "links.csv", "waves.fst", "waves.gtkw", "enums/state.txt"}, "earlier");
  CHECK(folder.names() == Names{"result.json", "links.csv", "waves.fst", "waves.gtkw", "enums"});
  CHECK(folder.text("notes.txt").empty());
  write(folder.path() / "notes.txt", "mine");
  write(folder.path() / kReportFile, "a page of the earlier one");
  run(folder.path(), {"result.json", "links.csv"}, "later");
  CHECK(folder.names() == Names{"result.json", "links.csv", "notes.txt"});
  CHECK(folder.text("links.csv") == "later");
  // A run that the model ended has no result: the one of before is not of these files.
  run(folder.path(), {"links.csv"}, "ended");
  CHECK(folder.names() == Names{"links.csv", "notes.txt"});
}

TEST_CASE("ResultFolder: a folder enums that no waves belong to is somebody else's", "[RESULT-50]") {
  const TemporaryFolder folder;
  write(folder.path() / "enums" / "mine.txt", "mine");
  run(folder.path(), {"result.json"}, "a");
  CHECK(folder.names() == Names{"result.json", "enums"});
}

TEST_CASE("ResultFolder: what is not published is gone, and an earlier run as it was", "[RESULT-32]") {
  const TemporaryFolder folder;
  run(folder.path(), {"result.json", "links.csv"}, "earlier");
  {
    const ResultFolder results(folder.path());
    write(results.unpublished() / "links.csv", "later");
    CHECK(folder.text("links.csv") == "earlier");
  }
  CHECK(folder.names() == Names{"result.json", "links.csv"});
  CHECK(folder.text("links.csv") == "earlier");
  { const ResultFolder results(folder.path() / "new" / "one"); }
  CHECK_FALSE(std::filesystem::exists(folder.path() / "new" / "one"));
}

TEST_CASE("ResultFolder: what a run that was killed has completed is not published by the next", "[RESULT-50]") {
  const TemporaryFolder folder;
  write(folder.path() / kUnpublished / "trace.json", "killed");
  run(folder.path(), {"result.json"}, "whole");
  CHECK(folder.names() == Names{"result.json"});
}

TEST_CASE("ResultFolder: another process or run is kept out as long as one writes", "[RESULT-51]") {
  const TemporaryFolder folder;
  {
    const ResultFolder results(folder.path());
    std::string message;
    try {
      const ResultFolder second(folder.path());
    } catch (const ResultFileError& error) {
      message = error.what();
    }
    CHECK(message ==
          folder.path().string() + ": another tactus is writing there: wait for it, or choose another --out");
    CHECK(std::filesystem::exists(results.unpublished()));
  }
  run(folder.path(), {"result.json"}, "later");
  CHECK(folder.names() == Names{"result.json"});
}

TEST_CASE("FolderLock: those that share a folder keep out who wants it alone, and are kept out by one",
          "[RESULT-51][RESULT-61]") {
  const TemporaryFolder folder;
  {
    const FolderLock first(folder.path(), FolderUse::kWithOthers);
    const FolderLock second(folder.path(), FolderUse::kWithOthers);
    CHECK_THROWS_AS(FolderLock(folder.path()), ResultFileError);
    CHECK_NOTHROW(FolderLock(folder.path() / "point"));
  }
  const FolderLock alone(folder.path());
  CHECK_THROWS_AS(FolderLock(folder.path(), FolderUse::kWithOthers), ResultFileError);
}

TEST_CASE("ResultFolder: a file that it does not know would never be removed, and is refused") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(run(folder.path(), {"new_kind.csv"}, "a"), std::logic_error);
}

TEST_CASE("ResultFolder: errors name the place that a file has in the end") {
  const ResultFileError error(std::filesystem::path("a") / kUnpublished / "links.csv", "full");
  CHECK(std::string(error.what()) == "a/links.csv: full");
  CHECK(published("/a/b") == "/a/b");
}

TEST_CASE("AtomicFile: of two that write a file the later is refused, and the earlier is whole", "[RESULT-51]") {
  const TemporaryFolder folder;
  AtomicFile first(folder.path() / "a.txt");
  first.write("first");
  const auto again = [&] { AtomicFile{folder.path() / "a.txt"}; };
  CHECK_THROWS_AS(again(), ResultFileError);
  first.commit();
  CHECK(folder.text("a.txt") == "first");
  write(folder.path() / "a.txt", "second");
  CHECK(folder.text("a.txt") == "second");
}
