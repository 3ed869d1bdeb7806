#include "testbench/app/run/replaced_rtl.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "rtl/twin/rtl_straps.h"
#include "testbench/app/about/about.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/files/regular_file.h"
#include "testbench/app/files/user_cache.h"
#include "testbench/app/process/child_process.h"
#include "testbench/app/process/file_lock.h"
#include "testbench/app/run/replaced_rtl_cache.h"
#include "testbench/app/scenario/rtl_sources.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

using Path = std::filesystem::path;

/// Lines of Verilator's that the message shows; a file has the others.
constexpr std::size_t kMostLines = 24;

constexpr std::size_t kLongestOutput = std::size_t{1} << 20U;

void check(int error, const std::string& what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

/// Runs a program, looked for as a shell does, without input, and waits for it; what it says goes to the file `log`.
/// It and the programs that it starts are killed when this program ends. The answer is its exit status, 128 + the
/// signal's number if a signal ended it, and 127 if it cannot be started. Throws std::system_error.
int run_logged(const Path& log, const std::vector<std::string>& command) {
  return wait_for(start_child({command, log, log, true}));
}

/// Output of a short command that is run like that; nothing unless its exit status is 0.
std::optional<std::string> output_of(const std::vector<std::string>& command) {
  std::string log = (std::filesystem::temp_directory_path() / "tactus-XXXXXX").string();
  const int descriptor = mkstemp(log.data());
  if (descriptor < 0) check(errno, log);
  close(descriptor);
  const int status = run_logged(log, command);
  FileText output = read_regular_file(log, kLongestOutput);
  std::filesystem::remove(log);
  if (status != 0 || !output.fault.empty()) return std::nullopt;
  return std::move(output.text);
}

std::string name_of(const RtlReplacement& replacement) { return Codec<RtlPart>::show(replacement.part); }

/// What the RTL is Verilated for. NICs know nothing of dimensions and ways: machines of all have the same ones.
std::vector<std::string> machine_options(const Scenario& scenario) {
  const MachineConfig& machine = scenario.machine;
  const std::vector<RtlReplacement>& parts = scenario.rtl.replace;
  const bool in_nics = std::all_of(parts.begin(), parts.end(),
                                   [](const RtlReplacement& replacement) { return is_of_nics(replacement.part); });
  const bool plain_ways = in_nics || (rooms_strap(machine) == 0 && routing_strap(machine.router) == 0);
  return {fmt::format("-DTACTUS_DIMENSIONS={}", in_nics ? 1 : machine.network.dimensions()),
          fmt::format("-DTACTUS_NICS={}", machine.nics()),
          fmt::format("-DTACTUS_VCS={}", machine.router.virtual_channels),
          fmt::format("-DTACTUS_PLAIN_WAYS={}", plain_ways ? "ON" : "OFF")};
}

/// Parameters of the part's module, as "Depth=64".
std::vector<std::string> parameters_of(const RtlReplacement& replacement) {
  std::vector<std::string> parameters;
  for (const auto& [name, number] : replacement.parameters) parameters.push_back(fmt::format("{}={}", name, number));
  return parameters;
}

std::string purpose_of(const Scenario& scenario) {
  std::string text = fmt::format("{}", fmt::join(machine_options(scenario), " "));
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    text += fmt::format(" {} {} {} {}", name_of(replacement), replacement.top, replacement.lockstep,
                        fmt::join(parameters_of(replacement), " "));
  }
  return scenario.rtl.trace ? text + " trace" : text;
}

std::vector<RtlSource> sources_of(const Scenario& scenario) {
  std::vector<RtlSource> sources;
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    sources.push_back({name_of(replacement), scenario.beside(replacement.sources)});
  }
  return sources;
}

/// Of the build in `folder`, which has its own sources.
std::vector<std::string> configure_command(const Scenario& scenario, const Path& folder) {
  std::vector<std::string> command = {"cmake", "-S",    rtl_replace_project(),       "-B", (folder / "build").string(),
                                      "-G",    "Ninja", "-DCMAKE_BUILD_TYPE=Release"};
  for (std::string& option : machine_options(scenario)) command.push_back(std::move(option));
  std::string parts;
  std::string free;
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    const std::string part = name_of(replacement);
    const Path ours = folder / "sources" / part;
    std::vector<std::string> files;
    for (const Path& file : rtl_sources(ours)) files.push_back(file.filename().string());
    command.push_back(fmt::format("-DTACTUS_{}={}", part, replacement.top));
    command.push_back(fmt::format("-DTACTUS_{}_SOURCES={}", part, ours.string()));
    command.push_back(fmt::format("-DTACTUS_{}_FILES={}", part, fmt::join(files, ";")));
    command.push_back(fmt::format("-DTACTUS_{}_PARAMETERS={}", part, fmt::join(parameters_of(replacement), ";")));
    parts += part + ";";
    if (!replacement.lockstep) free += part + ";";
  }
  command.push_back("-DTACTUS_PARTS=" + parts);
  command.push_back("-DTACTUS_FREE=" + free);
  command.push_back(fmt::format("-DTACTUS_TRACE={}", scenario.rtl.trace ? "ON" : "OFF"));
  return command;
}

