#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}  // namespace CLI

namespace tactus {

class Command;

/// How an option is told of in the help.
struct OptionText {
  std::string help;
  std::string type{};   ///< name of its value in the help; empty for none
  std::string group{};  ///< heading in the help; empty for the usual one
};

/// The options of a command. A reader types and checks a value, and throws UsageError; it is called if the option is
/// given, and after the readers of the options that were declared before.
///
/// CLI11 is behind it and in command_parser.cpp alone, since it takes seconds to compile.
class CommandOptions {
 public:
  using Reader = std::function<void(const std::string&)>;
  using ListReader = std::function<void(const std::vector<std::string>&)>;

  explicit CommandOptions(CLI::App& app) : app_(app) {}

  /// An option, or an argument by its place if its name has no dashes.
  void option(const std::string& name, Reader read, const OptionText& text, bool required = false);
  /// An option whose value is taken as it is.
  template <class Value>
  void option(const std::string& name, Value& value, const OptionText& text, bool required = false) {
    option(name, Reader([&value](const std::string& given) { value = given; }), text, required);
  }
  /// An option that may be repeated; each time it has one value.
  void repeated(const std::string& name, std::vector<std::string>& values, const OptionText& text);
  /// An option that may be repeated; each value is handed to `read`.
  void repeated(const std::string& name, Reader read, const OptionText& text);
  /// An option whose value is a list parted by commas.
  void list(const std::string& name, ListReader read, const OptionText& text);
  void flag(const std::string& name, bool& value, const std::string& help);
  /// A flag that may have a value, as in `--waves=fst`; `value` becomes `plain` where it has none.
  void flag_or_value(const std::string& name, std::string& value, const std::string& plain, const std::string& help);

  /// Calls the readers.
  void read() const;

 private:
  CLI::App& app_;
  std::vector<std::function<void()>> readers_;
};

/// Reads the arguments after the program's name.
class CommandParser {
 public:
  /// Kind of request that a command line makes.
  enum class Answer { kCommand, kHelp, kVersion };

  explicit CommandParser(const std::string& footer);
  ~CommandParser();

  void add(const std::string& name, const std::string& help, std::unique_ptr<Command> command);
  /// Throws UsageError.
  Answer parse(std::vector<std::string> arguments);
  /// Help of the command that was named, or of the program.
  [[nodiscard]] std::string help() const;
  /// The command that was named, with what its options set. Throws UsageError.
  std::unique_ptr<Command> command();

 private:
  struct Entry;

  std::unique_ptr<CLI::App> app_;
  std::vector<Entry> entries_;
};

}  // namespace tactus
