#include "testbench/tests/system/tactus_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "testbench/app/about/about.h"
#include "testbench/app/results/atomic_file.h"

namespace tactus::test {
namespace {

void redirect(int descriptor, const char* path, int flags) {
  const int file = open(path, flags, 0666);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(127);
  close(file);
}

[[noreturn]] void become(std::string program, Arguments arguments, const std::string& out, const std::string& err) {
  redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  redirect(STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT);
  redirect(STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT);
  std::vector<char*> argv = {program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(argv.front(), argv.data());
  _exit(127);
}

/// What /proc says of a process; all 0 if there is none.
struct Status {
  char state = 0;
  pid_t parent = 0;
};
Status status_of(const std::filesystem::path& of_process) {
  // A process may end between opening the file and reading it: getline has no text then, where an iterator would throw.
  std::ifstream stream(of_process / "stat", std::ios::binary);
  std::string text;
  std::getline(stream, text);
  const std::size_t name_end = text.rfind(") ");
  if (name_end == std::string::npos) return {};
  return {text[name_end + 2], std::stoi(text.substr(name_end + 4))};
}

pid_t start(const std::string& program, const Arguments& arguments, const std::filesystem::path& output) {
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error("no process");
  if (pid == 0) become(program, arguments, output / "out", output / "err");
  return pid;
}

}  // namespace

Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

bool ends_soon(pid_t process) {
  constexpr int kPatience = 10'000;
  for (int ms = 0; ms < kPatience; ++ms) {
    const char state = status_of("/proc/" + std::to_string(process)).state;
    if (state == 0 || state == 'Z') return true;  // nobody may wait for it in a container
    usleep(1000);
  }
  kill(process, SIGKILL);
  return false;
}

std::string tactus_path() { return TACTUS_BINARY; }

TactusProcess::TactusProcess(const Arguments& arguments) : TactusProcess(tactus_path(), arguments) {}
TactusProcess::TactusProcess(const std::string& program, const Arguments& arguments)
    : pid_(start(program, arguments, output_.path())) {}

TactusProcess::~TactusProcess() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void TactusProcess::signal(int number) const { kill(pid_, number); }

std::vector<pid_t> TactusProcess::children() const {
  std::vector<pid_t> list;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;  // no process
    const Status status = status_of(entry.path());
    if (status.parent == pid_ && status.state != 'Z') list.push_back(std::stoi(name));
  }
  return list;
}

Outcome TactusProcess::wait() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return {WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status), output_.text("out"), output_.text("err")};
}

Outcome run_tactus(const Arguments& arguments) { return TactusProcess(arguments).wait(); }

std::string broken_tactus_path() { return BROKEN_TACTUS_BINARY; }

Outcome run_broken_tactus(const Arguments& arguments) { return run_program(broken_tactus_path(), arguments); }

Outcome run_program(const std::string& program, const Arguments& arguments) {
  return TactusProcess(program, arguments).wait();
}

Outcome succeeded(Outcome outcome) {
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome;
}

Outcome ended_with(int status, Outcome outcome) {
  CAPTURE(outcome.err);
  CHECK(outcome.status == status);
  return outcome;
}

std::string scenario_path(const std::string& name) { return std::string(scenario_folder()) + "/" + name; }

void fill_disk_for(const std::string& name, const std::filesystem::path& folder) {
  const std::filesystem::path partial = partial_name(folder / kUnpublished / name);
  std::filesystem::create_directories(partial.parent_path());
  std::filesystem::create_symlink("/dev/full", partial);
}

nlohmann::ordered_json result_without_host(const std::filesystem::path& folder) {
  auto result = nlohmann::ordered_json::parse(text_of(folder / "result.json"));
  result.erase("host");
  return result;
}

}  // namespace tactus::test
