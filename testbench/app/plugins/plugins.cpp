#include "testbench/app/plugins/plugins.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "hw/node/part_kind.h"
#include "testbench/app/about/about.h"
#include "testbench/app/files/content_hash.h"
#include "testbench/app/files/regular_file.h"
#include "testbench/app/plugins/plugin_build.h"
#include "testbench/app/plugins/plugin_library.h"
#include "testbench/app/plugins/policy_watch.h"
#include "testbench/app/plugins/symbol_name.h"
#include "testbench/app/process/own_process.h"

namespace tactus {
namespace {

using Path = std::filesystem::path;

/// Longest time for the code that a library executes while it is loaded.
constexpr std::chrono::seconds kLongestLoad{10};
constexpr std::size_t kLargestPlugin = std::size_t{512} << 20U;  ///< bytes

std::vector<Plugin>& plugins() {
  static std::vector<Plugin> loaded;
  return loaded;
}

std::vector<Path>& common() {
  static std::vector<Path> files;
  return files;
}

Path whole_path(const Path& file) { return std::filesystem::absolute(file).lexically_normal(); }

bool is_source(const Path& file) {
  const Path ending = file.extension();
  return ending == ".cpp" || ending == ".cc" || ending == ".cxx";
}

/// The fault of a library that needs `input`; none if that is empty.
std::string fault_of_input(const std::string& input) {
  if (input.empty()) return {};
  return fmt::format(
      "it needs {}: a policy answers by what it is told alone, or two levels, and two runs, would "
      "differ. The cycle is an argument of every call, and random numbers follow from the seed "
      "(hw/common/random.h)",
      input);
}

bool is_part(const PluginRegistration::Entry& entry) {
  return entry.kind == RouterPartKind::kName || entry.kind == NicPartKind::kName ||
         entry.kind == MemoryPartKind::kName || entry.kind == ProcessorPartKind::kName;
}

/// Policies beside which the library needs the simulation's time, as only parts may.
std::string fault_of_mixture(const Path& library, const std::vector<PluginRegistration::Entry>& entries) {
  if (std::all_of(entries.begin(), entries.end(), is_part)) return {};
  std::string fault = fault_of_input(simulation_input(look_at_library(library).needed));
  const bool mixed = !fault.empty() && std::any_of(entries.begin(), entries.end(), is_part);
  return mixed ? fault + ". Parts may need it: give them a plug-in of their own" : fault;
}

/// Why the program would not understand the library, found without executing it.
std::string fault_of_file(const Path& library) {
  const PluginLibrary found = look_at_library(library);
  if (!found.fault.empty()) return found.fault;
  if (!found.interface) {
    return "it is no plug-in: it includes none of the program's headers, or was not compiled with the definition that "
           "the target Tactus::policies has";
  }
  if (*found.interface != interface_id()) {
    return fmt::format("it was compiled for another version, with headers {}; this program has {}. Compile it anew",
                       *found.interface, interface_id());
  }
  return fault_of_input(hidden_input(found.needed));
}

/// Loads the library and looks at its registrations; answers all that is wrong, in lines.
std::string fault_of_loading(const Path& library, const KeyPaths& taken, PluginRegistration& registration) {
  if (dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) return with_symbol_name(dlerror());
  std::vector<std::string> faults = registration.faults();
  for (std::string& fault : registration_faults(registration.policies(), taken)) faults.push_back(std::move(fault));
  if (faults.empty() && registration.policies().empty()) return "it registers nothing";
  if (std::string fault = fault_of_mixture(library, registration.policies()); !fault.empty()) return fault;
  return fmt::format("{}", fmt::join(faults, "\n  "));
}

/// What ended the process, in the terminate handler.
std::string reason_of_end() {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::exception& error) {
    return fmt::format("it throws while it is loaded: {}", error.what());
  } catch (...) {
    return "it throws while it is loaded, and no std::exception";
  }
  return "it ends the process while it is loaded";
}

const OwnProcess::Tell* tell_of_end = nullptr;

/// Loads the library in a process of its own; answers why this one must not.
std::string fault_of_trial(const Path& library, const KeyPaths& taken) {
  OwnProcess trial([&](const OwnProcess::Tell& tell) {
    tell_of_end = &tell;
    std::set_terminate([] {
      (*tell_of_end)(reason_of_end());
      _exit(1);
    });
    PluginRegistration registration(library.filename().string());
    tell(fault_of_loading(library, taken, registration));
  });
  pollfd told{trial.descriptor(), POLLIN, 0};
  if (poll(&told, 1, static_cast<int>(std::chrono::milliseconds(kLongestLoad).count())) == 0) {
    return fmt::format("it did not return within {} s while it was loaded", kLongestLoad.count());
  }
  try {
    return trial.next().value_or("it ends the process while it is loaded");
  } catch (const ChildFailure& failure) {
    return fmt::format("it does not survive being loaded: {}", failure.what());
  }
}

}  // namespace

const std::vector<Plugin>& loaded_plugins() { return plugins(); }

const Plugin* find_plugin(const Path& file) {
  const Path whole = whole_path(file);
  const auto found =
      std::find_if(plugins().begin(), plugins().end(), [&](const Plugin& plugin) { return plugin.file == whole; });
  return found == plugins().end() ? nullptr : &*found;
}

const std::vector<Path>& common_plugins() { return common(); }

std::string load_common_plugin(const Path& file, const KeyPaths& taken) {
  std::string fault = load_plugin(file, taken);
  if (fault.empty()) common().push_back(whole_path(file));
  return fault;
}

std::string load_plugin(const Path& file, const KeyPaths& taken) {
  const Path whole = whole_path(file);
  if (find_plugin(whole) != nullptr) return {};
  if (!is_source(whole) && whole.extension() != ".so") {
    return "a plug-in is a C++ source (*.cpp, *.cc, *.cxx) or a shared library (*.so)";
  }
  const FileText content = read_regular_file(whole, kLargestPlugin);
  if (!content.fault.empty()) return content.fault;
  Path library = whole;
  if (is_source(whole)) {
    BuiltPlugin built = build_plugin(whole);
    if (!built.fault.empty()) return built.fault;
    library = std::move(built.library);
  }
  if (std::string fault = fault_of_file(library); !fault.empty()) return fault;
  if (std::string fault = fault_of_trial(library, taken); !fault.empty()) return fault;
  ContentHash hash;
  hash.add(read_regular_file(library, kLargestPlugin).text);
  PluginRegistration registration(whole.filename().string());
  if (std::string fault = fault_of_loading(library, taken, registration); !fault.empty()) return fault;
  watch_policies();
  plugins().push_back({whole, hash.text(), registration.policies()});
  return {};
}

}  // namespace tactus
