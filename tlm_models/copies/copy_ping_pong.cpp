#include "tlm_models/copies/copy_ping_pong.h"

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "hw/common/config_faults.h"
#include "tlm_models/copies/copy_node.h"
#include "tlm_models/copies/copy_protocol.h"

namespace tactus {
namespace {

// Parts of a process's memory, and the node's shared buffers. They begin in different sets of any cache.
constexpr std::uint64_t kProcessArea = std::uint64_t{1} << 46;
constexpr std::uint64_t kArray = std::uint64_t{1} << 43;
constexpr std::uint64_t kSendDescription = (std::uint64_t{1} << 44) + 0x2440;
constexpr std::uint64_t kReceiveDescription = (std::uint64_t{1} << 44) + (std::uint64_t{1} << 43) + 0x5980;
constexpr std::uint64_t kQueue = (std::uint64_t{1} << 45) + 0x8c0;
constexpr std::uint64_t kShared = (std::uint64_t{1} << 45) + (std::uint64_t{1} << 44) + 0xb000;

std::uint64_t area_of(int process) { return kProcessArea * static_cast<std::uint64_t>(process + 1); }

std::vector<ConfigFault> validate_threads(const CopyPingPongConfig& config) {
  ConfigFaults faults;
  for (const int thread : config.threads) {
    faults.require(0 <= thread && thread < config.node.threads(), "threads", "{}: the node has 0 to {}", thread,
                   config.node.threads() - 1);
  }
  faults.require(config.threads[0] != config.threads[1], "threads", "both processes on thread {}", config.threads[0]);
  return faults.take();
}

/// Even messages go from process 0 to 1, odd ones back.
class PingPongSteps : public StepSource {
 public:
  explicit PingPongSteps(const CopyPingPongConfig& config)
      : config_(config),
        send_(config.message.send.datatype, config.message.send.elements),
        receive_(config.message.receive.datatype, config.message.receive.elements),
        packed_(contiguous_type(send_.size(), basic_type(BasicType::kByte))),
        protocol_(make_copy_protocol(config.copy, config.node.line)) {}

  void run_on(CopyNode& node) { node_ = &node; }
  CopySteps next(int process, Picoseconds now) override;
  [[nodiscard]] CopyPingPongResult result() const;

 private:
  void note_edges(int process, int message, Picoseconds now);
  CopyMessage message(int sender, bool mapped);
  [[nodiscard]] int messages() const { return 2 * (config_.warm_up + config_.round_trips); }

  const CopyPingPongConfig& config_;
  Layout send_;
  Layout receive_;
  Layout packed_;
  std::unique_ptr<CopyProtocol> protocol_;
  CopyNode* node_ = nullptr;
  std::array<int, 2> next_{0, 0};
  /// The side of a message that nobody has asked for yet; one process is never ahead by more.
  std::vector<std::optional<CopySteps>> other_sides_;
  std::array<AccessCounts, 2> before_;
  std::array<AccessCounts, 2> after_;
  Picoseconds begin_{0};
  Picoseconds end_{0};
};

CopySteps PingPongSteps::next(int process, Picoseconds now) {
  const auto self = static_cast<std::size_t>(process);
  const int number = next_[self]++;
  note_edges(process, number, now);
  if (number == messages()) return {};
  const auto index = static_cast<std::size_t>(number);
  if (index < other_sides_.size()) return std::exchange(other_sides_[index], std::nullopt).value();
  const int sender = number % 2;
  CopyPlan plan = protocol_->plan(message(sender, number >= 2));
  node_->flags().add(plan.flags);
  const bool sends = process == sender;
  other_sides_.emplace_back(std::move(sends ? plan.receiver : plan.sender));
  return std::move(sends ? plan.sender : plan.receiver);
}

void PingPongSteps::note_edges(int process, int message, Picoseconds now) {
  const auto self = static_cast<std::size_t>(process);
  const AccessCounts& counts = node_->memory().counts(config_.threads[self]);
  if (message == 2 * config_.warm_up) {
    before_[self] = counts;
    if (process == 0) begin_ = now;
  }
  if (message == messages()) {
    after_[self] = counts;
    if (process == 0) end_ = now;
  }
}

CopyMessage PingPongSteps::message(int sender, bool mapped) {
  const std::uint64_t from = area_of(sender);
  const std::uint64_t to = area_of(1 - sender);
  const auto array = [](std::uint64_t area, std::int64_t offset) {
    return static_cast<std::int64_t>(area + kArray) + offset;
  };
  CopyMessage message;
  message.send = {&send_, array(from, config_.send_offset), from + kSendDescription};
  message.receive = {&receive_, array(to, config_.receive_offset), to + kReceiveDescription};
  message.packed = &packed_;
  message.shared = from + kShared;
  message.sender_queue = from + kQueue;
  message.receiver_queue = to + kQueue;
  message.first_flag = node_->flags().add(0);
  message.mapped = mapped;
  return message;
}

CopyPingPongResult PingPongSteps::result() const {
  CopyPingPongResult result;
  Picoseconds time = end_;
  time -= begin_;
  result.latency = Picoseconds{time.count() / (2 * static_cast<std::uint64_t>(config_.round_trips))};
  for (std::size_t i = 0; i < 2; ++i) result.counts[i] = after_[i] - before_[i];
  return result;
}

}  // namespace

std::uint64_t array_of(int process) { return area_of(process) + kArray; }

std::vector<ConfigFault> validate(const CopyPingPongConfig& config) {
  ConfigFaults faults;
  faults.add("node", validate(config.node));
  faults.add("copy", validate(config.copy));
  faults.add("message", validate(config.message));
  faults.add(validate_threads(config));
  faults.require(config.warm_up >= 0, "warm_up", "{}: must not be negative", config.warm_up);
  faults.require(config.round_trips >= 1, "round_trips", "{}: must be at least 1", config.round_trips);
  return faults.take();
}

CopyPingPongResult run_copy_ping_pong(const CopyPingPongConfig& config, CopyObserver* observer) {
  PingPongSteps steps(config);
  CopyNode node(config.node, config.copy.costs, config.copy.copy_width, {config.threads[0], config.threads[1]}, steps,
                observer);
  steps.run_on(node);
  if (!node.run()) throw std::logic_error("a copy protocol waits for what never happens");
  return steps.result();
}

}  // namespace tactus
