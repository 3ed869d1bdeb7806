#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"
#include "testbench/tests/unit/tlm_models/node/copies/advice_trial.h"
#include "testbench/tests/unit/tlm_models/node/copies/random_datatype.h"
#include "tlm_models/node/copies/ddtbench.h"
#include "tlm_models/node/copies/layout.h"
#include "tlm_models/node/copies/placed_message.h"

namespace tactus {
namespace {

CopyPingPongConfig advised(const TransferConfig& message) {
  CopyPingPongConfig config;
  config.copy.kind = CopyProtocolKind::kAdvised;
  config.copy.eager_threshold = Bytes{4096};
  config.message = message;
  config.receive_offset = 1 << 20;
  config.round_trips = 3;
  return config;
}

/// DDTBench's messages of `least` to `most` bytes, and `random` others.
std::vector<CopyPingPongConfig> sample(std::int64_t least, std::int64_t most, int random) {
  std::vector<CopyPingPongConfig> all;
  for (const DdtCase& ddt : ddtbench_cases(1)) {
    if (ddt.size() < least || most < ddt.size()) continue;
    CopyPingPongConfig& config = all.emplace_back(advised(ddt.message));
    config.send_offset = ddt.send_offset;
    config.receive_offset = ddt.receive_offset;
  }
  for (int i = 0; i < random; ++i) {
    Dice dice(static_cast<std::uint64_t>(i));
    all.push_back(advised(random_message(dice)));
  }
  return all;
}

std::vector<CopyAdvice> estimates(const CopyPingPongConfig& config) {
  const MessageShape shape(0, config.message);
  return ProtocolAdvisor(config.copy, config.node)
      .estimates(first_message(shape, config.send_offset, config.receive_offset));
}

struct Errors {
  double worst = 0;
  double mean = 0;
  double mean_loss = 0;
};

Errors errors_of(const std::vector<CopyPingPongConfig>& messages) {
  Errors errors;
  double count = 0;
  for (const CopyPingPongConfig& message : messages) {
    const AdviceTrial trial = advice_trial(message);
    for (std::size_t i = 0; i < trial.estimates.size(); ++i, ++count) {
      errors.worst = std::max(errors.worst, std::abs(trial.error(i)));
      errors.mean += std::abs(trial.error(i));
    }
    errors.mean_loss += trial.loss() / static_cast<double>(messages.size());
  }
  errors.mean /= count;
  return errors;
}

// A candidate is taken for another one only if the two are nearer to each other than estimates are to their runs. With
// errors of e the loss is at most 2e / (1 - e); most wrong choices are between buffers that hardly differ.
TEST_CASE("ProtocolAdvisor: estimates lie near what runs take, so that a wrong choice costs little", "[ADVICE-1]") {
  const Errors errors = errors_of(sample(0, 8 * 1024, 40));
  CHECK(errors.worst < 0.15);
  CHECK(errors.mean < 0.03);
  CHECK(errors.mean_loss < 0.005);
}

TEST_CASE("ProtocolAdvisor: estimates follow the node and the costs of the library", "[ADVICE-1]") {
  std::vector<CopyPingPongConfig> messages = sample(0, 4 * 1024, 6);
  const auto change = [&](const auto& what) {
    std::vector<CopyPingPongConfig> changed = messages;
    for (CopyPingPongConfig& config : changed) what(config);
    return errors_of(changed);
  };
  const std::vector<Errors> all = {
      change([](CopyPingPongConfig& config) { config.node.write_buffer = 0; }),
      change([](CopyPingPongConfig& config) { config.node.prefetch_streams = 0; }),
      change([](CopyPingPongConfig& config) { config.node.issue_interval = Cycles{1}; }),
      change([](CopyPingPongConfig& config) { config.node.l1.size = Bytes{2048}; }),
      change([](CopyPingPongConfig& config) { config.node.directory_latency = Cycles{400}; }),
      change([](CopyPingPongConfig& config) { config.copy.costs.stretch = 300; }),
      change([](CopyPingPongConfig& config) { config.copy.costs.item = 600; }),
      change([](CopyPingPongConfig& config) { config.copy.copy_width = Bytes{1}; })};
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    CHECK(all[i].mean < 0.05);
    CHECK(all[i].mean_loss < 0.005);
  }
}

TEST_CASE("ProtocolAdvisor: lines that a cache has no room for are priced at the next level", "[ADVICE-1]") {
  CopyPingPongConfig config = advised({});
  // A thousand lines of either array, which L1 has no room for; then L2 has none either.
  config.message.send.datatype = config.message.receive.datatype =
      hvector_type(1000, 1, 128, basic_type(BasicType::kDouble));
  config.copy.eager_threshold = Bytes{8192};
  config.node.l2.latency = Cycles{200};
  CHECK(errors_of({config}).worst < 0.02);
  config.node.l2.size = Bytes{64 * 1024};
  CHECK(errors_of({config}).worst < 0.02);
}

TEST_CASE("ProtocolAdvisor: coming back to a line that L1 has lost is priced at the next level", "[ADVICE-1]") {
  CopyPingPongConfig config = advised({});
  // Eight columns of a thousand rows, a line each: every line is read eight times, with 999 others in between.
  const DatatypeConfig column = hvector_type(1000, 1, 256, basic_type(BasicType::kDouble));
  config.message.send.datatype = hvector_type(8, 1, 8, column);
  config.message.receive.datatype = contiguous_type(8000, basic_type(BasicType::kDouble));
  config.node.l2.latency = Cycles{200};
  CHECK(errors_of({config}).worst < 0.05);
}

TEST_CASE("ProtocolAdvisor: estimates single copies too, as the configuration lets them copy", "[ADVICE-2]") {
  std::vector<CopyPingPongConfig> messages = sample(0, 4 * 1024, 10);
  for (CopyPingPongConfig& config : messages) {
    config.copy.candidates = {CopyProtocolKind::kCma, CopyProtocolKind::kKnem, CopyProtocolKind::kXpmem,
                              CopyProtocolKind::kSmartmap};
    config.copy.direct_derived = true;
  }
  const Errors direct = errors_of(messages);
  CHECK(direct.mean < 0.03);
  CHECK(direct.mean_loss < 0.005);
  // By an intermediate buffer they are all the same.
  CopyPingPongConfig columns = messages.front();
  columns.message.send.datatype = columns.message.receive.datatype =
      hvector_type(200, 1, 24, basic_type(BasicType::kDouble));
  columns.copy.direct_derived = false;
  columns.copy.candidates.push_back(CopyProtocolKind::kSmRendezvous);
  const std::vector<CopyAdvice> buffered = estimates(columns);
  CHECK(buffered.front().kind == CopyProtocolKind::kCma);
  CHECK(std::count_if(buffered.begin(), buffered.end(), [&](const CopyAdvice& advice) {
          return advice.latency == buffered.front().latency && advice.buffer_size == Bytes{32 * 1024};
        }) == 5);
}

TEST_CASE("ProtocolAdvisor: advises SM eager up to the eager threshold only", "[ADVICE-2]") {
  const auto eager = [](std::int64_t bytes, std::uint64_t threshold) {
    CopyPingPongConfig config = advised({});
    config.message.send.datatype = config.message.receive.datatype =
        contiguous_type(bytes, basic_type(BasicType::kByte));
    config.copy.eager_threshold = Bytes{threshold};
    const std::vector<CopyAdvice> all = estimates(config);
    return std::count_if(all.begin(), all.end(),
                         [](const CopyAdvice& advice) { return advice.kind == CopyProtocolKind::kSmEager; });
  };
  CHECK(eager(1000, 1000) == 1);
  CHECK(eager(1001, 1000) == 0);
  CHECK(eager(1, 0) == 0);
}

TEST_CASE("ProtocolAdvisor: the same bytes are advised the same, however they are described", "[ADVICE-3]") {
  const DatatypeConfig real = basic_type(BasicType::kDouble);
  const std::vector<std::vector<DatatypeConfig>> equal = {
      {contiguous_type(512, real), contiguous_type(4096, basic_type(BasicType::kByte)), vector_type(64, 8, 8, real),
       hvector_type(16, 32, 256, real), struct_type({512}, {0}, {real})},
      {vector_type(100, 1, 9, real), hvector_type(100, 1, 72, real),
       contiguous_type(100, resized_type(0, 72, contiguous_type(1, real))),
       vector_type(100, 1, 9, vector_type(1, 1, 3, real))}};
  for (const auto& types : equal) {
    std::set<std::vector<std::uint64_t>> answers;
    for (const DatatypeConfig& type : types) {
      CopyPingPongConfig config = advised({});
      config.message.send.datatype = config.message.receive.datatype = type;
      std::vector<std::uint64_t> answer;
      for (const CopyAdvice& advice : estimates(config)) answer.push_back(advice.latency.count());
      answers.insert(answer);
    }
    CHECK(answers.size() == 1);
  }
}

TEST_CASE("AdvisedProtocol: a message goes by the protocol that is advised for it", "[ADVICE-4]") {
  std::set<CopyProtocolKind> chosen;
  std::vector<CopyPingPongConfig> messages = sample(0, 1024, 10);
  const std::vector<CopyPingPongConfig> larger = sample(30 * 1024, 40 * 1024, 0);
  messages.insert(messages.end(), larger.begin(), larger.end());
  for (const CopyPingPongConfig& config : messages) {
    const std::vector<CopyAdvice> all = estimates(config);
    const CopyAdvice best = *std::min_element(
        all.begin(), all.end(), [](const CopyAdvice& a, const CopyAdvice& b) { return a.latency < b.latency; });
    CopyPingPongConfig by = config;
    by.copy.kind = best.kind;
    by.copy.buffer_size = best.buffer_size;
    by.copy.eager_threshold = Bytes{0};
    CHECK(run_copy_ping_pong(config).latency == run_copy_ping_pong(by).latency);
    chosen.insert(best.kind);
  }
  CHECK(chosen.size() == 3);
}

TEST_CASE("CopyProtocolConfig: candidates that cannot be are named by their member", "[ADVICE-2]") {
  const auto fields = [](std::vector<CopyProtocolKind> candidates) {
    CopyProtocolConfig config;
    config.candidates = std::move(candidates);
    return fields_at_fault(config);
  };
  const std::vector<std::string> fault = {"candidates"};
  CHECK(fields({CopyProtocolKind::kPvas}).empty());
  CHECK(fields({}) == fault);
  CHECK(fields({CopyProtocolKind::kSmEager}) == fault);
  CHECK(fields({CopyProtocolKind::kPvas, CopyProtocolKind::kAdvised}) == fault);
}

}  // namespace
}  // namespace tactus
