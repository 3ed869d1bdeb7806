#include <fmt/core.h>

#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "testbench/app/import/binary_reader.h"
#include "testbench/app/import/chakra_node.h"
#include "testbench/app/import/compute_time.h"
#include "testbench/app/import/importer.h"
#include "testbench/app/import/protobuf_reader.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

using Index = OperationSink::Index;

constexpr std::uint64_t kPicosecondsPerMicrosecond = 1'000'000;
constexpr std::size_t kLongestVarint = 10;
/// Name that PyTorch gives the group of all.
constexpr char kDefaultGroup[] = "0";

/// Reads the trace of one rank.
class ChakraReader {
 public:
  ChakraReader(int rank, const fs::path& file, const ComputeTime& time, ImportTarget& target)
      : reader_(file, target.faults()), time_(time), target_(target), rank_(rank) {}

  void read() {
    std::uint64_t byte = 0;
    std::string_view message;
    if (!next_message(message, byte)) {
      if (target_.faults().empty()) reader_.fault(0, "the file is empty");
      return;
    }
    if (!is_chakra_metadata(message)) {
      return reader_.fault(byte,
                           "a trace begins with its version and attributes (GlobalMetadata); these bytes are none");
    }
    ChakraNode node;
    while (!target_.stopped() && next_message(message, byte)) {
      if (read_chakra_node(message, byte, reader_, node)) take(node);
    }
    for (const OpenDependency& open : open_) {
      if (target_.stopped() || reader_.cut() || lost_) break;
      resolve(open);
    }
  }

 private:
  /// A dependency on a node that has not been read yet.
  struct OpenDependency {
    Index operation;
    std::uint64_t id;
    std::uint64_t byte;
  };

  /// A message behind its length; false at the end of the file.
  bool next_message(std::string_view& message, std::uint64_t& byte) {
    if (lost_ || reader_.cut() || reader_.at_end()) return false;
    std::string_view length = reader_.peek(kLongestVarint);
    const std::size_t there = length.size();
    const auto size = take_varint(length);
    if (!size) {
      reader_.fault(reader_.offset(), "these bytes are no length of a message");
      lost_ = true;
      return false;
    }
    reader_.skip(there - length.size());
    byte = reader_.offset();
    message = reader_.take(*size, "a message");
    return !reader_.cut();
  }

  void fault(const ChakraNode& node, const std::string& message) {
    reader_.fault(node.byte, fmt::format("node {} ('{}'): {}", node.id, node.name, message));
  }

  void take(const ChakraNode& node) {
    const auto ends = put(node);
    if (!ends) return;
    const auto [begin, end] = *ends;
    target_.label(rank_, end, node.name);
    if (!index_of_.emplace(node.id, end).second) return fault(node, "another node has the same id");
    for (const std::uint64_t id : node.dependencies) {
      const auto earlier = index_of_.find(id);
      if (id == node.id) {
        fault(node, "it depends on itself");
      } else if (earlier != index_of_.end()) {
        target_.after_end_of(rank_, begin, earlier->second);
      } else {
        open_.push_back({begin, id, node.byte});
      }
    }
  }

  void resolve(const OpenDependency& open) {
    const auto earlier = index_of_.find(open.id);
    if (earlier != index_of_.end()) return target_.after_end_of(rank_, open.operation, earlier->second);
    reader_.fault(open.byte, fmt::format("the node depends on node {}, which is not in the trace", open.id));
  }

  /// Writes the operations of a node; answers the one that has its dependencies and the one that ends it.
  std::optional<std::pair<Index, Index>> put(const ChakraNode& node) {
    Operation operation;
    operation.place = reader_.place(node.byte).number();
    switch (node.type) {
      case ChakraNode::kMetadata:
        operation.kind = OperationKind::kWait;
        break;
      case ChakraNode::kMemoryLoad:
      case ChakraNode::kMemoryStore:
        if (node.duration_us == 0) return fault(node, "access to memory without a duration"), std::nullopt;
        [[fallthrough]];
      case ChakraNode::kCompute:
        if (!set_time(node, operation)) return std::nullopt;
        break;
      case ChakraNode::kSend:
      case ChakraNode::kReceive:
        if (!set_message(node, operation)) return std::nullopt;
        break;
      case ChakraNode::kCollective:
        return put_collective(node);
      default:
        return fault(node, fmt::format("type {}: types are 1 to 7", node.type)), std::nullopt;
    }
    const Index index = target_.add(rank_, operation);
    return std::make_pair(index, index);
  }

  bool set_time(const ChakraNode& node, Operation& operation) {
    std::optional<std::uint64_t> time;
    if (node.duration_us == 0 && node.operations.value_or(0) > 0) {
      if (!time_.has_flop_rate()) return fault(node, kNoFlopRateText), false;
      time = time_.of_flops(static_cast<double>(*node.operations));
    } else {
      time = time_.of_units(node.duration_us, kPicosecondsPerMicrosecond);
    }
    if (!time) return fault(node, kTooLongText), false;
    operation.amount = *time;
    return true;
  }

