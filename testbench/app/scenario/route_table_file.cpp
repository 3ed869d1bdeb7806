#include "testbench/app/scenario/route_table_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/source_file.h"

namespace tactus {
namespace {

constexpr std::array kEntryFields = {"node", "destination", "output"};
const std::vector<std::string> kEntryOptions = {"vc", "from", "from_vc"};
constexpr char kAny[] = "*";
constexpr char kNicInput[] = "nic";
constexpr int kNowhere = 0xFF;

/// Pairs of nodes that the entries of a file name, each as often as it is named.
constexpr std::uint64_t kMostNamedPairs = std::uint64_t{1} << 27U;

bool is_no_unit(const std::vector<Word>& /*words*/, std::string_view /*next*/) { return false; }

class TableReader {
 public:
  TableReader(const MachineConfig& machine, DiagnosticList& diagnostics)
      : shape_(machine.network),
        vcs_(vcs_of_class(machine.router)),
        vcs_key_(machine.router.has_classes() ? "virtual_channels of each class" : "router.virtual_channels"),
        diagnostics_(diagnostics),
        table_(std::make_shared<RouteTable>(shape_, vcs_)) {
    for (int port = 0; port < shape_.directions() && !shape_.is_graph(); ++port) {
      directions_.emplace_back(kDirectionNames[static_cast<std::size_t>(port)]);
    }
    inputs_ = directions_;
    inputs_.emplace_back(kNicInput);
    for (int node = 0; node < shape_.nodes(); ++node) known_[kAny].push_back(node);
    for (int host = 0; host < shape_.hosts(); ++host) hosts_.push_back(host);
  }

  std::shared_ptr<const RouteTable> read(const SourceText& source) {
    read_lines(source, is_no_unit, diagnostics_, [this](const std::vector<Word>& words) { read_entry(words); });
    if (!any_line_) fault({&source, source.first_line, 1}, "there is no entry in the file");
    return std::move(table_);
  }

 private:
  /// VCs of the packets of a class, all of which have as many.
  static int vcs_of_class(const RouterConfig& router) {
    return router.has_classes() ? router.classes.front().virtual_channels : router.virtual_channels;
  }
  /// Whole numbers from `first` to `last`.
  struct Numbers {
    int first;
    int last;
  };
  /// Links of an entry as they are written: by their directions, or in a graph by the neighbours.
  struct Links {
    int output = 0;
    bool from_all = true;  ///< from all links
    std::vector<int> from;
    bool from_nic = true;
  };

  void fault(const Place& place, std::string message) {
    good_ = false;
    diagnostics_.add(place, std::move(message));
  }

  void read_entry(const std::vector<Word>& words) {
    good_ = any_line_ = true;
    if (words.size() < kEntryFields.size()) {
      const Word& last = words.back();
      return fault(last.place.moved(last.text.size()),
                   fmt::format("the {} is missing: an entry is node destination output", kEntryFields[words.size()]));
    }
    const std::vector<int>& nodes = read_nodes(words[0]);
    const std::vector<int>& destinations = words[1].text == kAny ? hosts_ : read_nodes(words[1]);
    if (!destinations.empty() && destinations.back() >= shape_.hosts()) {
      fault(words[1].place, fmt::format("no packet is for a switch: hosts are the nodes 0 to {}", shape_.hosts() - 1));
    }
    RouteEntry entry;
    entry.line = words[0].place.line;
    entry.column = words[0].place.column;
    Links links;
    links.output = read_side(words[2], directions_, "output");
    entry.vc_mask = static_cast<std::uint8_t>((1U << vcs_) - 1);
    read_options(words, entry, links);
    if (good_) give(words, nodes, destinations, entry, links);
  }

  void read_options(const std::vector<Word>& words, RouteEntry& entry, Links& links) {
    std::array<bool, 3> seen{};
    for (std::size_t i = kEntryFields.size(); i < words.size(); ++i) {
      const Word& word = words[i];
      const std::size_t equals = word.text.find('=');
      const std::string name = word.text.substr(0, equals);
      const auto option = std::find(kEntryOptions.begin(), kEntryOptions.end(), name);
      if (equals == std::string::npos || option == kEntryOptions.end()) {
        const std::string hint = did_you_mean(name, kEntryOptions);
        fault(word.place, fmt::format("unknown word '{}'{}", name,
                                      hint.empty() ? "; after the output come vc=, from= and from_vc=" : hint));
        continue;
      }
      bool& given = seen.at(static_cast<std::size_t>(option - kEntryOptions.begin()));
      if (std::exchange(given, true)) {
        fault(word.place, fmt::format("{}= is given twice", name));
        continue;
      }
      const Word value{word.text.substr(equals + 1), word.place.moved(equals + 1)};
      if (name == "vc") entry.vc_mask = read_vcs(value);
      if (name == "from") read_inputs(value, links);
      if (name == "from_vc") entry.in_vcs = read_vcs(value);
    }
    if (seen[1] && seen[2] && links.from_nic) {
      fault(words[0].place, "from=nic: a packet from a NIC is on no VC yet: leave out from_vc=");
    }
    if (seen[2] && !seen[1]) links.from_nic = false;
  }

