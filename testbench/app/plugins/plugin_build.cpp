#include "testbench/app/plugins/plugin_build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "testbench/app/about/about.h"
#include "testbench/app/files/content_hash.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/files/regular_file.h"
#include "testbench/app/files/user_cache.h"
#include "testbench/app/process/child_process.h"
#include "testbench/app/process/file_lock.h"

namespace tactus {
namespace {

using Path = std::filesystem::path;

constexpr std::size_t kLargestSource = std::size_t{16} << 20U;  ///< bytes
constexpr int kMostLines = 24;                                  ///< of a compiler's, that are shown
constexpr int kNoProgram = 127;                                 ///< as shells tell it
constexpr char kFiles[] = ".files";                             ///< ending of the list of what a library was made of

std::string compiler() {
  const char* chosen = std::getenv("CXX");
  return chosen == nullptr || *chosen == '\0' ? "c++" : chosen;
}

/// The command that makes `library` of `source`, and beside it a list of the files that went into it.
std::vector<std::string> compile_command(const Path& source, const Path& library) {
  std::vector<std::string> command;
  std::istringstream words(compiler());  // "ccache g++" is two
  std::copy(std::istream_iterator<std::string>(words), {}, std::back_inserter(command));
  for (const std::string& word : std::vector<std::string>{
           "-std=c++17", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-I" + public_headers().string(),
           fmt::format("-DTACTUS_INTERFACE=\"{}\"", interface_id()), "-MMD", "-MF", library.string() + ".d", "-o",
           library.string(), source.string()}) {
    command.push_back(word);
  }
  const std::string systemc = systemc_headers();
  if (!systemc.empty()) command.insert(command.end() - 1, {"-isystem", systemc});
  return command;
}

/// A folder to keep libraries in: that of the program's build if it may be written, or the user's.
Path cache_folder() {
  std::error_code refused;
  Path of_program = plugin_folder();
  if (!of_program.empty()) {
    std::filesystem::create_directories(of_program, refused);
    if (access(of_program.c_str(), W_OK | X_OK) == 0) return of_program;
  }
  Path of_user = user_cache("plugins");
  if (of_user.empty()) throw std::runtime_error("plugins: no folder to compile in: HOME is not set");
  std::filesystem::create_directories(of_user);
  return of_user;
}

std::string hash_of(const std::string& text) {
  ContentHash hash;
  hash.add(text);
  return hash.text();
}

/// Files of a list for make ("library: source a.h \<newline> b.h"), a blank within a name written as "\ ".
std::vector<Path> listed_files(const std::string& list) {
  std::vector<Path> files;
  std::string word;
  for (std::size_t at = list.find(": "); at < list.size(); ++at) {
    const bool escape = list[at] == '\\' && at + 1 < list.size();
    if (escape && list[at + 1] == ' ') {
      word += list[++at];
    } else if (list[at] == ' ' || list[at] == '\n' || list[at] == ':' || escape) {
      if (!word.empty()) files.emplace_back(std::exchange(word, {}));
    } else {
      word += list[at];
    }
  }
  if (!word.empty()) files.emplace_back(word);
  return files;
}

/// A header of the program, which `interface_id` stands for; a plug-in may lie in the same tree.
bool is_public_header(const Path& file) {
  const std::string inside = file.lexically_relative(public_headers()).string();
  return inside.compare(0, 3, "hw/") == 0 || inside.compare(0, 11, "tlm_models/") == 0;
}

/// One line for each file that a library was made of beside the program's headers: its hash and its path.
std::string fingerprint(const std::vector<Path>& files) {
  std::string text;
  for (const Path& file : files) {
    if (is_public_header(file)) continue;
    const FileText content = read_regular_file(file, kLargestSource);
    text += fmt::format("{} {}\n", content.fault.empty() ? hash_of(content.text) : content.fault, file.string());
  }
  return text;
}

/// Whether `library` is what its sources, as they are now, would become.
bool is_fresh(const Path& library) {
  std::error_code none;
  if (!std::filesystem::exists(library, none)) return false;
  const std::string kept = text_if_readable(library.string() + kFiles);
  std::vector<Path> files;
  std::istringstream lines(kept);
  for (std::string line; std::getline(lines, line);) files.emplace_back(line.substr(line.find(' ') + 1));
  return !kept.empty() && fingerprint(files) == kept;
}

std::string first_lines(const std::string& output) {
  std::istringstream stream(output);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line) && lines.size() < kMostLines;) lines.push_back("  " + line);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

BuiltPlugin compile(const Path& source, const Path& library) {
  print_safely(stderr, "tactus: compiling {}; this is done once\n", source.filename().string());
  // Without it a library is not taken for a fresh one: it goes first and comes last.
  std::filesystem::remove(library.string() + kFiles);
  const Path made = library.string() + fmt::format(".{}", getpid());
  const Path log = library.string() + ".log";
  const int status = wait_for(start_child({compile_command(source, made), log, log, true}));
  const std::string output = text_if_readable(log);
  const Path list = made.string() + ".d";
  if (status != 0) {
    std::error_code none;
    std::filesystem::remove(made, none);
    std::filesystem::remove(list, none);
    if (status == kNoProgram) {
      return {{},
              fmt::format("the compiler '{}' cannot be started: install g++, name another one in CXX, or give the "
                          "plug-in as a shared library",
                          compiler())};
    }
    return {{}, fmt::format("it does not compile:\n{}", first_lines(output))};
  }
  if (!output.empty()) print_safely(stderr, "{}\n", first_lines(output));
  const std::string files = fingerprint(listed_files(text_if_readable(list)));
  std::filesystem::remove(list);
  std::filesystem::rename(made, library);
  std::ofstream(library.string() + kFiles, std::ios::binary) << files;
  return {library, {}};
}

}  // namespace

BuiltPlugin build_plugin(const Path& source) {
  const Path whole = std::filesystem::absolute(source).lexically_normal();
  const std::string key = hash_of(interface_id() + "\n" + compiler() + "\n" + whole.string());
  const Path library = cache_folder() / fmt::format("{}-{}.so", whole.stem().string(), key);
  const FileLock lock(library.string() + ".lock");
  if (is_fresh(library)) return {library, {}};
  return compile(whole, library);
}

}  // namespace tactus
