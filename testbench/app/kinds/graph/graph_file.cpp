#include "testbench/app/kinds/graph/graph_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/router_ports.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/source_file.h"

namespace tactus {
namespace {

constexpr std::uint64_t kMostNumber = 65535;
constexpr std::size_t kNodeWords = 4;  ///< of a cable
const std::vector<std::string> kValueNames = {"bandwidth", "cable_delay"};

/// As in the file: whether it is a switch, and its number among these.
using Named = std::pair<bool, int>;

std::string text_of(const Named& node) { return fmt::format("{} {}", node.first ? "switch" : "host", node.second); }

class GraphReader {
 public:
  explicit GraphReader(DiagnosticList& diagnostics) : diagnostics_(diagnostics), faults_before_(diagnostics.size()) {}

  GraphFile read(const SourceText& source) {
    const auto is_unit = [](const std::vector<Word>& words, std::string_view next) {
      return words.size() > kNodeWords && may_be_unit(words.back(), next);
    };
    read_lines(source, is_unit, diagnostics_, [this](const std::vector<Word>& words) { read_cable(words); });
    const Place top{&source, source.first_line, 1};
    if (cables_.empty() && diagnostics_.size() == faults_before_)
      diagnostics_.add(top, "there is no cable in the file");
    if (diagnostics_.size() == faults_before_) check_nodes(top);
    if (diagnostics_.size() > faults_before_) return {};
    GraphFile file = graph();
    check_joined(file.parts, top);
    return file;
  }

 private:
  struct NamedCable {
    Named from;
    Named to;
    Place place;
    std::optional<BytesPerSecond> bandwidth;
    std::optional<Picoseconds> cable_delay;
  };

  void read_cable(const std::vector<Word>& words) {
    if (words.size() < kNodeWords) {
      const Place end = words.back().place.moved(words.back().text.size());
      return diagnostics_.add(end, "a cable is given by the two nodes that it joins, as in 'host 0 switch 3'");
    }
    const std::optional<Named> from = read_node(words[0], words[1]);
    const std::optional<Named> to = read_node(words[2], words[3]);
    if (!from || !to) return;
    if (*from == *to) return diagnostics_.add(words[2].place, text_of(*to) + ": a cable joins two nodes");
    const auto [before, fresh] = lines_.emplace(std::minmax(*from, *to), words[0].place.line);
    if (!fresh) {
      return diagnostics_.add(words[0].place, fmt::format("a cable between {} and {} stands on line {} already: two "
                                                          "nodes are joined by one at most",
                                                          text_of(*from), text_of(*to), before->second));
    }
    for (const Named& node : {*from, *to}) {
      if (++degrees_[node] != kMaxDirections + 1) continue;
      diagnostics_.add(words[0].place, fmt::format("{} has more than {} cables", text_of(node), kMaxDirections));
    }
    NamedCable& cable = cables_.emplace_back(NamedCable{*from, *to, words[0].place, {}, {}});
    for (std::size_t i = kNodeWords; i < words.size(); ++i) read_value(words[i], cable);
  }

  void read_value(const Word& word, NamedCable& cable) {
    const std::size_t equals = word.text.find('=');
    const std::string name = word.text.substr(0, equals);
    const bool is_rate = name == kValueNames.front();
    if (equals == std::string::npos || (!is_rate && name != kValueNames.back())) {
      const std::string hint = did_you_mean(name, kValueNames);
      return diagnostics_.add(
          word.place, fmt::format("unknown word '{}'{}", name,
                                  hint.empty() ? "; after the two nodes come bandwidth= and cable_delay=" : hint));
    }
    if (is_rate ? cable.bandwidth.has_value() : cable.cable_delay.has_value())
      return diagnostics_.add(word.place, name + "= is given twice");
    const Parsed<std::uint64_t> value =
        parse_quantity(word.text.substr(equals + 1), is_rate ? Dimension::kRate : Dimension::kTime);
    if (!value) return diagnostics_.add(word.place.moved(equals + 1), value.fault);
    if (is_rate) {
      cable.bandwidth = BytesPerSecond{*value.value};
    } else {
      cable.cable_delay = Picoseconds{*value.value};
    }
  }

