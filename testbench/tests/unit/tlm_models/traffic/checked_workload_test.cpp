#include "tlm_models/traffic/checked_workload.h"

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/plugin_policies.h"

namespace tactus::checked_workload {
namespace {

using test::broken_contract;

constexpr NetworkShape kNodes{2, 2};
constexpr RankShape kShape{kNodes, 3, 2};  // 12 ranks

Op send_to(int peer, int nic = 0, int peer_nic = 0) {
  Op op;
  op.kind = OpKind::kIsend;
  op.peer = peer;
  op.nic = static_cast<std::uint8_t>(nic);
  op.peer_nic = static_cast<std::uint8_t>(peer_nic);
  op.bytes = Bytes{100};
  return op;
}

/// Steps that a test gives to every program, and what is done with a step by the programs that are no twins.
std::vector<Op> steps;
std::function<void(Op&)> change;

/// Makes the steps; has as a result the tag of the send that began last.
class Listed : public SequentialProgram {
 public:
  std::optional<Op> next() override {
    if (done_ == steps.size()) return std::nullopt;
    Op op = steps[done_++];
    if (change && serial_.is_first()) change(op);
    return op;
  }
  void sending(const Op& op, std::optional<std::uint32_t> result) override { sent_ = op.tag + result.value_or(0); }
  [[nodiscard]] std::optional<std::uint32_t> result_in(const Op& /*receive*/) const override { return sent_; }

 protected:
  [[nodiscard]] bool is_first() const { return serial_.is_first(); }

 private:
  test::Serial serial_;
  std::size_t done_ = 0;
  std::optional<std::uint32_t> sent_;
};

struct Endless final : Listed {
  std::optional<Op> next() override { return is_first() ? std::optional<Op>(Op{}) : std::nullopt; }
};
struct ChangingResult final : Listed {
  [[nodiscard]] std::optional<std::uint32_t> result_in(const Op&) const override { return ++asked; }
  mutable std::uint32_t asked = 0;
};
struct ThrowingProgram final : SequentialProgram {
  std::optional<Op> next() override { throw std::runtime_error("one"); }
  void sending(const Op&, std::optional<std::uint32_t>) override { throw std::runtime_error("two"); }
  [[nodiscard]] std::optional<std::uint32_t> result_in(const Op&) const override { throw std::runtime_error("three"); }
};

template <class Program>
class Programs : public Workload {
 public:
  Programs(const WorkloadConfig& /*config*/, const RankShape& shape) : Workload({{1, 7, 2}}), ranks_(shape.ranks()) {}

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override {
    if (rank < 0 || rank >= ranks_) throw std::out_of_range("no such rank");
    return std::make_unique<Program>();
  }
  [[nodiscard]] std::uint64_t messages() const override { return 55; }
  [[nodiscard]] Bytes bytes() const override { return Bytes{5500}; }
  [[nodiscard]] std::optional<Picoseconds> ideal_time(const MachineConfig& /*machine*/) const override {
    return Picoseconds{77};
  }

