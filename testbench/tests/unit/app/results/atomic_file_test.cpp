#include "testbench/app/results/atomic_file.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

using namespace tactus;

TEST_CASE("AtomicFile: a committed file holds what was written, under its name only") {
  const TemporaryFolder folder;
  std::string expected;
  AtomicFile file(folder.path() / "a.txt");
  for (int i = 0; i < 30'000; ++i) {  // more than one buffer
    file.print("line {}\n", i);
    expected += "line " + std::to_string(i) + "\n";
  }
  file.commit();
  CHECK(folder.text("a.txt") == expected);
  CHECK(folder.names() == std::set<std::string>{"a.txt"});
}

TEST_CASE("AtomicFile: until it is committed, the final name does not exist", "[RESULT-32]") {
  const TemporaryFolder folder;
  AtomicFile file(folder.path() / "a.txt");
  file.write(std::string(1'000'000, 'x'));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "a.txt"));
}

TEST_CASE("AtomicFile: given up, it leaves nothing and an earlier file as it was", "[RESULT-32]") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "a.txt") << "earlier";
  {
    AtomicFile file(folder.path() / "a.txt");
    file.write("later");
  }
  CHECK(folder.text("a.txt") == "earlier");
  CHECK(folder.names() == std::set<std::string>{"a.txt"});
}

TEST_CASE("AtomicFile: replaces what an interrupted run left behind") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.txt";
  std::ofstream(partial_name(path)) << "a long half of a result";
  AtomicFile file(path);
  file.write("whole");
  file.commit();
  CHECK(folder.text("a.txt") == "whole");
  CHECK(folder.names() == std::set<std::string>{"a.txt"});
}

TEST_CASE("AtomicFile: makes the folders that its path names") {
  const TemporaryFolder folder;
  AtomicFile file(folder.path() / "b" / "c" / "a.txt");
  file.commit();
  CHECK(std::filesystem::exists(folder.path() / "b" / "c" / "a.txt"));
}

TEST_CASE("AtomicFile: a full disk is an error that names the file and the reason, and leaves nothing") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.txt";
  std::filesystem::create_symlink("/dev/full", partial_name(path));
  std::string message;
  try {
    AtomicFile file(path);
    file.write("text");
    file.commit();
  } catch (const ResultFileError& error) {
    message = error.what();
    CHECK(error.path() == path);
  }
  CHECK(message == path.string() + ": No space left on device");
  CHECK(folder.names().empty());
}

TEST_CASE("AtomicFile: a full disk is told once while writing, and by commit") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.txt";
  std::filesystem::create_symlink("/dev/full", partial_name(path));
  int told = 0;
  AtomicFile file(path, [&] { ++told; });
  for (int i = 0; i < 10; ++i) file.write(std::string(1'000'000, 'x'));
  CHECK(told == 1);
  CHECK_THROWS_AS(file.commit(), ResultFileError);
}

TEST_CASE("AtomicFile: a folder that cannot be made is an error that names it") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "in the way";
  const auto open = [&] { AtomicFile{folder.path() / "file" / "a.txt"}; };
  CHECK_THROWS_AS(open(), ResultFileError);
}
