#pragma once

#include <memory>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}  // namespace CLI

namespace tactus {

/// How an option is told of in the help.
struct OptionText {
  std::string help;
  std::string type{};   ///< what its value is called; empty for nothing
  std::string group{};  ///< heading in the help; empty for the usual one
};

/// A command of the program with its options. Values are taken as texts; who asks for them types and checks them.
///
/// CLI11 is behind it and in command_parser.cpp alone, since it takes seconds to compile.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(app) {}

  /// An option, or an argument by its place if its name has no dashes.
  void option(const std::string& name, std::string& value, const OptionText& text, bool required = false);
  /// An option that may be repeated; each time it has one value.
  void repeated(const std::string& name, std::vector<std::string>& values, const OptionText& text,
                bool required = false);
  /// An option whose value is a list parted by commas.
  void list(const std::string& name, std::vector<std::string>& values, const OptionText& text);
  void flag(const std::string& name, bool& value, const std::string& help);
  /// A flag that may have a value, as in `--waves=fst`; `value` becomes `plain` where it has none.
  void flag_or_value(const std::string& name, std::string& value, const std::string& plain, const std::string& help);
  /// A flag that the help is silent about.
  void hidden_flag(const std::string& name, bool& value);

  [[nodiscard]] bool given() const;

 private:
  CLI::App& app_;
};

/// What a command line asked for, besides a command.
enum class ParserAnswer { kCommand, kHelp, kVersion };

/// Reads the arguments after the program's name.
class CommandParser {
 public:
  explicit CommandParser(const std::string& footer);
  ~CommandParser();

  /// The command stays valid as long as the parser.
  Command add(const std::string& name, const std::string& help);
  /// Fills what the options were given to. Throws UsageError.
  ParserAnswer parse(std::vector<std::string> arguments);
  /// Of the program, or of the command that was named.
  [[nodiscard]] std::string help() const;

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace tactus