  /// Nodes that a word names: "*", a number or a range of numbers, or such an entry for each coordinate.
  const std::vector<int>& read_nodes(const Word& word) {
    const auto known = known_.find(word.text);
    if (known != known_.end()) return known->second;
    static const std::vector<int> kNoNodes;
    const std::vector<Word> parts = split(word, ',');
    const auto dimensions = static_cast<std::size_t>(shape_.dimensions());
    std::vector<int> nodes;
    if (parts.size() == 1) {
      const std::optional<Numbers> numbers = read_numbers(parts[0], shape_.nodes());
      if (!numbers) return fault_of_node(word), kNoNodes;
      for (int node = numbers->first; node <= numbers->last; ++node) nodes.push_back(node);
    } else {
      if (parts.size() != dimensions || shape_.is_graph()) return fault_of_node(word), kNoNodes;
      nodes.push_back(0);
      int stride = 1;
      for (std::size_t d = 0; d < dimensions; ++d) {
        const int size = shape_.size(static_cast<int>(d));
        const std::optional<Numbers> numbers = read_numbers(parts[d], size);
        if (!numbers) return fault_of_node(word), kNoNodes;
        std::vector<int> more;
        for (int at = numbers->first; at <= numbers->last; ++at) {
          for (const int node : nodes) more.push_back(node + at * stride);
        }
        nodes = std::move(more);
        stride *= size;
      }
    }
    return known_[word.text] = std::move(nodes);
  }

  void fault_of_node(const Word& word) {
    const int dimensions = shape_.is_graph() ? 1 : shape_.dimensions();
    std::string coordinates = dimensions == 1 ? "" : ", or x";
    for (int d = 1; d < dimensions; ++d) {
      coordinates += std::string(",") + kDimensionNames[static_cast<std::size_t>(d)];
    }
    fault(
        word.place,
        fmt::format("'{}' is no node of the network of {}: a number 0 to {}{}; {} and ranges as 0-1 stand for several",
                    word.text, shape_.text(), shape_.nodes() - 1, coordinates, kAny));
  }

  /// "*", "3" or "3-5", below `limit`; nothing if it is none of these.
  static std::optional<Numbers> read_numbers(const Word& word, int limit) {
    if (word.text == kAny) return Numbers{0, limit - 1};
    const std::size_t dash = word.text.find('-');
    const std::optional<int> first = read_number(word.text.substr(0, dash), limit);
    const std::optional<int> last = dash == std::string::npos ? first : read_number(word.text.substr(dash + 1), limit);
    if (!first || !last || *last < *first) return std::nullopt;
    return Numbers{*first, *last};
  }
  static std::optional<int> read_number(const std::string& text, int limit) {
    const Parsed<std::uint64_t> number = parse_count(text);
    if (!number || *number.value >= static_cast<std::uint64_t>(limit)) return std::nullopt;
    return static_cast<int>(*number.value);
  }

  /// Place of a name among `names`, or in a graph the node; 0 and a fault if it is none of them.
  int read_side(const Word& word, const std::vector<std::string>& names, const char* what) {
    if (shape_.is_graph()) {
      const std::optional<int> node = read_number(word.text, shape_.nodes());
      if (!node) {
        fault(word.place, fmt::format("'{}' is no {}: in a graph it is the number of the neighbour, 0 to {}", word.text,
                                      what, shape_.nodes() - 1));
      }
      return node.value_or(0);
    }
    const auto found = std::find(names.begin(), names.end(), word.text);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    const std::string hint = did_you_mean(word.text, names);
    fault(word.place, fmt::format("'{}' is no {} of this network's routers{}", word.text, what,
                                  hint.empty() ? ": there are " + enumeration(names, "and") : hint));
    return 0;
  }

  void read_inputs(const Word& list, Links& links) {
    links.from_all = links.from_nic = false;
    for (const Word& word : split(list, ',')) {
      if (word.text == kNicInput) {
        links.from_nic = true;
      } else {
        links.from.push_back(read_side(word, inputs_, "input"));
      }
    }
  }