std::vector<std::string> build_command(const Path& folder) { return {"cmake", "--build", (folder / "build").string()}; }

Path library_of(const Path& folder) { return folder / "build" / "replaced.so"; }

/// Whether another user's folder has a library that a build would leave as it is.
bool is_complete(const Path& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(library_of(folder), ignored)) return false;
  std::vector<std::string> command = build_command(folder);
  command.insert(command.end(), {"--", "-n"});
  const std::optional<std::string> output = output_of(command);
  return output && output->find("no work to do") != std::string::npos;
}

/// `text` with the names that the user gave to the sources.
std::string with_their_names(const Scenario& scenario, const Path& folder, std::string text) {
  for (const RtlSource& source : sources_of(scenario)) {
    const std::string copies = (folder / "sources" / source.part).string() + "/";
    const std::string theirs = (source.folder / "").string();
    for (std::size_t at = text.find(copies); at != std::string::npos; at = text.find(copies, at + theirs.size())) {
      text.replace(at, copies.size(), theirs);
    }
  }
  return text;
}

/// Lines of the build's output that say why it failed, from the first one that Verilator marks.
std::vector<std::string> verilator_lines(const std::string& output) {
  std::istringstream stream(output);
  std::vector<std::string> lines;
  bool verilator = output.find("\n%") == std::string::npos;
  for (std::string line; std::getline(stream, line);) {
    verilator = verilator || line.compare(0, 1, "%") == 0;
    if (verilator && line.compare(0, 6, "ninja:") != 0) lines.push_back(line);
  }
  return lines;
}

/// Verilator's words: the first lines of them, and a file in `folder` with all of them if there are more.
std::string complaint(const Scenario& scenario, const Path& folder, const std::string& output) {
  const std::vector<std::string> lines = verilator_lines(with_their_names(scenario, folder, output));
  const std::size_t shown = std::min(lines.size(), kMostLines);
  std::string text = fmt::format("\n  {}", fmt::join(lines.begin(), lines.begin() + static_cast<long>(shown), "\n  "));
  if (shown == lines.size()) return text;
  const Path all = folder / "verilator.log";
  std::ofstream(all, std::ios::binary) << fmt::format("{}\n", fmt::join(lines, "\n"));
  return text + fmt::format("\n  ... and {} more lines: {}", lines.size() - shown, all.string());
}

/// The end of what a build says; lines of commands are long.
std::string last_lines(const std::string& output) {
  constexpr std::size_t kLines = 8;
  constexpr std::size_t kLongest = 200;
  std::istringstream stream(output);
  std::deque<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line.size() <= kLongest ? line : line.substr(0, kLongest) + " ...");
    if (lines.size() > kLines) lines.pop_front();
  }
  return fmt::format("\n  {}", fmt::join(lines, "\n  "));
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

/// Says which modules and packages of ours have others in their places, besides the parts themselves.
void tell_of_overlays(const Scenario& scenario) {
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    const std::vector<std::string> taken = rtl_names_of_ours(scenario.beside(replacement.sources), replacement.part);
    if (taken.empty()) continue;
    print_safely(stderr, "tactus: rtl.replace.{}: in the place of ours: {}\n", name_of(replacement),
                 fmt::join(taken, ", "));
  }
}

template <class Function>
Function* symbol(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));  // NOLINT: that is what dlsym answers
}

}  // namespace

std::variant<Path, KeyFault> build_replaced_rtl(const Scenario& scenario) {
  const ReplacedRtlCache cache(replaced_rtl_folder(), user_cache("replaced"));
  const Path folder = cache.folder(purpose_of(scenario), sources_of(scenario), is_complete);
  if (access(folder.c_str(), W_OK) != 0) return library_of(folder);
  const FileLock lock(folder / "lock");
  if (!std::filesystem::exists(library_of(folder))) {
    tell_of_overlays(scenario);
    print_safely(stderr, "tactus: Verilating RTL with parts of yours in it; this is done once and takes a minute\n");
  }
  const Path log = folder / "build.log";
  if (!std::filesystem::exists(folder / "build" / "build.ninja") &&
      run_logged(log, configure_command(scenario, folder)) != 0) {
    throw std::runtime_error("cmake failed: see " + log.string());
  }
  if (run_logged(log, build_command(folder)) == 0) return library_of(folder);
  const std::string output = text_if_readable(log);
  if (names_rtl_fault(output)) return fault_of(scenario, folder, output);
  throw std::runtime_error(fmt::format("rtl.replace: the build failed, and no line of the RTL is the cause: see {}{}",
                                       log.string(), last_lines(output)));
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
