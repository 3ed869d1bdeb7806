#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/area/area_choices.h"
#include "testbench/app/area/area_table.h"
#include "testbench/app/cli/command.h"

namespace tactus {

/// `tactus area PART [DIR]`, `tactus area KEY` or `tactus area SCENARIO`: synthesizes parts of our RTL and of the
/// user's with yosys, or our part with each policy of a key, and prints their sizes side by side. Ends with
/// `kInputWrong` if yosys cannot read one of them, after a table of the others.
class AreaCommand final : public Command {
 public:
  std::string what;                             ///< part, key or scenario file
  std::optional<std::filesystem::path> folder;  ///< the user's sources
  std::optional<std::string> top;
  std::optional<int> dimensions;
  std::optional<int> nics;
  std::optional<int> vcs;
  std::vector<std::string> overrides;
  std::optional<std::string> liberty;  ///< a library of standard cells
  std::optional<std::string> fpga;     ///< a family of FPGAs
  bool json = false;

  void declare(CommandOptions& options) override;
  void check() override;
  int execute() override;

 private:
  struct Subject {
    RtlPart part;
    AreaSubject module;
  };
  /// Nothing: a fault has been told.
  [[nodiscard]] std::optional<std::vector<Subject>> subjects() const;
  [[nodiscard]] std::optional<std::vector<AreaSubject>> subjects_of_part() const;
  [[nodiscard]] std::vector<AreaSubject> subjects_of_key() const;
  [[nodiscard]] AreaShape shape() const;
  /// Synthesizes one module; says on stderr what is wrong with it, if anything.
  [[nodiscard]] std::optional<AreaRow> measure(RtlPart part, const AreaSubject& subject) const;

  std::optional<RtlPart> part_;
  std::optional<AreaChoices> choices_;  ///< `what` is a key
};

}  // namespace tactus
