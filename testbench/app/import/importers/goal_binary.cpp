#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "testbench/app/import/binary_reader.h"
#include "testbench/app/import/compute_time.h"
#include "testbench/app/import/importer.h"

namespace tactus {
namespace {

constexpr std::uint64_t kMagic = 4223;
constexpr std::uint64_t kConsumed = 2342;  ///< magic that LogGOPSim leaves with --save-mem
constexpr std::uint64_t kMagicBytes = 8;   ///< offsets count from behind the magic
constexpr std::uint64_t kHeaderBytes = 6;  ///< ranks, max_cpu, max_nic
constexpr std::uint64_t kTableEntry = 16;  ///< begin and end of a rank

/// Bytes of a node. LogGOPSim2 writes 65 more, for its operations of Portals.
constexpr std::uint64_t kNode1 = 39;
constexpr std::uint64_t kNode2 = 104;
/// Nodes that tell one layout from the other.
constexpr std::uint32_t kTellingNodes = 4;

enum NodeType : std::uint8_t { kSendNode = 1, kReceiveNode = 2, kCalcNode = 3, kLastType2 = 11 };

/// A node: the 39 bytes that both layouts have.
struct Node {
  explicit Node(std::string_view bytes)
      : waits_for(number_at<std::uint32_t>(bytes, 0)),
        type(number_at<std::uint8_t>(bytes, 4)),
        peer(number_at<std::uint32_t>(bytes, 5)),
        size(number_at<std::uint64_t>(bytes, 9)),
        tag(number_at<std::uint32_t>(bytes, 17)),
        cpu(number_at<std::uint8_t>(bytes, 21)),
        nic(number_at<std::uint8_t>(bytes, 22)),
        after_end(number_at<std::uint32_t>(bytes, 23)),
        first_after_end(number_at<std::uint32_t>(bytes, 27)),
        after_begin(number_at<std::uint32_t>(bytes, 31)),
        first_after_begin(number_at<std::uint32_t>(bytes, 35)) {}

  std::uint32_t waits_for;
  std::uint8_t type;
  std::uint32_t peer;
  std::uint64_t size;
  std::uint32_t tag;
  std::uint8_t cpu;
  std::uint8_t nic;
  std::uint32_t after_end;  ///< nodes that wait for its end
  std::uint32_t first_after_end;
  std::uint32_t after_begin;
  std::uint32_t first_after_begin;

  /// Whether its dependents come in the appendix behind `before` others.
  [[nodiscard]] bool in_order(std::uint64_t before) const {
    return (after_end == 0 || first_after_end == before) &&
           (after_begin == 0 || first_after_begin == before + after_end);
  }
};

class GoalBinaryReader {
 public:
  GoalBinaryReader(const ImportInput& input, const ImportSettings& settings, ImportTarget& target)
      : reader_(input.path(), target.faults()), time_(settings), unit_ps_(settings.goal_unit_ps), target_(target) {}

  void read() {
    if (!read_header()) return;
    for (int rank = 0; rank < target_.ranks() && !target_.stopped() && !reader_.cut(); ++rank) {
      if (!read_rank(rank)) return;
    }
    if (!reader_.cut() && !target_.stopped() && !reader_.at_end()) {
      reader_.fault(reader_.offset(), "there are bytes behind the last rank");
    }
  }

 private:
  /// Nodes of a rank, as its begin says.
  struct Extent {
    std::uint32_t nodes = 0;
    std::uint64_t node_bytes = 0;
    std::uint64_t dependents = 0;  ///< numbers in the appendix
  };

