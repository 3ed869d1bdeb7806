#include "testbench/app/area/area.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "testbench/app/files/regular_file.h"
#include "testbench/app/process/child_process.h"

namespace tactus {
namespace {

using Path = std::filesystem::path;

/// A folder that goes away with all that is in it.
class WorkFolder {
 public:
  WorkFolder() : path_(make()) {}
  ~WorkFolder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  [[nodiscard]] Path operator/(const char* name) const { return path_ / name; }

 private:
  static Path make() {
    std::string name = (std::filesystem::temp_directory_path() / "tactus-area-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
    return name;
  }
  Path path_;
};

/// In quotes for a script of yosys, whose names have none in them.
std::string quoted(const Path& file) {
  if (file.string().find('"') != std::string::npos) {
    throw std::runtime_error("area: yosys reads no file with \" in its name: " + file.string());
  }
  return "\"" + file.string() + "\"";
}

std::string script(const AreaSubject& subject, const WorkFolder& work) {
  std::string text = "read_verilog -sv -noautowire";
  int number = 0;
  for (const Path& folder : subject.includes) {
    // Its options take no quotes: a link has a name without spaces.
    const Path link = work / fmt::format("include_{}", number++).c_str();
    std::filesystem::create_directory_symlink(std::filesystem::absolute(folder), link);
    text += " -I" + link.string();
  }
  for (const Path& file : subject.files) text += " " + quoted(file);
  text += "\nhierarchy -check -top " + subject.top;
  for (const auto& [name, value] : subject.values) text += fmt::format(" -chparam {} {}", name, value);
  const auto say = [&work](const char* file, const char* command) {
    return fmt::format("tee -q -o {} {}\n", (work / file).string(), command);  // quotes are not for tee
  };
  // yosys 0.23 writes no valid JSON about more than one module.
  text += "\nproc\nopt_clean\ndesign -push-copy\nflatten\n" + say("memories.json", "stat -json") + "design -pop\n";
  for (const AreaStrap& strap : subject.straps) {
    text += fmt::format("delete -input A:top/w:{0}\nselect A:top\nconnect -set {0} {1}'d{2}\nselect -clear\n",
                        strap.input, strap.bits, strap.value);
  }
  if (subject.flat) text += "flatten\nopt_clean\n";
  text += "synth -run begin:fine\nopt -fast -full\ntechmap\nopt -fast\nabc -fast\nopt_clean\nflatten\nopt_clean\n";
  return text + say("gates.json", "stat -json") + say("depth.txt", "ltp -noff");
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

std::variant<Area, AreaFault> synthesize(const AreaSubject& subject) {
  const WorkFolder work;
  const Path commands = work / "synthesize.ys";
  std::ofstream(commands, std::ios::binary) << script(subject, work);
  const Path log = work / "yosys.log";
  const int status = wait_for(start_child({{"yosys", "-q", "-s", commands.string()}, log, log, true}));
  if (status != 0) return AreaFault{complaint(text_if_readable(log))};
  return read_area(text_if_readable(work / "memories.json"), text_if_readable(work / "gates.json"),
                   text_if_readable(work / "depth.txt"));
}

Area read_area(const std::string& memories, const std::string& gates, const std::string& depth) {
  Area area;
  try {
    area.memory_bits = nlohmann::json::parse(memories).at("design").at("num_memory_bits");
    const auto types = nlohmann::json::parse(gates).at("design").at("num_cells_by_type");
    for (const auto& [type, count] : types.items()) {
      const std::uint64_t number = count;
      if (type.rfind("$mem", 0) == 0) continue;
      area.cells += number;
      if (type.find("DFF") != std::string::npos || type == "$_FF_") area.flip_flops += number;
      if (type.rfind("$_DLATCH", 0) == 0 || type.rfind("$_SR_", 0) == 0) area.latches += number;
    }
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("area: the report of yosys is not understood: ") + error.what());
  }
  static const std::regex kDepth(R"(Longest topological path in .* \(length=(\d+)\))");
  std::smatch found;
  if (!std::regex_search(depth, found, kDepth)) {
    throw std::runtime_error("area: the report of yosys has no longest path");
  }
  area.logic_depth = std::stoull(found[1]);
  return area;
}

}  // namespace tactus
