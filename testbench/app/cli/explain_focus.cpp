#include "testbench/app/cli/explain_focus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>

#include "testbench/app/cli/command.h"
#include "testbench/app/scenario/quantity.h"

namespace tactus {
namespace {

class FocusReader {
 public:
  explicit FocusReader(const NetworkShape& network) : network_(network) {}

  std::vector<Focus> read(const FocusArguments& arguments) {
    for (const std::string& text : arguments.nodes) {
      const std::optional<int> node = this->node("--node " + text, text);
      if (!node) continue;
      focus_.push_back({Focus::Kind::kSource, *node});
      focus_.push_back({Focus::Kind::kDestination, *node});
    }
    for (const std::string& text : arguments.pairs) add_pair(text);
    for (const std::string& text : arguments.messages) add_number("--message", text, Focus::Kind::kMessage);
    for (const std::string& text : arguments.packets) add_number("--packet", text, Focus::Kind::kPacket);
    if (!faults_.empty()) throw UsageError(fmt::format("{}", fmt::join(faults_, "\ntactus: ")));
    return std::move(focus_);
  }

 private:
  /// A node by its number, or by its coordinates as "3,1" or "(3,1)"; nothing if it is none.
  std::optional<int> node(const std::string& option, std::string text) {
    for (const char* kind : {"host ", "switch "}) {
      if (network_.is_graph() && text.rfind(kind, 0) == 0) return named(option, text, kind);
    }
    if (text.size() > 1 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
    std::vector<int> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t comma = std::min(text.find(',', begin), text.size());
      const Parsed<std::uint64_t> number = parse_count(text.substr(begin, comma - begin));
      constexpr std::uint64_t kMost = 1U << 30U;
      if (!number || *number.value > kMost) return fault(option);
      numbers.push_back(static_cast<int>(*number.value));
      begin = comma + 1;
    }
    if (numbers.size() == 1 && numbers[0] < network_.nodes()) return numbers[0];
    if (static_cast<int>(numbers.size()) != network_.dimensions() || numbers.size() == 1) return fault(option);
    Coordinate at;
    for (int d = 0; d < network_.dimensions(); ++d) {
      if (numbers[static_cast<std::size_t>(d)] >= network_.size(d)) return fault(option);
      at.set(d, numbers[static_cast<std::size_t>(d)]);
    }
    return network_.node(at);
  }

  /// A node of a graph, as in "switch 3".
  std::optional<int> named(const std::string& option, const std::string& text, const std::string& kind) {
    const Parsed<std::uint64_t> number = parse_count(text.substr(kind.size()));
    const int hosts = network_.hosts();
    const int first = kind == "switch " ? hosts : 0;
    const int end = kind == "switch " ? network_.nodes() : hosts;
    if (!number || *number.value >= static_cast<std::uint64_t>(end - first)) return fault(option);
    return first + static_cast<int>(*number.value);
  }

  std::nullopt_t fault(const std::string& option) {
    const int last = network_.nodes() - 1;
    if (network_.is_graph()) {
      faults_.push_back(
          fmt::format("{}: there is no such node: give its number, 0 to {}, or its name, up to 'host {}' "
                      "and '{}'",
                      option, last, network_.hosts() - 1, network_.text(network_.coordinate(last))));
      return std::nullopt;
    }
    faults_.push_back(fmt::format("{}: there is no such node: give its number, 0 to {}, or its coordinates, up to {}",
                                  option, last, network_.text(network_.coordinate(last))));
    return std::nullopt;
  }

  void add_pair(const std::string& text) {
    const std::string option = "--pair " + text;
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) {
      faults_.push_back(option + ": is written A:B, the sending node and the receiving one");
      return;
    }
    const std::optional<int> from = node(option, text.substr(0, colon));
    const std::optional<int> to = node(option, text.substr(colon + 1));
    if (from && to) focus_.push_back({Focus::Kind::kPair, *from, *to});
  }

  void add_number(const char* option, const std::string& text, Focus::Kind kind) {
    const Parsed<std::uint64_t> number = parse_count(text);
    if (number && *number.value > 0) {
      focus_.push_back({kind, 0, 0, *number.value});
    } else {
      faults_.push_back(fmt::format("{} {}: must be a number from 1 on", option, text));
    }
  }

  const NetworkShape& network_;
  std::vector<Focus> focus_;
  std::vector<std::string> faults_;
};

}  // namespace

void add_focus_options(CommandOptions& options, FocusArguments& arguments) {
  options.repeated("--node", arguments.nodes,
                   {"Say only what this node's packets, router and ranks did: its number or its coordinates", "N|X,Y"});
  options.repeated("--pair", arguments.pairs, {"Say only what packets from node A to node B did", "A:B"});
  options.repeated("--message", arguments.messages, {"Say only what the message of that id in messages.csv did", "N"});
  options.repeated("--packet", arguments.packets, {"Say only what the packet of that number did, piece by piece", "N"});
}

std::vector<Focus> read_focus(const FocusArguments& arguments, const NetworkShape& network) {
  return FocusReader(network).read(arguments);
}

}  // namespace tactus
