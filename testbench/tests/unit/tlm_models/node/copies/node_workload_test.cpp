#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"
#include "testbench/tests/unit/tlm_models/node/copies/copied_bytes.h"
#include "testbench/tests/unit/tlm_models/node/copies/listed_program.h"
#include "tlm_models/node/copies/node_addresses.h"
#include "tlm_models/node/copies/node_run.h"
#include "tlm_models/node/copies/node_workloads/fft2d.h"
#include "tlm_models/node/copies/node_workloads/nas_lu.h"

namespace tactus {
namespace {

std::vector<int> threads_for(int processes) {
  std::vector<int> threads;
  for (int p = 0; p < processes; ++p) threads.push_back(p);
  return threads;
}

CopyProtocolConfig by(CopyProtocolKind kind) {
  CopyProtocolConfig config;
  config.kind = kind;
  return config;
}

constexpr CopyProtocolKind kThree[] = {CopyProtocolKind::kSmRendezvous, CopyProtocolKind::kSmEager,
                                       CopyProtocolKind::kPvas};

TEST_CASE("Fft2d: transposes the matrix by each protocol", "[APP-1][COPY-8]") {
  NodeWorkloadConfig config;
  config.kind = "fft2d";
  config.processes = 6;
  config.matrix = 24;
  config.warm_up = 0;
  config.repetitions = 1;
  REQUIRE(validate(config, 240).empty());
  const Fft2d fft(config);
  for (const CopyProtocolKind kind : kThree) {
    CopiedBytes memory;
    NodeRun run(ManyCoreConfig{}, by(kind), fft, threads_for(6), &memory);
    std::uint64_t delivered = 0;
    run.on_delivery([&](int, int, Bytes, Picoseconds) { ++delivered; });
    run.run();
    REQUIRE(run.finished());
    CHECK(delivered == fft.messages());
    const auto address = [](int row, int column, std::int64_t array) {
      return array_of(row / 4) + static_cast<std::uint64_t>(array + (row % 4 * 24 + column) * 16);
    };
    bool transposed = true;
    for (int row = 0; row < 24; ++row) {
      for (int column = 0; column < 24; ++column) {
        for (const std::uint64_t byte : {0U, 15U}) {
          const std::uint64_t at = address(row, column, fft.rows_bytes()) + byte;
          transposed = transposed && memory.origin(at) == address(column, row, 0) + byte && memory.writes(at) == 1;
        }
      }
    }
    CHECK(transposed);
  }
}

TEST_CASE("NasLu: the layers around each part are the neighbours' points", "[APP-2][COPY-8]") {
  NodeWorkloadConfig config;
  config.kind = "nas_lu";
  config.processes = 8;
  config.nas_class = NasClass::kS;
  config.warm_up = 0;
  config.repetitions = 1;
  REQUIRE(validate(config, 240).empty());
  const NasLu lu(config);
  // 4 x 2 processes of 3 x 6 of 12 x 12 points.
  CHECK(lu.width() == 4);
  const NasLu::Part part = lu.part(5);
  CHECK((part.x == 1 && part.y == 1 && part.nx == 3 && part.ny == 6));
  for (const CopyProtocolKind kind : kThree) {
    CopiedBytes memory;
    NodeRun run(ManyCoreConfig{}, by(kind), lu, threads_for(8), &memory);
    std::uint64_t delivered = 0;
    run.on_delivery([&](int, int, Bytes, Picoseconds) { ++delivered; });
    run.run();
    REQUIRE(run.finished());
    CHECK(delivered == lu.messages());
    const auto at = [&](int process, int i, int j, int plane) {
      return array_of(process) + static_cast<std::uint64_t>(lu.offset(i, j, plane));
    };
    bool right = true;
    for (int plane = 1; plane <= 12; ++plane) {
      for (const int layer : {0, 1}) {
        for (int j = 1; j <= 6; ++j) {
          right = right && memory.origin(at(5, -layer, j, plane)) == at(4, 3 - layer, j, plane);
          right = right && memory.origin(at(5, 4 + layer, j, plane)) == at(6, 1 + layer, j, plane);
        }
        for (int i = 1; i <= 3; ++i) {
          right = right && memory.origin(at(5, i, -layer, plane)) == at(1, i, 6 - layer, plane);
        }
      }
    }
    CHECK(right);
  }
}

TEST_CASE("ProgramSteps: a message that can go on does not wait for another one of the same process",
          "[COPY-8][COPY-9]") {
  TransferConfig transfer;
  transfer.send.datatype = transfer.receive.datatype = contiguous_type(1000, basic_type(BasicType::kByte));
  const MessageShape shape(0, transfer);
  using Op = CopyOp::Kind;
  // Process 0 receives of 1, which computes first, and of 2.
  ProgramSteps steps(CopyProtocolConfig{}, ManyCoreConfig{},
                     listed_programs({{message_op(Op::kReceive, 1, shape, 1 << 20),
                                       message_op(Op::kReceive, 2, shape, 1 << 21), CopyOp{}},
                                      {work_op(1'000'000), message_op(Op::kSend, 0, shape, 1 << 20), CopyOp{}},
                                      {message_op(Op::kSend, 0, shape, 1 << 21), CopyOp{}}}));
  CopyNode node(ManyCoreConfig{}, CopyCosts{}, Bytes{16}, {0, 1, 2}, steps);
  steps.run_on(node);
  std::vector<int> senders;
  steps.on_delivery([&](int sender, int, Bytes, Picoseconds) { senders.push_back(sender); });
  node.run();
  REQUIRE(node.finished());
  CHECK((senders == std::vector<int>{2, 1}));
  const std::uint64_t computing = 2 * 1'000'000 * ManyCoreConfig{}.cycle.count();
  CHECK(node.process(2).now().count() < computing / 10);
  CHECK(node.process(1).now().count() > computing);
}

TEST_CASE("ProgramSteps: messages between two processes are matched in their order", "[COPY-9]") {
  TransferConfig transfer;
  transfer.send.datatype = transfer.receive.datatype = contiguous_type(100, basic_type(BasicType::kByte));
  const MessageShape shape(0, transfer);
  using Op = CopyOp::Kind;
  std::vector<std::vector<CopyOp>> lists(2);
  for (int i = 0; i < 5; ++i) {
    CopyOp op = message_op(Op::kSend, 1, shape, 4096 + i * 200);
    op.send_offset = i * 100;
    lists[0].push_back(op);
    op.kind = Op::kReceive;
    op.peer = 0;
    lists[1].push_back(op);
  }
  for (std::vector<CopyOp>& list : lists) list.emplace_back();
  ProgramSteps steps(by(CopyProtocolKind::kSmEager), ManyCoreConfig{}, listed_programs(std::move(lists)));
  CopiedBytes memory;
  CopyNode node(ManyCoreConfig{}, CopyCosts{}, Bytes{16}, {0, 1}, steps, &memory);
  steps.run_on(node);
  node.run();
  REQUIRE(node.finished());
  for (std::uint64_t i = 0; i < 5; ++i) {
    CHECK(memory.origin(array_of(1) + 4096 + i * 200) == array_of(0) + i * 100);
  }
}

TEST_CASE("ProtocolChoice: short messages go eagerly, contiguous ones by a protocol of their own", "[COPY-10]") {
  CopyProtocolConfig config = by(CopyProtocolKind::kSmRendezvous);
  config.eager_threshold = Bytes{512};
  config.contiguous_kind = CopyProtocolKind::kPvas;
  const auto steps_of = [](const CopyProtocolConfig& protocol, const DatatypeConfig& type) {
    const Layout layout(type);
    const Layout packed(contiguous_type(layout.size(), basic_type(BasicType::kByte)));
    CopyMessage message;
    message.send.layout = message.receive.layout = &layout;
    message.packed = &packed;
    const CopyPlan plan = make_copy_protocol(protocol, ManyCoreConfig{})->plan(message);
    return std::make_pair(plan.sender.size(), plan.receiver.size());
  };
  const DatatypeConfig few = contiguous_type(512, basic_type(BasicType::kByte));
  const DatatypeConfig many = contiguous_type(513, basic_type(BasicType::kByte));
  const DatatypeConfig scattered = hvector_type(513, 1, 2, basic_type(BasicType::kByte));
  CHECK(steps_of(config, few) == steps_of(by(CopyProtocolKind::kSmEager), few));
  CHECK(steps_of(config, many) == steps_of(by(CopyProtocolKind::kPvas), many));
  CHECK(steps_of(config, scattered) == steps_of(by(CopyProtocolKind::kSmRendezvous), scattered));
  CHECK(steps_of(by(CopyProtocolKind::kSmRendezvous), many) != steps_of(by(CopyProtocolKind::kPvas), many));
  CHECK(steps_of(by(CopyProtocolKind::kSmRendezvous), few) != steps_of(by(CopyProtocolKind::kSmEager), few));
}

TEST_CASE("NodeWorkload: what is wrong is named by its member, all at once") {
  NodeWorkloadConfig config;
  config.processes = 3;
  config.warm_up = -1;
  config.repetitions = 0;
  config.message.receive.elements = 2;
  config.matrix = 0;
  config.instructions_per_flop = -1;
  CHECK((fields_at_fault(config, 2) == Fields{"processes", "processes", "warm_up", "repetitions",
                                              "message.receive.datatype", "matrix", "instructions_per_flop"}));
  config = {};
  config.kind = "fft2d";
  config.processes = 7;
  CHECK(validate(config, 240).size() == 1);
  config.kind = "nas_lu";
  CHECK(validate(config, 240).size() == 1);
  config.processes = 128;
  config.nas_class = NasClass::kS;
  CHECK(validate(config, 240).size() == 1);
  config.nas_class = NasClass::kA;
  CHECK(validate(config, 240).empty());
}

}  // namespace
}  // namespace tactus
