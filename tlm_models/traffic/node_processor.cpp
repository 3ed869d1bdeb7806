#include "tlm_models/traffic/node_processor.h"

#include <algorithm>
#include <utility>

#include "tlm_models/traffic/rated_messages.h"

namespace tactus {
namespace {

std::unique_ptr<LocalMessages> or_rated(std::unique_ptr<LocalMessages> local, const CopyConfig& copy) {
  return local ? std::move(local) : std::make_unique<RatedMessages>(copy);
}

}  // namespace

NodeProcessor::NodeProcessor(const sc_core::sc_module_name& name, const SoftwareConfig& config, const RankMap& map,
                             int node, std::vector<RankSetup> ranks, TrafficObserver* observer,
                             std::unique_ptr<LocalMessages> local)
    : Processor(name, config.clock, config.pacing, nic_reg::kIrqSend | nic_reg::kIrqReceive),
      config_(config),
      map_(map),
      port_(csr_isock, config, map, node, or_rated(std::move(local), config.copy)) {
  for (RankSetup& rank : ranks) {
    ranks_.push_back(std::make_unique<RankInterpreter>(std::move(rank), config, port_, observer));
    order_.push_back(ranks_.back().get());
  }
}

void NodeProcessor::take_completions(int engine, Cycles now) {
  port_.set_time(now);
  port_.take_completions(engine, news_);
  tell_ranks();
}

Cycles NodeProcessor::run(Cycles now) {
  port_.set_time(now);
  port_.end_copies(news_);
  tell_ranks();
  port_.serve_queues();
  Picoseconds next = RankInterpreter::kOnCompletion;
  for (RankInterpreter* rank : order_) {
    next = std::min(next, rank->run());
    if (rank->finished()) port_.program_ended(map_.place(rank->rank()));
  }
  port_.serve_queues();  // ranks that have gone on may have been what the last slot was kept for
  if (order_.size() > 1) order_ranks();
  free_processors();
  const Cycles due = next == RankInterpreter::kOnCompletion ? kOnInterrupt : config_.clock.covering(next);
  return std::min(due, port_.next_copy());
}

/// While a rank waits, or has ended, its processor does its part of messages.
void NodeProcessor::free_processors() {
  waits_.assign(ranks_.size(), false);
  for (std::size_t place = 0; place < ranks_.size(); ++place) waits_[place] = !ranks_[place]->busy();
  port_.go_on(waits_);
}

void NodeProcessor::tell_ranks() {
  const auto rank = [this](int number) { return ranks_[static_cast<std::size_t>(map_.place(number))].get(); };
  for (const Departure& done : news_.sent) rank(done.rank)->sent(done.operation);
  for (const Completion& done : news_.received) rank(done.rank)->received(done.receive);
  news_.sent.clear();
  news_.received.clear();
}

/// Those that wait come first and keep their order, those that have begun to wait behind them.
void NodeProcessor::order_ranks() {
  const auto first =
      std::stable_partition(order_.begin(), order_.end(), [](const RankInterpreter* rank) { return rank->blocked(); });
  std::sort(first, order_.end(), [this](const RankInterpreter* a, const RankInterpreter* b) {
    return map_.place(a->rank()) < map_.place(b->rank());
  });
}

}  // namespace tactus
