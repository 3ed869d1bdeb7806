#include "testbench/app/run/replaced_rtl.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "testbench/app/about/about.h"
#include "testbench/app/results/content_hash.h"
#include "testbench/app/run/logged_command.h"
#include "testbench/app/scenario/rtl_sources.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

using Path = std::filesystem::path;

/// Lines of Verilator's that are shown.
constexpr int kMostLines = 24;

std::string name_of(const RtlReplacement& replacement) { return Codec<RtlPart>::show(replacement.part); }

std::string read(const Path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What the RTL is Verilated for.
std::vector<std::string> machine_options(const MachineConfig& machine) {
  return {fmt::format("-DTACTUS_DIMENSIONS={}", machine.network.dimensions()),
          fmt::format("-DTACTUS_NICS={}", machine.nics()),
          fmt::format("-DTACTUS_VCS={}", machine.router.virtual_channels)};
}

/// Where the RTL of a scenario is built, by what makes it.
Path build_folder(const Scenario& scenario) {
  ContentHash hash;
  for (const std::string& option : machine_options(scenario.machine)) hash.add(option);
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    hash.add(fmt::format("{} {} {}", name_of(replacement), replacement.top, replacement.lockstep));
    for (const Path& file : rtl_files(scenario.beside(replacement.sources))) {
      hash.add(file.filename().string());
      hash.add(read(file));
    }
  }
  return Path(replaced_rtl_folder()) / hash.text();
}

/// The build has sources of its own: the user's may change while it runs.
std::vector<std::string> copy_sources(const Scenario& scenario, const Path& folder) {
  std::vector<std::string> options = machine_options(scenario.machine);
  std::string parts;
  std::string free;
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    const std::string part = name_of(replacement);
    const Path theirs = scenario.beside(replacement.sources);
    const Path ours = folder / "sources" / part;
    std::filesystem::create_directories(ours);
    for (const Path& file : rtl_files(theirs)) {
      // What an interrupted run has left may be half of it.
      std::filesystem::copy_file(file, ours / file.filename(), std::filesystem::copy_options::overwrite_existing);
    }
    std::vector<std::string> files;
    for (const Path& file : rtl_sources(ours)) files.push_back(file.filename().string());
    options.push_back(fmt::format("-DTACTUS_{}={}", part, replacement.top));
    options.push_back(fmt::format("-DTACTUS_{}_SOURCES={}", part, ours.string()));
    options.push_back(fmt::format("-DTACTUS_{}_FILES={}", part, fmt::join(files, ";")));
    parts += part + ";";
    if (!replacement.lockstep) free += part + ";";
  }
  options.push_back("-DTACTUS_PARTS=" + parts);
  options.push_back("-DTACTUS_FREE=" + free);
  return options;
}

/// What Verilator says in the build's output, or all of it; the sources by the names that the user gave them.
std::string complaint(const Scenario& scenario, const Path& folder, const std::string& output) {
  std::istringstream lines(output);
  std::string text;
  int shown = 0;
  bool verilator = output.find("\n%") == std::string::npos;
  for (std::string line; std::getline(lines, line) && shown < kMostLines;) {
    verilator = verilator || line.compare(0, 1, "%") == 0;
    if (!verilator || line.compare(0, 6, "ninja:") == 0) continue;
    text += "\n  " + line;
    ++shown;
  }
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    const std::string copies = (folder / "sources" / name_of(replacement)).string() + "/";
    const std::string theirs = (scenario.beside(replacement.sources) / "").string();
    for (std::size_t at = text.find(copies); at != std::string::npos; at = text.find(copies, at + theirs.size())) {
      text.replace(at, copies.size(), theirs);
    }
  }
  return text;
}

KeyFault fault_of(const Scenario& scenario, const Path& folder, const std::string& output) {
  const std::vector<RtlReplacement>& all = scenario.rtl.replace;
  // The one whose file is named; otherwise all that can be said is where the first one stands.
  const auto named = std::find_if(all.begin(), all.end(), [&](const RtlReplacement& replacement) {
    return output.find((folder / "sources" / name_of(replacement)).string() + "/") != std::string::npos;
  });
  const RtlReplacement& guilty = named == all.end() ? all.front() : *named;
  return {"rtl.replace." + name_of(guilty), fmt::format("module '{}' does not take the place of {}:{}", guilty.top,
                                                        module_of(guilty.part), complaint(scenario, folder, output))};
}

template <class Function>
Function* symbol(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));  // NOLINT: that is what dlsym answers
}

}  // namespace

std::variant<Path, KeyFault> build_replaced_rtl(const Scenario& scenario) {
  const Path folder = build_folder(scenario);
  std::filesystem::create_directories(folder);
  const FileLock lock(folder / "lock");
  Path library = folder / "build" / "replaced.so";
  if (!std::filesystem::exists(library)) {
    fmt::print(stderr, "tactus: Verilating RTL with parts of yours in it; this is done once and takes a minute\n");
  }
  const Path log = folder / "build.log";
  if (!std::filesystem::exists(folder / "build" / "build.ninja")) {
    std::vector<std::string> configure = {
        "cmake", "-S",    rtl_replace_project(),       "-B", (folder / "build").string(),
        "-G",    "Ninja", "-DCMAKE_BUILD_TYPE=Release"};
    for (std::string& option : copy_sources(scenario, folder)) configure.push_back(std::move(option));
    if (run_logged(log, configure) != 0) throw std::runtime_error("cmake failed: see " + log.string());
  }
  if (run_logged(log, {"cmake", "--build", (folder / "build").string()}) == 0) return library;
  return fault_of(scenario, folder, read(log));
}

TwinSetup open_replaced_rtl(const Path& file) {
  TwinSetup parts;
  if (file.empty()) return parts;
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  if (auto* make = symbol<VerilatedRouter*(const MachineConfig&, Coordinate)>(library, "tactus_make_router")) {
    parts.router = [make](const MachineConfig& config, Coordinate at) {
      return std::unique_ptr<VerilatedRouter>(make(config, at));
    };
  }
  if (auto* make = symbol<VerilatedNic*(const MachineConfig&, Coordinate)>(library, "tactus_make_nic")) {
    parts.nic = [make](const MachineConfig& config, Coordinate at) {
      return std::unique_ptr<VerilatedNic>(make(config, at));
    };
  }
  if (auto* make = symbol<VerilatedPacer*()>(library, "tactus_make_pacer")) {
    parts.pacer = [make] { return std::unique_ptr<VerilatedPacer>(make()); };
  }
  if (auto* make = symbol<VerilatedArbiter*()>(library, "tactus_make_arbiter")) {
    parts.arbiter = [make] { return std::unique_ptr<VerilatedArbiter>(make()); };
  }
  return parts;
}

}  // namespace tactus