  bool read_header() {
    const auto magic = reader_.number<std::uint64_t>("the magic number");
    if (reader_.cut()) return false;
    if (magic != kMagic) {
      reader_.fault(0, magic == kConsumed
                           ? "LogGOPSim has consumed this schedule: make it again with txt2bin"
                           : fmt::format("the magic number is {}: a binary schedule begins with {}, in the "
                                         "byte order of this machine",
                                         magic, kMagic));
      return false;
    }
    const auto ranks = reader_.number<std::uint32_t>("the header");
    most_cpu_ = reader_.number<std::uint8_t>("the header");
    most_nic_ = reader_.number<std::uint8_t>("the header");
    if (static_cast<std::uint64_t>(ranks) > static_cast<std::uint64_t>(target_.limits().ranks)) {
      return target_.set_ranks(ranks, reader_.place(kMagicBytes));
    }
    std::uint64_t begin = kHeaderBytes + kTableEntry * ranks;
    for (std::uint32_t rank = 0; rank < ranks && !reader_.cut(); ++rank) {
      const std::uint64_t at = reader_.offset();
      const auto first = reader_.number<std::uint64_t>("the table of ranks");
      const auto end = reader_.number<std::uint64_t>("the table of ranks");
      if (reader_.cut()) break;
      if (first != begin || end < first) {
        reader_.fault(
            at, fmt::format("rank {} is said to be at bytes {} to {}: it has to begin at {}, where the one before "
                            "it ends",
                            rank, first, end, begin));
        return false;
      }
      ends_.push_back(begin = end);
    }
    return !reader_.cut() && target_.set_ranks(ranks, reader_.place(kMagicBytes));
  }

  bool read_rank(int rank) {
    const std::uint64_t at = reader_.offset();
    const std::uint64_t length = ends_[static_cast<std::size_t>(rank)] + kMagicBytes - at;
    Extent extent;
    extent.nodes = reader_.number<std::uint32_t>("the number of nodes");
    const auto roots = reader_.number<std::uint32_t>("the number of roots");
    if (reader_.cut()) return false;
    const std::uint64_t before_nodes = 8 + 4 * static_cast<std::uint64_t>(roots);
    if (roots > extent.nodes || length < before_nodes) {
      reader_.fault(at, fmt::format("rank {} has {} bytes, {} nodes and {} roots: these do not fit", rank, length,
                                    extent.nodes, roots));
      return false;
    }
    roots_.clear();
    for (std::uint32_t i = 0; i < roots && !reader_.cut(); ++i)
      roots_.push_back(reader_.number<std::uint32_t>("the roots"));
    if (reader_.cut()) return false;
    if (!choose_layout(rank, length - before_nodes, extent)) return false;
    return read_nodes(rank, extent) && read_dependents(rank, extent);
  }

  /// Numbers in the appendix, if nodes had `node_bytes` bytes; nothing if that cannot be.
  static std::optional<std::uint64_t> dependents(std::uint64_t bytes, std::uint64_t nodes, std::uint64_t node_bytes) {
    if (bytes < nodes * node_bytes || (bytes - nodes * node_bytes) % 4 != 0) return std::nullopt;
    return (bytes - nodes * node_bytes) / 4;
  }

  /// Whether the first nodes are nodes, if they have `node_bytes` bytes.
  bool plausible(std::uint32_t nodes, std::uint64_t node_bytes) {
    const std::uint32_t looked_at = std::min(nodes, kTellingNodes);
    const std::string_view bytes = reader_.peek(looked_at * node_bytes);
    std::uint64_t before = 0;
    for (std::uint64_t at = 0; at + kNode1 <= bytes.size(); at += node_bytes) {
      const Node node(bytes.substr(at));
      if (node.type < kSendNode || node.type > (node_bytes == kNode1 ? kCalcNode : kLastType2)) return false;
      if (!node.in_order(before)) return false;
      before += std::uint64_t{node.after_end} + node.after_begin;
    }
    return true;
  }

