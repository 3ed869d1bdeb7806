#include "tlm_models/node/copies/protocol_advisor.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tlm_models/node/copies/message_footprints.h"
#include "tlm_models/node/copies/plan_estimate.h"

namespace tactus {
namespace {

/// Of the buffers of SM rendezvous, in KiB: those that the PVAS paper compares.
constexpr std::uint64_t kBuffers[] = {4, 8, 16, 32, 64};

}  // namespace

struct ProtocolAdvisor::Candidate {
  CopyProtocolConfig config;
  std::unique_ptr<CopyProtocol> protocol;

  [[nodiscard]] bool takes(const CopyMessage& message) const {
    return config.kind != CopyProtocolKind::kSmEager ||
           message.send.layout->size() <= static_cast<std::int64_t>(config.eager_threshold.count());
  }
};

ProtocolAdvisor::ProtocolAdvisor(const CopyProtocolConfig& config, const ManyCoreConfig& node) : node_(node) {
  for (const CopyProtocolKind kind : config.candidates) {
    CopyProtocolConfig candidate = config;
    candidate.kind = kind;
    if (kind != CopyProtocolKind::kSmRendezvous) {
      add(candidate);
      continue;
    }
    for (const std::uint64_t kib : kBuffers) {
      candidate.buffer_size = Bytes{kib * 1024};
      add(candidate);
    }
  }
}

ProtocolAdvisor::~ProtocolAdvisor() = default;

void ProtocolAdvisor::add(CopyProtocolConfig config) {
  CopyProtocolConfig alone = config;
  alone.eager_threshold = Bytes{0};
  alone.contiguous_kind.reset();
  candidates_.push_back({std::move(config), make_copy_protocol(alone, node_)});
}

std::vector<CopyAdvice> ProtocolAdvisor::estimates(const CopyMessage& message) const {
  // Again and again: what is mapped once has been.
  CopyMessage repeated = message;
  repeated.mapped = true;
  const CopyProtocolConfig& any = candidates_.front().config;
  MessageFootprints footprints(repeated, any.copy_width, node_);
  std::vector<CopyAdvice> all;
  for (const Candidate& candidate : candidates_) {
    if (!candidate.takes(message)) continue;
    const CopyPlan plan = candidate.protocol->plan(repeated);
    const double cycles = PlanEstimate(repeated, plan, candidate.config, node_, footprints).cycles();
    all.push_back({candidate.config.kind, candidate.config.buffer_size,
                   node_.cycle * static_cast<std::uint64_t>(std::llround(cycles))});
  }
  return all;
}

CopyAdvice ProtocolAdvisor::advise(const CopyMessage& message) const {
  const std::vector<CopyAdvice> all = estimates(message);
  return *std::min_element(all.begin(), all.end(),
                           [](const CopyAdvice& a, const CopyAdvice& b) { return a.latency < b.latency; });
}

CopyPlan ProtocolAdvisor::plan(const CopyMessage& message, const CopyAdvice& advice) const {
  const auto chosen = std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& candidate) {
    return candidate.config.kind == advice.kind && candidate.config.buffer_size == advice.buffer_size;
  });
  return chosen->protocol->plan(message);
}

}  // namespace tactus