  /// Port of a link as it is written, or kNowhere.
  [[nodiscard]] int port_of(int node, int link) const {
    if (!shape_.is_graph()) return link;
    for (const int port : shape_.graph->ports(node)) {
      if (shape_.graph->neighbour(node, port) == link) return port;
    }
    return kNowhere;
  }

  /// The entry for `node`: its number.
  int entry_of(int node, RouteEntry entry, const Links& links) {
    entry.out_port = static_cast<std::uint8_t>(port_of(node, links.output));
    entry.in_ports = links.from_all ? RouteEntry::kNic - 1 : 0;
    for (const int link : links.from) {
      const int port = port_of(node, link);
      if (port != kNowhere) entry.in_ports |= port_bit(port);
    }
    if (links.from_nic) entry.in_ports |= RouteEntry::kNic;
    const auto [at, added] = entries_of_line_.try_emplace({entry.out_port, entry.in_ports}, 0);
    if (added) at->second = table_->add(entry);
    return at->second;
  }

  std::uint8_t read_vcs(const Word& list) {
    unsigned vcs = 0;
    for (const Word& word : split(list, ',')) {
      const std::optional<Numbers> numbers = read_numbers(word, vcs_);
      if (!numbers) {
        fault(word.place, fmt::format("'{}' is no VC: {} is {}, so VCs are numbered 0 to {}; 0-1 and 0,2 stand for "
                                      "several",
                                      word.text, vcs_key_, vcs_, vcs_ - 1));
        continue;
      }
      for (int vc = numbers->first; vc <= numbers->last; ++vc) vcs |= 1U << vc;
    }
    return static_cast<std::uint8_t>(vcs);
  }

  void give(const std::vector<Word>& words, const std::vector<int>& nodes, const std::vector<int>& destinations,
            const RouteEntry& entry, const Links& links) {
    named_pairs_ += nodes.size() * destinations.size();
    if (named_pairs_ > kMostNamedPairs) {
      return fault(words[0].place, "the entries up to here name more than 2^27 pairs of nodes: name fewer in each");
    }
    entries_of_line_.clear();
    std::vector<int> numbers;
    for (const int node : nodes) numbers.push_back(entry_of(node, entry, links));
    bool used = false;
    const RouteEntry* before = nullptr;
    bool leads = true;
    for (const int destination : destinations) {
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const int node = nodes[i];
        if (node == destination) continue;
        if (!table_->give(node, destination, numbers[i])) {
          if (before == nullptr) before = table_->first(node, destination);
          continue;
        }
        used = true;
        if (leads) leads = leads_somewhere(words[2], node, links.output);
      }
    }
    if (!used) fault(words[0].place, "no packet uses this entry: " + why_unused(before, nodes, destinations));
  }

  bool leads_somewhere(const Word& output, int node, int link) {
    const Coordinate here = shape_.coordinate(node);
    const int port = port_of(node, link);
    if (port != kNowhere && shape_.has_link(here, static_cast<Direction>(port))) return true;
    fault(output.place,
          shape_.is_graph()
              ? fmt::format("no cable joins {} and {}", shape_.text(here), shape_.text(shape_.coordinate(link)))
              : fmt::format("{} leads nowhere from {}, where the network ends", output.text, shape_.text(here)));
    return false;
  }

  [[nodiscard]] static std::string why_unused(const RouteEntry* before, const std::vector<int>& nodes,
                                              const std::vector<int>& destinations) {
    if (before != nullptr)
      return fmt::format("entries above take all of its packets, the first in line {}", before->line);
    if (nodes == destinations && nodes.size() == 1) return "a packet to its own node leaves by its NIC";
    return "no link comes in by these inputs";
  }

  const NetworkShape& shape_;
  int vcs_;
  const char* vcs_key_;
  DiagnosticList& diagnostics_;
  std::shared_ptr<RouteTable> table_;
  std::vector<std::string> directions_;
  std::vector<std::string> inputs_;
  std::vector<int> hosts_;
  std::unordered_map<std::string, std::vector<int>> known_;                ///< nodes by the words that name them
  std::map<std::pair<std::uint8_t, std::uint32_t>, int> entries_of_line_;  ///< by output and inputs
  std::uint64_t named_pairs_ = 0;
  bool any_line_ = false;
  bool good_ = true;  ///< the line that is read, so far
};

}  // namespace

std::shared_ptr<const RouteTable> read_route_table(const SourceText& source, const MachineConfig& machine,
                                                   DiagnosticList& diagnostics) {
  return TableReader(machine, diagnostics).read(source);
}

}  // namespace tactus