 private:
  int ranks_;
};

/// Counts its questions.
struct ChangingTotals final : Programs<Listed> {
  using Programs::Programs;
  [[nodiscard]] std::unique_ptr<RankProgram> program(int) const override { return nullptr; }
  [[nodiscard]] std::uint64_t messages() const override { return ++asked; }
  [[nodiscard]] Bytes bytes() const override { return Bytes{++asked}; }
  [[nodiscard]] std::optional<Picoseconds> ideal_time(const MachineConfig&) const override {
    return Picoseconds{++asked};
  }
  mutable std::uint64_t asked = 0;
};

template <class W>
std::unique_ptr<Workload> checked() {
  static const AlgorithmPolicy kPolicy = test::of_plugin(rank_programs<W>("odd", "An algorithm of a test."));
  return CheckedWorkload::make(kPolicy, {}, kShape, 1);
}

template <class Program = Listed>
std::string said_of_steps(std::vector<Op> of_program, std::function<void(Op&)> change_of_first = {}) {
  steps = std::move(of_program);
  change = std::move(change_of_first);
  const auto workload = checked<Programs<Program>>();
  const auto program = workload->program(0);
  return broken_contract([&] {
    while (program->next_step(0)) {
    }
  });
}

std::string with_title(const std::string& text) { return "test_plugin.so: algorithm 'odd': " + text; }

TEST_CASE("CheckedWorkload: programs of an algorithm that keeps its contract are its own", "[PLUGIN-4]") {
  steps = {send_to(11, 1, 1), Op{}};
  change = {};
  const auto workload = checked<Programs<Listed>>();
  CHECK(workload->messages() == 55);
  CHECK(workload->bytes() == Bytes{5500});
  CHECK(workload->ideal_time(MachineConfig{}) == Picoseconds{77});
  REQUIRE(workload->sequences().size() == 1);
  CHECK(workload->sequences().front().phase == 7);
  const auto program = workload->program(11);
  const std::optional<Op> send = program->next_step(0);
  REQUIRE(send.has_value());
  CHECK(send->kind == OpKind::kIsend);
  CHECK(send->peer == 11);
  CHECK(send->nic == 1);
  CHECK(send->peer_nic == 1);
  CHECK(send->bytes == Bytes{100});
  CHECK_FALSE(program->result_in(*send).has_value());
  Op sent = *send;
  sent.tag = 30;
  program->sending(sent, 4);
  CHECK(program->result_in(sent) == 34U);
  CHECK(program->next_step(0)->kind == OpKind::kCompute);
  CHECK_FALSE(program->next_step(0).has_value());
}

TEST_CASE("CheckedWorkload: a step with a rank or a NIC that there is not is reported", "[PLUGIN-4]") {
  CHECK(said_of_steps({send_to(0), send_to(11)}) == "nothing is reported");
  CHECK(said_of_steps({send_to(0), send_to(12)}) == with_title("a step names rank 12: ranks are 0 to 11"));
  CHECK(said_of_steps({send_to(-1)}) == with_title("a step names rank -1: ranks are 0 to 11"));
  CHECK(said_of_steps({send_to(0, 2, 1)}) == with_title("a step names NICs 2 and 1: a node has 0 to 1"));
  CHECK(said_of_steps({send_to(0, 0, 2)}) == with_title("a step names NICs 0 and 2: a node has 0 to 1"));
  Op compute;
  compute.peer = 99;
  CHECK(said_of_steps({compute}) == "nothing is reported");
}

TEST_CASE("CheckedWorkload: two programs of one rank have to make the same steps", "[PLUGIN-4]") {
  const std::string said =
      with_title("two programs of one rank make different steps: a step follows from configuration, rank and seed");
  const std::vector<Op> one{send_to(3)};
  CHECK(said_of_steps(one, [](Op&) {}) == "nothing is reported");
  CHECK(said_of_steps(one, [](Op& op) { op.kind = OpKind::kIrecv; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.peer = 4; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.nic = 1; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.peer_nic = 1; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.paired = true; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.signs = OffsetSigns(1); }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.tag = 1; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.order = 1; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.floor = 1; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.bytes = Bytes{101}; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.cycles = Cycles{1}; }) == said);
  CHECK(said_of_steps(one, [](Op& op) { op.sequence = 1; }) == said);
  CHECK(said_of_steps<Endless>({}) == said);
}

TEST_CASE("CheckedWorkload: totals and results that change between two questions are reported", "[PLUGIN-4]") {
  const auto said = [](const char* function) {
    return Catch::Matchers::StartsWith(
        with_title("`" + std::string(function) + "` answers differently when it is asked twice."));
  };
  const auto workload = checked<ChangingTotals>();
  CHECK_THAT(broken_contract([&] { (void)workload->messages(); }), said("messages"));
  CHECK_THAT(broken_contract([&] { (void)workload->bytes(); }), said("bytes"));
  CHECK_THAT(broken_contract([&] { (void)workload->ideal_time(MachineConfig{}); }), said("ideal_time"));
  const auto results = checked<Programs<ChangingResult>>();
  CHECK_THAT(broken_contract([&] { (void)results->program(0)->result_in(Op{}); }), said("result_in"));
}

TEST_CASE("CheckedWorkload: what workload and programs throw is reported, and that nothing is made", "[PLUGIN-4]") {
  const auto workload = checked<Programs<ThrowingProgram>>();
  const auto program = workload->program(0);
  CHECK(broken_contract([&] { program->next_step(0); }) == with_title("`next_step` throws: one"));
  CHECK(broken_contract([&] { program->sending(Op{}, 1); }) == with_title("`sending` throws: two"));
  CHECK(broken_contract([&] { (void)program->result_in(Op{}); }) == with_title("`result_in` throws: three"));
  CHECK(broken_contract([&] { (void)workload->program(12); }) == with_title("`program` throws: no such rank"));
  CHECK(broken_contract([] { (void)checked<ChangingTotals>()->program(0); }) == with_title("`program` makes nothing"));
  AlgorithmPolicy nothing = test::of_plugin(AlgorithmPolicy{});
  nothing.make = [](const WorkloadConfig&, const RankShape&, std::uint64_t) { return std::unique_ptr<Workload>(); };
  CHECK(broken_contract([&] { (void)CheckedWorkload::make(nothing, {}, kShape, 1); }) ==
        with_title("`make` makes nothing"));
}

TEST_CASE("CheckedWorkload: a run has the algorithm of a plug-in checked", "[PLUGIN-4]") {
  {
    PluginRegistration registration(test::kPlugin);
    const Registered<AlgorithmKind> listed{rank_programs<Programs<Listed>>("test_listed", "Steps of a test.")};
  }
  WorkloadConfig config;
  config.algorithm = "test_listed";
  config.ranks_per_node = 3;
  steps = {send_to(11, 1), send_to(12)};
  change = {};
  const auto workload = Workload::make(config, kNodes, 1, 2);
  const auto program = workload->program(0);
  CHECK(program->next_step(0)->peer == 11);
  CHECK(broken_contract([&] { program->next_step(0); }) ==
        "test_plugin.so: algorithm 'test_listed': a step names rank 12: ranks are 0 to 11");
}

}  // namespace
}  // namespace tactus::checked_workload
