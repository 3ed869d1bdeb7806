#include "testbench/app/check_part/part_check.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "testbench/app/process/own_process.h"
#include "testbench/app/run/replaced_rtl.h"
#include "testbench/app/run/rtl_twins.h"

namespace tactus {
namespace {

/// One seed of a bench, at work in a process.
struct Task {
  std::size_t bench;
  std::uint64_t seed;
  std::unique_ptr<OwnProcess> process;
};

std::string to_text(const BenchOutcome& outcome) {
  nlohmann::json json;
  // Names of files can be in it, in any bytes.
  json["difference"] = nlohmann::json::binary({outcome.difference.begin(), outcome.difference.end()});
  for (const CountedStimulus& stimulus : outcome.stimuli) {
    json["stimuli"].push_back({stimulus.group, stimulus.text, stimulus.times});
  }
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

BenchOutcome from_text(const std::string& text) {
  const auto json = nlohmann::json::from_cbor(text);
  const auto& difference = json.at("difference").get_binary();
  BenchOutcome outcome;
  outcome.difference.assign(difference.begin(), difference.end());
  for (const auto& stimulus : json.at("stimuli")) {
    outcome.stimuli.push_back({stimulus[0], stimulus[1], stimulus[2]});
  }
  return outcome;
}

/// A process that dies, as that of RTL that does not settle, is a difference too.
BenchOutcome outcome_of(Task& task) {
  try {
    const auto text = task.process->next();
    if (text) return from_text(*text);
  } catch (const ChildFailure& failure) {
    return {failure.what(), {}};
  }
  return {"the bench ended without an answer", {}};
}

class Runner {
 public:
  Runner(const PartCheck& check, const PartOnTest& part) : check_(check), part_(part) {
    for (const PartBench& bench : benches_of(check.part)) {
      if (!check.only_bench.empty() && check.only_bench != bench.name) continue;
      if (!check.model.empty() && !bench.drives_models) continue;
      benches_.push_back(&bench);
      results_.push_back({bench.name, bench.text, 0, 0, {}, {}});
    }
  }

  std::vector<BenchResult> run() {
    for (std::size_t bench = 0; bench < benches_.size(); ++bench) {
      const std::uint64_t seeds = check_.seeds.value_or(static_cast<std::uint64_t>(benches_[bench]->seeds));
      for (std::uint64_t i = 0; i < seeds; ++i) {
        if (tasks_.size() == check_.jobs) finish_oldest();
        if (!results_[bench].difference.empty()) break;
        start(bench, check_.first_seed + i);
      }
    }
    while (!tasks_.empty()) finish_oldest();
    return std::move(results_);
  }

 private:
  void start(std::size_t bench, std::uint64_t seed) {
    const auto body = [this, bench, seed](const OwnProcess::Tell& tell) {
      tell(to_text(benches_[bench]->run(part_, seed)));
    };
    tasks_.push_back({bench, seed, std::make_unique<OwnProcess>(body)});
  }

  /// In order, so that the outcome does not depend on who is faster.
  void finish_oldest() {
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    BenchResult& result = results_[task.bench];
    if (!result.difference.empty()) return;
    const BenchOutcome outcome = outcome_of(task);
    ++result.seeds;
    add_stimuli(result.made, outcome.stimuli);
    if (outcome.difference.empty()) return;
    result.difference = outcome.difference;
    result.differing_seed = task.seed;
  }

  const PartCheck& check_;
  const PartOnTest& part_;
  std::vector<const PartBench*> benches_;
  std::vector<BenchResult> results_;
  std::deque<Task> tasks_;
};

}  // namespace

const std::vector<PartBench>& benches_of(RtlPart part) {
  switch (part) {
    case RtlPart::kPacer:
      return pacer_benches();
    case RtlPart::kArbiter:
      return arbiter_benches();
    case RtlPart::kRouter:
      return router_benches();
    case RtlPart::kNic:
      break;
  }
  return nic_benches();
}

std::vector<BenchResult> run_benches(const PartCheck& check, const PartOnTest& part) {
  return Runner(check, part).run();
}

Scenario scenario_of(const PartCheck& check) {
  Scenario scenario;
  scenario.machine.network.sizes = {};
  for (int d = 0; d < check.dimensions; ++d) scenario.machine.network.sizes.push_back(4);
  scenario.machine.nic.count = check.nics;
  scenario.machine.router.virtual_channels = check.virtual_channels;
  // A pacer and an arbiter out of lockstep are Verilated alone, too, as their benches need them.
  const bool alone = check.part == RtlPart::kPacer || check.part == RtlPart::kArbiter;
  scenario.rtl.replace = {{check.part, std::filesystem::absolute(check.sources).string(), check.top, !alone}};
  return scenario;
}

PartOnTest open_part(const PartCheck& check, const std::filesystem::path& library) {
  const TwinSetup theirs = open_replaced_rtl(library);
  PartOnTest part;
  part.pacer = theirs.pacer;
  part.arbiter = theirs.arbiter;
  // With the model's own pacer and arbiter: in lockstep.
  part.nic = [nic = theirs.nic](const char* name, const NodeSite& site, MemoryPort& memory) {
    TwinSetup setup;
    setup.nic = nic;
    return rtl_twins()->nic(name, site, memory, setup);
  };
  part.router = [router = theirs.router](const char* name, const NodeSite& site) {
    TwinSetup setup;
    setup.router = router;
    return rtl_twins()->router(name, site, setup);
  };
  part.dimensions = check.dimensions;
  part.nics = check.nics;
  part.virtual_channels = check.virtual_channels;
  part.model = check.model;
  part.only_arbiter = check.only_arbiter;
  return part;
}

}  // namespace tactus
