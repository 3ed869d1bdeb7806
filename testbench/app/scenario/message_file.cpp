#include "testbench/app/scenario/message_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <string_view>

#include "testbench/app/scenario/class_number.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/source_file.h"
#include "tlm_models/traffic/rank_shape.h"

namespace tactus {
namespace {

/// A label that a message waits for.
struct Reference {
  std::size_t message = 0;
  Word label;
};

constexpr std::array kFieldNames = {"source", "destination", "order", "size"};
constexpr std::size_t kSizeField = 3;
const std::vector<std::string> kOptionNames = {"id", "delay", "after", "class"};

/// Of a message whose line does not say.
constexpr int kUnknownRank = -1;

bool is_label(const std::string& text) {
  const auto in_label = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), in_label);
}

/// From the size on, a word of letters belongs to the number before it.
bool is_quantity_unit(const std::vector<Word>& words, std::string_view next) {
  return words.size() > kSizeField && may_be_unit(words.back(), next);
}

class MessageReader {
 public:
  MessageReader(const MachineConfig& machine, int ranks_per_node, DiagnosticList& diagnostics)
      : machine_(machine),
        shape_{machine.network, ranks_per_node},
        who_(ranks_per_node == 1 ? "node" : "rank"),
        diagnostics_(diagnostics),
        faults_before_(diagnostics.size()) {}

  MessageFile read(const SourceText& source) {
    read_lines(source, is_quantity_unit, diagnostics_, [this](const std::vector<Word>& words) { read_message(words); });
    if (file_.messages.empty()) diagnostics_.add({&source, source.first_line, 1}, "there is no message in the file");
    resolve_references();
    return std::move(file_);
  }

 private:
  void read_message(const std::vector<Word>& words) {
    ReplayMessage message;
    message.line = static_cast<std::uint32_t>(words.front().place.line);
    message.source = message.destination = kUnknownRank;
    if (words.size() < kFieldNames.size()) {
      const Word& last = words.back();
      diagnostics_.add(
          last.place.moved(last.text.size()),
          fmt::format("the {} is missing: a message is source destination order size", kFieldNames[words.size()]));
    } else {
      message.source = read_rank(words[0]);
      message.destination = read_rank(words[1]);
      read_order(words[2], message.order);
      read_quantity(words[kSizeField], message.bytes);
    }
    file_.labels.emplace_back();
    std::map<std::string, int> seen;
    for (std::size_t i = kFieldNames.size(); i < words.size(); ++i) read_option(words[i], message, seen);
    file_.messages.push_back(message);
    file_.places.push_back(words.front().place);
  }

  void fault(const Place& place, std::string message) { diagnostics_.add(place, std::move(message)); }

  /// A number, or "x,y", with several ranks per node "x,y,place".
  int read_rank(const Word& word) {
    std::vector<std::uint64_t> numbers;
    for (const Word& part : split(word, ',')) {
      const Parsed<std::uint64_t> number = parse_count(part.text);
      if (!number) return no_rank(word);
      numbers.push_back(*number.value);
    }
    if (numbers.size() == 1) return rank_of_number(word, numbers[0]);
    const NetworkShape& torus = shape_.nodes;
    if (torus.is_numbered()) {
      fault(word.place,
            fmt::format("'{}': {}s of this network are numbers, 0 to {}", word.text, who_, shape_.ranks() - 1));
      return kUnknownRank;
    }
    const auto dimensions = static_cast<std::size_t>(torus.dimensions());
    if (numbers.size() != (shape_.per_node == 1 ? dimensions : dimensions + 1)) return no_rank(word);
    const auto below = [](std::uint64_t value, int limit) { return value < static_cast<std::uint64_t>(limit); };
    Coordinate node;
    for (std::size_t d = 0; d < dimensions; ++d) {
      if (!below(numbers[d], torus.size(static_cast<int>(d)))) {
        fault(word.place,
              fmt::format("node {} is outside the network of {} nodes (numbered from 0)", word.text, torus.text()));
        return kUnknownRank;
      }
      node.set(static_cast<int>(d), static_cast<int>(numbers[d]));
    }
    const std::uint64_t place = numbers.size() > dimensions ? numbers[dimensions] : 0;
    if (!below(place, shape_.per_node)) {
      fault(word.place, fmt::format("'{}': the ranks of a node are numbered 0 to {}", word.text, shape_.per_node - 1));
      return kUnknownRank;
    }
    return shape_.rank(torus.node(node), static_cast<int>(place));
  }

  int no_rank(const Word& word) {
    fault(word.place,
          fmt::format("'{}' is no {}: a number, or {}", word.text, who_, shape_.per_node == 1 ? "x,y" : "x,y,place"));
    return kUnknownRank;
  }

  int rank_of_number(const Word& word, std::uint64_t number) {
    if (number < static_cast<std::uint64_t>(shape_.ranks())) return static_cast<int>(number);
    fault(word.place,
          fmt::format("there is no {0} {1}: {0}s are numbered 0 to {2}", who_, word.text, shape_.ranks() - 1));
    return kUnknownRank;
  }

