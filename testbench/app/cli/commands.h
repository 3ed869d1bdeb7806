#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/cli/command.h"

namespace tactus {

// Each stands in <name>_command.cpp, which includes this file.
std::unique_ptr<Command> make_run_command();
std::unique_ptr<Command> make_explain_command();
std::unique_ptr<Command> make_compare_command();
std::unique_ptr<Command> make_explore_command();
std::unique_ptr<Command> make_sweep_command();
std::unique_ptr<Command> make_tune_command();
std::unique_ptr<Command> make_report_command();
std::unique_ptr<Command> make_validate_command();
std::unique_ptr<Command> make_check_part_command();
std::unique_ptr<Command> make_area_command();
std::unique_ptr<Command> make_rtl_command();
std::unique_ptr<Command> make_import_command();
std::unique_ptr<Command> make_phases_command();
std::unique_ptr<Command> make_routes_command();
std::unique_ptr<Command> make_list_command();

/// A row of the table of commands.
struct CommandRow {
  const char* name;
  const char* help;  ///< one line
  std::unique_ptr<Command> (*make)();
};

/// Every command, in the order of the help.
const std::vector<CommandRow>& commands();

/// `--help`, of the program or of one command.
class ShowHelp final : public Command {
 public:
  explicit ShowHelp(std::string text) : text_(std::move(text)) {}
  [[nodiscard]] const std::string& text() const { return text_; }
  int execute() override;

 private:
  std::string text_;
};

/// `--version`
class ShowVersion final : public Command {
 public:
  int execute() override;
};

/// Reads the arguments after the program's name; what it answers is ready to be executed. Throws UsageError.
std::unique_ptr<Command> parse_command_line(std::vector<std::string> arguments);

}  // namespace tactus