  bool choose_layout(int rank, std::uint64_t bytes, Extent& extent) {
    if (node_bytes_ == 0 && extent.nodes > 0) {
      const bool is_1 = dependents(bytes, extent.nodes, kNode1) && plausible(extent.nodes, kNode1);
      const bool is_2 = dependents(bytes, extent.nodes, kNode2) && plausible(extent.nodes, kNode2);
      if (is_1 == is_2) {
        reader_.fault(
            reader_.offset(),
            fmt::format("the {} nodes of rank {} fit {} of LogGOPSim (39 bytes a node) {} of LogGOPSim2 (104 bytes)",
                        extent.nodes, rank, is_1 ? "both the layout" : "neither the layout",
                        is_1 ? "and that" : "nor that"));
        return false;
      }
      node_bytes_ = is_1 ? kNode1 : kNode2;
    }
    extent.node_bytes = node_bytes_;
    const auto count = dependents(bytes, extent.nodes, extent.node_bytes);
    if (!count) {
      reader_.fault(reader_.offset(),
                    fmt::format("rank {} has {} bytes for {} nodes of {} bytes and their dependents: these "
                                "do not fit",
                                rank, bytes, extent.nodes, extent.node_bytes));
      return false;
    }
    extent.dependents = *count;
    return true;
  }

  bool read_nodes(int rank, const Extent& extent) {
    counts_.clear();
    waits_for_.clear();
    std::uint64_t before = 0;
    std::size_t root = 0;
    for (std::uint32_t i = 0; i < extent.nodes; ++i) {
      const std::uint64_t at = reader_.offset();
      const std::string_view bytes = reader_.take(extent.node_bytes, "a node");
      if (reader_.cut() || target_.stopped()) return false;
      const Node node(bytes);
      if (!node.in_order(before)) {
        reader_.fault(
            at,
            fmt::format("the dependents of node {} of rank {} are not behind those of the nodes before it", i, rank));
        return false;
      }
      before += std::uint64_t{node.after_end} + node.after_begin;
      if (before > extent.dependents) {
        reader_.fault(
            at, fmt::format("node {} of rank {} has dependents beyond the {} of the rank", i, rank, extent.dependents));
        return false;
      }
      if (node.waits_for == 0 && (root >= roots_.size() || roots_[root++] != i)) {
        reader_.fault(at, fmt::format("node {} of rank {} waits for nothing and is not among the roots", i, rank));
      }
      counts_.emplace_back(node.after_end, node.after_begin);
      waits_for_.push_back(node.waits_for);
      add(rank, node, at);
    }
    if (root == roots_.size()) return true;
    reader_.fault(reader_.offset(),
                  fmt::format("rank {} has {} roots and {} nodes that wait for nothing", rank, roots_.size(), root));
    return false;
  }

  void add(int rank, const Node& node, std::uint64_t at) {
    Operation operation;
    operation.place = reader_.place(at).number();
    operation.processor = node.cpu;
    if (node.cpu > most_cpu_) {
      reader_.fault(at + 21, fmt::format("cpu {}: the header says that the largest is {}", node.cpu, most_cpu_));
    }
    if (node.type == kCalcNode) {
      operation.kind = OperationKind::kCompute;
      const auto time = time_.of_units(node.size, unit_ps_);
      if (!time) reader_.fault(at + 9, kTooLongText);
      operation.amount = time.value_or(0);
    } else if (node.type == kSendNode || node.type == kReceiveNode) {
      operation.kind = node.type == kSendNode ? OperationKind::kSend : OperationKind::kReceive;
      set_message(operation, node, at);
    } else {
      const bool portals = node.type <= kLastType2 && node_bytes_ == kNode2;
      reader_.fault(at + 4,
                    fmt::format("type {}: {}", node.type,
                                portals ? "an operation of Portals; only send (1), recv (2) and calc (3) are read"
                                        : "nodes are send (1), recv (2) or calc (3)"));
    }
    target_.add(rank, operation);
  }

