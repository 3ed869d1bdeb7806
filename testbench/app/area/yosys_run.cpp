#include "testbench/app/area/yosys_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "testbench/app/files/regular_file.h"
#include "testbench/app/process/child_process.h"

namespace tactus {
namespace {

using Path = std::filesystem::path;

Path make_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "tactus-area-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  return name;
}

/// A file's name in quotes for a script of yosys.
std::string quoted(const Path& file) {
  if (file.string().find('"') != std::string::npos) {
    throw std::runtime_error("area: yosys reads no file with \" in its name: " + file.string());
  }
  return "\"" + file.string() + "\"";
}

/// Lines of yosys that say what is wrong; all of them if none does.
std::string complaint(const std::string& output) {
  std::istringstream lines(output);
  std::string errors;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("ERROR") != std::string::npos) errors += "\n  " + line;
  }
  return errors.empty() ? "\n  " + output : errors;
}

}  // namespace

bool yosys_is_there() { return wait_for(start_child({{"yosys", "-V"}, {}, {}})) == 0; }

YosysRun::YosysRun() : folder_(make_folder()) {}

YosysRun::~YosysRun() {
  std::error_code none;
  std::filesystem::remove_all(folder_, none);
}

std::string YosysRun::reading(const AreaSubject& subject) const {
  std::string text = "read_verilog -sv -noautowire";
  int number = 0;
  for (const Path& folder : subject.includes) {
    text += fmt::format(" -I{}", linked(folder, fmt::format("include_{}", number++)));
  }
  for (const Path& file : subject.files) text += fmt::format(" {}", quoted(file));
  text += fmt::format("\nhierarchy -check -top {}", subject.top);
  for (const auto& [name, value] : subject.values) text += fmt::format(" -chparam {} {}", name, value);
  return text + "\n";
}

std::string YosysRun::linked(const Path& file, const std::string& name) const {
  const Path link = folder_ / name;
  std::filesystem::create_symlink(std::filesystem::absolute(file), link);
  return link.string();
}

std::string YosysRun::reporting(const char* report, const std::string& command) const {
  return fmt::format("tee -q -o {} {}\n", (folder_ / report).string(), command);  // quotes are not for tee
}

std::optional<AreaFault> YosysRun::execute(const std::string& commands) const {
  const Path script = folder_ / "synthesize.ys";
  std::ofstream(script, std::ios::binary) << commands;
  const Path log = folder_ / "yosys.log";
  if (wait_for(start_child({{"yosys", "-q", "-s", script.string()}, log, log, true})) == 0) return std::nullopt;
  return AreaFault{complaint(text_if_readable(log))};
}

std::string YosysRun::report(const char* name) const { return text_if_readable(folder_ / name); }

}  // namespace tactus
