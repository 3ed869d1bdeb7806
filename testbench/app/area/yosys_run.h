#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/app/area/area_sources.h"

namespace tactus {

/// Words of yosys about files that it cannot read or synthesize, each line with file and line where it has them.
struct AreaFault {
  std::string words;
};

/// Whether there is a yosys to be started.
bool yosys_is_there();

/// One start of yosys, and its reports, in a folder that goes away with this. Members throw std::system_error if files
/// or processes fail.
class YosysRun {
 public:
  YosysRun();
  ~YosysRun();
  YosysRun(const YosysRun&) = delete;
  YosysRun& operator=(const YosysRun&) = delete;

  /// Commands that read the module's files and take it as top. Throws std::runtime_error for a name with a quote.
  [[nodiscard]] std::string reading(const AreaSubject& subject) const;
  /// The file by another name, which has neither spaces nor quotes: not all commands take these.
  [[nodiscard]] std::string linked(const std::filesystem::path& file, const std::string& name) const;
  /// A command whose output goes to a report of that name.
  [[nodiscard]] std::string reporting(const char* report, const std::string& command) const;
  /// Executes the commands; says what is wrong if yosys does not take them.
  [[nodiscard]] std::optional<AreaFault> execute(const std::string& commands) const;
  /// A report that `execute` left.
  [[nodiscard]] std::string report(const char* name) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tactus
