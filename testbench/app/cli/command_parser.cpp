#include "testbench/app/cli/command_parser.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "testbench/app/cli/command.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

void describe(CLI::Option* option, const OptionText& text) {
  option->type_name(text.type);
  if (!text.group.empty()) option->group(text.group);
}

/// An empty value is a slip, often a variable of a script that is not set: it must not stand for the default.
void refuse_empty(CLI::Option* option) {
  option->check([](const std::string& value) { return value.empty() ? "must not be empty" : ""; });
}

/// The same of "--out=", which the parser would take for an option without value.
void refuse_empty_values(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") return;
    const bool option = argument.compare(0, 2, "--") == 0;
    if (option && argument.find('=') + 1 == argument.size()) throw UsageError(argument + ": must not be empty");
  }
}

/// The first argument that no option or positional wanted: the likely cause of whatever else is wrong.
std::optional<std::string> unexpected_argument(const CLI::App& app) {
  const std::vector<std::string> remaining = app.remaining(true);
  if (remaining.empty()) return std::nullopt;
  const std::string& argument = remaining.front();
  std::vector<const CLI::App*> scopes = {&app};
  for (const CLI::App* command : app.get_subcommands()) scopes.push_back(command);
  std::vector<std::string> names;
  for (const CLI::App* scope : scopes) {
    for (const CLI::Option* option : scope->get_options()) {
      if (option->nonpositional()) names.push_back(option->get_name());
    }
  }
  return fmt::format("unexpected argument '{}'{}", argument,
                     did_you_mean(argument.substr(0, argument.find('=')), names));
}

}  // namespace

void CommandOptions::option(const std::string& name, Reader read, const OptionText& text, bool required) {
  const auto value = std::make_shared<std::string>();
  CLI::Option* option = app_.add_option(name, *value, text.help)->required(required);
  describe(option, text);
  refuse_empty(option);
  readers_.emplace_back([value, read = std::move(read)] {
    if (!value->empty()) read(*value);
  });
}

void CommandOptions::repeated(const std::string& name, std::vector<std::string>& values, const OptionText& text) {
  CLI::Option* option = app_.add_option(name, values, text.help);
  describe(option, text);
  option->allow_extra_args(false)->take_all();
}

void CommandOptions::repeated(const std::string& name, Reader read, const OptionText& text) {
  const auto values = std::make_shared<std::vector<std::string>>();
  repeated(name, *values, text);
  readers_.emplace_back([values, read = std::move(read)] {
    for (const std::string& value : *values) read(value);
  });
}

void CommandOptions::list(const std::string& name, ListReader read, const OptionText& text) {
  const auto values = std::make_shared<std::vector<std::string>>();
  describe(app_.add_option(name, *values, text.help)->delimiter(','), text);
  readers_.emplace_back([values, read = std::move(read)] {
    if (!values->empty()) read(*values);
  });
}

void CommandOptions::flag(const std::string& name, bool& value, const std::string& help) {
  app_.add_flag(name, value, help);
}

void CommandOptions::flag_or_value(const std::string& name, std::string& value, const std::string& plain,
                                   const std::string& help) {
  app_.add_flag(fmt::format("{}{{{}}}", name, plain), value, help)->type_name("");
}

void CommandOptions::read() const {
  for (const auto& reader : readers_) reader();
}

struct CommandParser::Entry {
  const CLI::App& app;
  CommandOptions options;
  std::unique_ptr<Command> command;
};

CommandParser::CommandParser(const std::string& footer)
    : app_(std::make_unique<CLI::App>("Hardware model of an HPC interconnect node", "tactus")) {
  app_->footer(footer);
  app_->set_version_flag("--version", std::string(), "Print the versions of this program and of SystemC");
}

CommandParser::~CommandParser() = default;

void CommandParser::add(const std::string& name, const std::string& help, std::unique_ptr<Command> command) {
  CLI::App& app = *app_->add_subcommand(name, help);
  CommandOptions options(app);
  command->declare(options);
  entries_.push_back({app, std::move(options), std::move(command)});
}

CommandParser::Answer CommandParser::parse(std::vector<std::string> arguments) {
  const bool asks_nothing = arguments.empty();
  refuse_empty_values(arguments);
  std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 takes them in
  try {
    app_->parse(arguments);
  } catch (const CLI::CallForHelp&) {
    return Answer::kHelp;
  } catch (const CLI::CallForVersion&) {
    return Answer::kVersion;
  } catch (const CLI::ParseError& error) {
    throw UsageError(unexpected_argument(*app_).value_or(error.what()));
  }
  return asks_nothing ? Answer::kHelp : Answer::kCommand;
}

std::string CommandParser::help() const { return app_->help(); }

std::unique_ptr<Command> CommandParser::command() {
  const auto named =
      std::find_if(entries_.begin(), entries_.end(), [](const Entry& each) { return each.app.parsed(); });
  named->options.read();
  named->command->check();
  return std::move(named->command);
}

}  // namespace tactus