  void set_message(Operation& operation, const Node& node, std::uint64_t at) {
    const bool receives = operation.kind == OperationKind::kReceive;
    operation.amount = node.size;
    target_.message_size(node.size, reader_.place(at + 9));
    operation.tag = node.tag;
    if (node.tag == kAnyTag) {
      if (receives) {
        target_.any_tag(reader_.place(at + 17));
      } else {
        reader_.fault(at + 17, "a send with any tag: only a receive can have any");
      }
    }
    if (receives && node.peer == std::numeric_limits<std::uint32_t>::max()) {
      operation.peer = kAnySource;
      target_.any_source(reader_.place(at + 5));
    } else {
      operation.peer = target_.rank(node.peer, reader_.place(at + 5)).value_or(0);
    }
    if (node.nic > most_nic_) {
      reader_.fault(at + 22, fmt::format("nic {}: the header says that the largest is {}", node.nic, most_nic_));
    } else if (node.nic > std::numeric_limits<std::int8_t>::max()) {
      reader_.fault(at + 22, fmt::format("nic {}: numbers are 0 to 127", node.nic));
    }
    // txt2bin writes 0 where the text names no NIC: a schedule that has no other leaves the choice open.
    if (most_nic_ > 0) operation.nic = static_cast<std::int8_t>(node.nic);
  }

  bool read_dependents(int rank, const Extent& extent) {
    std::uint64_t read = 0;
    for (std::uint32_t i = 0; i < extent.nodes; ++i) {
      const auto [after_end, after_begin] = counts_[i];
      for (std::uint64_t k = 0; k < std::uint64_t{after_end} + after_begin; ++k) {
        const std::uint64_t at = reader_.offset();
        const auto dependent = reader_.number<std::uint32_t>("the dependents");
        if (reader_.cut() || target_.stopped()) return false;
        ++read;
        if (dependent >= extent.nodes || dependent == i || waits_for_[dependent] == 0) {
          reader_.fault(at, fmt::format("node {} of rank {} cannot depend on node {}: {}", dependent, rank, i,
                                        dependent >= extent.nodes ? fmt::format("there are {} nodes", extent.nodes)
                                        : dependent == i          ? "it would wait for itself"
                                                                  : "it has all that it waits for already"));
          return false;
        }
        --waits_for_[dependent];
        if (k < after_end) {
          target_.after_end_of(rank, dependent, i);
        } else {
          target_.after_begin_of(rank, dependent, i);
        }
      }
    }
    if (read != extent.dependents) {
      reader_.fault(reader_.offset(),
                    fmt::format("the nodes of rank {} have {} dependents, and the rank's bytes have room "
                                "for {}",
                                rank, read, extent.dependents));
      return false;
    }
    for (std::uint32_t i = 0; i < extent.nodes; ++i) {
      if (waits_for_[i] == 0) continue;
      reader_.fault(reader_.offset(),
                    fmt::format("node {} of rank {} waits for {} nodes that do not name it", i, rank, waits_for_[i]));
      return false;
    }
    return true;
  }

  BinaryReader reader_;
  ComputeTime time_;
  std::uint64_t unit_ps_;
  ImportTarget& target_;
  std::uint64_t node_bytes_ = 0;  ///< 0: no rank had nodes yet
  std::uint8_t most_cpu_ = 0;
  std::uint8_t most_nic_ = 0;
  std::vector<std::uint64_t> ends_;  ///< of ranks, as the table has them
  // Of the rank that is read.
  std::vector<std::uint32_t> roots_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> counts_;  ///< dependents on end and on begin, by node
  std::vector<std::uint32_t> waits_for_;
};

bool recognises(const ImportPeek& peek) {
  if (peek.head.size() < kMagicBytes) return false;
  const auto magic = number_at<std::uint64_t>(peek.head, 0);
  return magic == kMagic || magic == kConsumed;
}

void read(const ImportInput& input, const ImportSettings& settings, ImportTarget& target) {
  GoalBinaryReader(input, settings, target).read();
}

const Registered<ImporterKind> kGoalBinary{
    {{"goal_binary", "GOAL as txt2bin writes it: schedules of LogGOPSim, ATLAHS and LogGOPSim2."}, recognises, read}};

}  // namespace
}  // namespace tactus
