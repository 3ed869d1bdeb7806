#include "tlm_models/node/copies/node_cores.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace tactus {
namespace {

std::vector<int> threads_in_order(int processes) {
  std::vector<int> threads(static_cast<std::size_t>(processes));
  std::iota(threads.begin(), threads.end(), 0);
  return threads;
}

}  // namespace

NodeCores::NodeCores(const ManyCoreConfig& node, const CopyProtocolConfig& copy, int processes, CopyObserver* observer)
    : works_(static_cast<std::size_t>(processes)),
      node_(node, copy.costs, copy.copy_width, threads_in_order(processes), *this, observer) {
  node_.go_on(Picoseconds{0});  // all find that there is nothing to do
}

void NodeCores::give(int process, CopySteps steps, Picoseconds now, bool receives) {
  CopyStep begin;
  begin.kind = CopyStep::Kind::kFrom;
  begin.time = now;
  steps.insert(steps.begin(), begin);
  works_[static_cast<std::size_t>(process)] = {State::kGiven, std::move(steps), receives, {}};
}

void NodeCores::go_on(Picoseconds now) {
  const Picoseconds quantum = node_.quantum_start(now);
  while (node_.earliest() < quantum) node_.go_on(node_.earliest());
  const bool given =
      std::any_of(works_.begin(), works_.end(), [](const Work& work) { return work.state == State::kGiven; });
  if (given || node_.quantum_start(node_.earliest()) == quantum) node_.go_on(now);
}

std::vector<NodeCores::End> NodeCores::take_ended(Picoseconds now) {
  std::vector<End> ended;
  for (std::size_t process = 0; process < works_.size(); ++process) {
    Work& work = works_[process];
    if (work.state != State::kEnded || now < work.end) continue;
    ended.push_back({static_cast<int>(process), work.end});
    work.state = State::kFree;
  }
  std::sort(ended.begin(), ended.end(),
            [](const End& a, const End& b) { return std::tie(a.time, a.process) < std::tie(b.time, b.process); });
  return ended;
}

Picoseconds NodeCores::next() const {
  Picoseconds next = node_.earliest();
  if (next != Picoseconds::max()) next = node_.quantum_start(next);
  for (const Work& work : works_) {
    if (work.state == State::kEnded) next = std::min(next, work.end);
  }
  return next;
}

CopySteps NodeCores::next(int process, Picoseconds now) {
  Work& work = works_[static_cast<std::size_t>(process)];
  if (work.state == State::kGiven) {
    work.state = State::kAtWork;
    return std::move(work.steps);
  }
  if (work.state == State::kAtWork) {
    work.state = State::kEnded;
    work.end = now;
    if (work.receives && node_.watched_by() != nullptr) node_.watched_by()->received(process, now);
  }
  CopyStep idle;
  idle.kind = CopyStep::Kind::kIdle;
  return {idle};
}

}  // namespace tactus
