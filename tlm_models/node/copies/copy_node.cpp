#include "tlm_models/node/copies/copy_node.h"

#include <algorithm>
#include <cstddef>

namespace tactus {

CopyNode::CopyNode(const ManyCoreConfig& memory, const CopyCosts& costs, Bytes width, const std::vector<int>& threads,
                   StepSource& source, CopyObserver* observer)
    : memory_(memory), source_(source), observer_(observer), quantum_(memory.cycle * memory.quantum.count()) {
  for (const int thread : threads) processes_.emplace_back(static_cast<int>(processes_.size()), thread, costs, width);
}

void CopyNode::run(Picoseconds until, const std::function<void(Picoseconds)>& look) {
  for (Picoseconds next = earliest(); next < until; next = earliest()) {
    if (look) look(quantum_start(next));
    go_on(next);
  }
}

void CopyNode::go_on(Picoseconds time) {
  const Picoseconds start = quantum_start(time);
  if (start_ != start) {
    if (start_) first_ = (first_ + 1) % processes_.size();
    start_ = start;
    memory_.begin_quantum(start);
  }
  run_quantum(start + quantum_);
}

bool CopyNode::finished() const {
  return std::all_of(processes_.begin(), processes_.end(),
                     [](const CopyProcess& process) { return process.state() == CopyProcess::State::kFinished; });
}

Picoseconds CopyNode::now() const {
  Picoseconds now{0};
  for (const CopyProcess& process : processes_) now = std::max(now, process.now());
  return now;
}

void CopyNode::run_quantum(Picoseconds end) {
  const CopyProcess::Surroundings with{memory_, flags_, source_, observer_, watch_};
  bool any = true;
  while (any) {
    any = false;
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      any |= processes_[(first_ + i) % processes_.size()].run(with, end);
    }
  }
}

Picoseconds CopyNode::earliest() const {
  Picoseconds first = Picoseconds::max();
  for (const CopyProcess& process : processes_) {
    if (process.state() == CopyProcess::State::kReady && process.now() < first) first = process.now();
  }
  return first;
}

}  // namespace tactus