  std::optional<Named> read_node(const Word& kind, const Word& number) {
    const bool known = kind.text == "host" || kind.text == "switch";
    if (!known) {
      const std::string hint = did_you_mean(kind.text, {"host", "switch"});
      diagnostics_.add(kind.place,
                       fmt::format("'{}'{}", kind.text, hint.empty() ? ": a node is a host or a switch" : hint));
    }
    const Parsed<std::uint64_t> count = parse_count(number.text);
    const bool fits = count && *count.value <= kMostNumber;
    if (!fits) {
      diagnostics_.add(number.place, fmt::format("'{}': the nodes of either kind are numbered from 0 to {} at most",
                                                 number.text, kMostNumber));
    }
    if (!known || !fits) return std::nullopt;
    return Named{kind.text == "switch", static_cast<int>(*count.value)};
  }

  /// Hosts and switches have all numbers from 0 on.
  void check_nodes(const Place& top) {
    for (const auto& [node, cables] : degrees_) {
      int& next = counts_[node.first ? 1 : 0];
      if (node.second != next) {
        return diagnostics_.add(top, fmt::format("there is a {}, and no cable at {}: nodes of a kind are numbered "
                                                 "from 0 on, without gaps",
                                                 text_of(node), text_of({node.first, next})));
      }
      ++next;
    }
    if (counts_[0] < 2) diagnostics_.add(top, "a network has two hosts or more");
  }

  [[nodiscard]] int number(const Named& node) const { return (node.first ? counts_[0] : 0) + node.second; }

  [[nodiscard]] GraphFile graph() const {
    GraphFile file;
    file.parts.hosts = counts_[0];
    file.parts.switches = counts_[1];
    const NetworkShape shape = NetworkShape::of_numbers(counts_[0] + counts_[1]);
    for (const NamedCable& cable : cables_) {
      const auto& [from, to] = file.parts.cables.emplace_back(number(cable.from), number(cable.to));
      if (!cable.bandwidth && !cable.cable_delay) continue;
      LinkOverride& link = file.links.emplace_back();
      link.cables = {{shape.coordinate(from), shape.coordinate(to)}};
      link.bandwidth = cable.bandwidth;
      link.cable_delay = cable.cable_delay;
      file.link_places.push_back(cable.place);
    }
    return file;
  }

  /// Everything can be reached from host 0.
  void check_joined(const GraphParts& parts, const Place& top) {
    std::vector<std::vector<int>> next(static_cast<std::size_t>(parts.hosts + parts.switches));
    for (const auto& [a, b] : parts.cables) {
      next[static_cast<std::size_t>(a)].push_back(b);
      next[static_cast<std::size_t>(b)].push_back(a);
    }
    std::set<int> seen = {0};
    std::vector<int> reached = {0};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const int node : next[static_cast<std::size_t>(reached[i])]) {
        if (seen.insert(node).second) reached.push_back(node);
      }
    }
    for (int node = 0; node < parts.hosts + parts.switches; ++node) {
      if (seen.count(node) != 0) continue;
      const Named named{node >= parts.hosts, node >= parts.hosts ? node - parts.hosts : node};
      return diagnostics_.add(
          top, fmt::format("the network has two parts: there is no way from host 0 to {}", text_of(named)));
    }
  }

  DiagnosticList& diagnostics_;
  std::size_t faults_before_;
  std::vector<NamedCable> cables_;
  std::map<std::pair<Named, Named>, int> lines_;  ///< by the ends of a cable, the lower one first
  std::map<Named, int> degrees_;
  std::array<int, 2> counts_{};  ///< hosts, switches
};

}  // namespace

GraphFile read_graph(const SourceText& source, DiagnosticList& diagnostics) {
  return GraphReader(diagnostics).read(source);
}

}  // namespace tactus