  bool set_message(const ChakraNode& node, Operation& operation) {
    const bool sends = node.type == ChakraNode::kSend;
    const auto& own = sends ? node.comm_source : node.comm_destination;
    const auto& other = sends ? node.comm_destination : node.comm_source;
    if (!node.comm_size || *node.comm_size < 0)
      return fault(node, "it has no comm_size, the bytes of the message"), false;
    if (!other) return fault(node, fmt::format("it has no {}", sends ? "comm_dst" : "comm_src")), false;
    if (own && *own != rank_) {
      return fault(node, fmt::format("its {} is {}, and the file is that of rank {}", sends ? "comm_src" : "comm_dst",
                                     *own, rank_)),
             false;
    }
    const std::int64_t tag = node.comm_tag.value_or(0);
    if (tag < 0 || tag >= static_cast<std::int64_t>(CollectiveExpander::kFirstTag)) {
      return fault(node, fmt::format("tag {}: tags are 0 to {}", tag, CollectiveExpander::kFirstTag - 1)), false;
    }
    const auto peer = target_.rank(*other, reader_.place(node.byte));
    if (!peer) return false;
    operation.kind = sends ? OperationKind::kSend : OperationKind::kReceive;
    operation.peer = *peer;
    operation.tag = static_cast<std::uint32_t>(tag);
    operation.amount = static_cast<std::uint64_t>(*node.comm_size);
    return target_.message_size(operation.amount, reader_.place(node.byte));
  }

  std::optional<std::pair<Index, Index>> put_collective(const ChakraNode& node) {
    auto record = record_of(node);
    if (!record) return std::nullopt;
    // It has the dependencies of the call, some of which may come later in the file.
    Operation begin;
    begin.kind = OperationKind::kWait;
    begin.place = reader_.place(node.byte).number();
    const Index first = target_.add(rank_, begin);
    return std::make_pair(first, target_.collective(rank_, std::move(*record), first, reader_.place(node.byte)));
  }

  std::optional<CollectiveRecord> record_of(const ChakraNode& node) {
    using Kind = MpiCollective;
    static constexpr Kind kKinds[] = {Kind::kAllreduce,     Kind::kReduce,    Kind::kAllgather, Kind::kGather,
                                      Kind::kScatter,       Kind::kBroadcast, Kind::kAlltoall,  Kind::kReduceScatter,
                                      Kind::kReduceScatter, Kind::kBarrier};
    constexpr auto kCount = static_cast<std::int64_t>(std::size(kKinds));
    if (!node.group.empty() && node.group != kDefaultGroup) {
      return fault(node, fmt::format("process group '{}': its members are not in the trace", node.group)), std::nullopt;
    }
    if (!node.comm_type || *node.comm_type < 0 || *node.comm_type >= kCount) {
      return fault(node, fmt::format("comm_type {}: types of collective operations are 0 to {}",
                                     node.comm_type ? std::to_string(*node.comm_type) : "is missing", kCount - 1)),
             std::nullopt;
    }
    CollectiveRecord record;
    record.kind = kKinds[static_cast<std::size_t>(*node.comm_type)];
    if (record.kind == Kind::kBarrier) return record;
    if (!node.comm_size || *node.comm_size < 0) {
      return fault(node, "it has no comm_size, the bytes of a rank"), std::nullopt;
    }
    set_bytes(record, static_cast<std::uint64_t>(*node.comm_size));
    if (!target_.message_size(record.bytes, reader_.place(node.byte))) return std::nullopt;
    return record;
  }

  /// `bytes` is what a rank puts in: with reduce_scatter and alltoall the parts of all members.
  void set_bytes(CollectiveRecord& record, std::uint64_t bytes) const {
    const auto ranks = static_cast<std::uint64_t>(target_.ranks());
    record.bytes = bytes;
    if (record.kind == MpiCollective::kAlltoall || record.kind == MpiCollective::kScatter) {
      record.bytes = bytes / ranks + (bytes % ranks == 0 ? 0 : 1);
    }
    if (record.kind != MpiCollective::kReduceScatter) return;
    for (std::uint64_t member = 0; member < ranks; ++member) {
      record.member_bytes.push_back(bytes / ranks + (member < bytes % ranks ? 1 : 0));
    }
  }

  BinaryReader reader_;
  const ComputeTime& time_;
  ImportTarget& target_;
  int rank_;
  bool lost_ = false;                                  ///< nobody knows where the next message begins
  std::unordered_map<std::uint64_t, Index> index_of_;  ///< operation that ends a node, by the node's id
  std::vector<OpenDependency> open_;
};

/// A trace begins with a message whose fields are a version and attributes; files are named NAME.RANK.et.
bool recognises(const ImportPeek& peek) {
  const bool named = peek.name.find(".et") != std::string::npos;
  std::string_view rest = peek.head;
  const auto size = take_varint(rest);
  if (!size || (*size > 0 && (rest.empty() || (rest[0] != '\x0A' && rest[0] != '\x12')))) return false;
  if (*size <= rest.size()) return is_chakra_metadata(rest.substr(0, *size)) && (named || *size > 1);
  return named;
}

void read(const ImportInput& input, const ImportSettings& settings, ImportTarget& target) {
  const std::vector<fs::path> files = input.rank_files(target.faults());
  if (files.empty() || !target.set_ranks(files.size(), ImportPlace::of_file(files[0].native()))) return;
  const ComputeTime time(settings);
  for (std::size_t rank = 0; rank < files.size() && !target.stopped(); ++rank) {
    ChakraReader(static_cast<int>(rank), files[rank], time, target).read();
  }
  if (target.faults().empty()) target.end_collectives(files[0].native());
}

const Registered<ImporterKind> kChakra{
    {{"chakra", "Chakra execution traces of MLCommons, a file for each rank."}, recognises, read}};

}  // namespace
}  // namespace tactus
