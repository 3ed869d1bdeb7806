#include "tlm_models/node/copies/node_run.h"

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

std::vector<std::unique_ptr<CopyProgram>> programs_of(const NodeWorkload& workload, std::size_t processes) {
  std::vector<std::unique_ptr<CopyProgram>> programs;
  for (std::size_t p = 0; p < processes; ++p) programs.push_back(workload.program(static_cast<int>(p)));
  return programs;
}

}  // namespace

NodeRun::NodeRun(const ManyCoreConfig& node, const CopyProtocolConfig& copy, const NodeWorkload& workload,
                 const std::vector<int>& threads, CopyObserver* observer)
    : processes_(static_cast<int>(threads.size())),
      steps_(copy, node, programs_of(workload, threads.size())),
      node_(node, copy.costs, copy.copy_width, threads, steps_, observer) {
  steps_.run_on(node_);
}

void NodeRun::run(Picoseconds until, const std::function<void(Picoseconds)>& look) { node_.run(until, look); }

Picoseconds NodeRun::counted_time() const {
  Picoseconds begin = Picoseconds::max();
  Picoseconds end{0};
  for (int process = 0; process < processes_; ++process) {
    begin = std::min(begin, begin_of(process));
    end = std::max(end, end_of(process));
  }
  return end -= begin;
}

AccessCounts NodeRun::counts(int process) const {
  return steps_.mark(process, kEnd).counts - steps_.mark(process, kBegin).counts;
}

}  // namespace tactus