  void read_order(const Word& word, int& order) {
    const Parsed<std::uint64_t> parsed = parse_count(word.text);
    if (!parsed) return fault(word.place, "order: " + parsed.fault);
    if (*parsed.value > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
      return fault(word.place, fmt::format("order {} is too large", word.text));
    }
    order = static_cast<int>(*parsed.value);
  }

  void read_quantity(const Word& word, Bytes& bytes) {
    const Parsed<std::uint64_t> parsed = parse_quantity(word.text, Dimension::kSize);
    if (!parsed) return fault(word.place, parsed.fault);
    const Bytes most = max_message(machine_);
    if (*parsed.value > most.count()) {
      return fault(word.place, fmt::format("'{}': a message has at most {} B (2^24 packets, and 36 bits of length)",
                                           word.text, most.count()));
    }
    bytes = Bytes{*parsed.value};
  }

  void read_option(const Word& word, ReplayMessage& message, std::map<std::string, int>& seen) {
    const std::size_t equals = word.text.find('=');
    const std::string name = word.text.substr(0, equals);
    if (equals == std::string::npos ||
        std::find(kOptionNames.begin(), kOptionNames.end(), name) == kOptionNames.end()) {
      const std::string hint = did_you_mean(name, kOptionNames);
      return fault(word.place,
                   fmt::format("unknown word '{}'{}", name,
                               hint.empty() ? "; after the size come id=, delay=, after= and class=" : hint));
    }
    if (++seen[name] > 1) return fault(word.place, fmt::format("{}= is given twice", name));
    const Word value{word.text.substr(equals + 1), word.place.moved(equals + 1)};
    if (name == "id") return read_label(value);
    if (name == "after") return read_references(value);
    if (name == "class") return read_class(value, message);
    const Parsed<Cycles> delay = parse_cycles(value.text, machine_.clock);
    if (!delay) return fault(value.place, delay.fault);
    message.delay = *delay.value;
  }

  void read_class(const Word& name, ReplayMessage& message) {
    const ClassNumber found = class_number(machine_.router.classes, name.text);
    message.message_class = found.number;
    if (!found.fault.empty()) fault(name.place, found.fault);
  }

  void read_label(const Word& label) {
    if (!is_label(label.text)) {
      return fault(label.place, fmt::format("'{}': a label is letters, digits, _ and -", label.text));
    }
    file_.labels.back() = label.text;
    const auto [known, inserted] = labels_.try_emplace(label.text, file_.messages.size());
    if (!inserted) {
      fault(label.place,
            fmt::format("label '{}' is given twice; first in line {}", label.text, file_.places[known->second].line));
    }
  }

  void read_references(const Word& list) {
    for (const Word& label : split(list, ',')) {
      if (is_label(label.text)) {
        references_.push_back({file_.messages.size(), label});
      } else {
        fault(label.place, fmt::format("'{}' is no label; after= takes labels with commas between", label.text));
      }
    }
  }

  void resolve_references() {
    for (const Reference& reference : references_) {
      if (too_many_faults()) return;
      const auto found = labels_.find(reference.label.text);
      const std::string& name = reference.label.text;
      if (found == labels_.end()) {
        fault(reference.label.place,
              fmt::format("no message has the label '{}'{}", name, did_you_mean(name, labels())));
        continue;
      }
      ReplayMessage& message = file_.messages[reference.message];
      const int goes_to = file_.messages[found->second].destination;
      if (found->second == reference.message) {
        fault(reference.label.place, fmt::format("message '{}' waits for itself", name));
      } else if (goes_to == kUnknownRank || message.source == kUnknownRank) {
        continue;
      } else if (goes_to != message.source) {
        fault(reference.label.place,
              fmt::format("message '{0}' (line {1}) goes to {4} {2}, so {4} {3} never receives it", name,
                          file_.places[found->second].line, goes_to, message.source, who_));
      } else {
        message.wait_for.push_back(found->second);
      }
    }
  }

  [[nodiscard]] std::vector<std::string> labels() const {
    std::vector<std::string> names;
    for (const auto& label : labels_) names.push_back(label.first);
    return names;
  }
  /// A file of another kind has a fault in every line; nobody reads them all.
  [[nodiscard]] bool too_many_faults() const {
    return diagnostics_.size() - faults_before_ >= DiagnosticList::kMostListed;
  }

  const MachineConfig& machine_;
  RankShape shape_;
  const char* who_;  ///< what a number names, for people
  DiagnosticList& diagnostics_;
  std::size_t faults_before_;
  MessageFile file_;
  std::map<std::string, std::size_t> labels_;
  std::vector<Reference> references_;
};

}  // namespace

MessageFile read_messages(const SourceText& source, const MachineConfig& machine, int ranks_per_node,
                          DiagnosticList& diagnostics) {
  return MessageReader(machine, ranks_per_node, diagnostics).read(source);
}

}  // namespace tactus
