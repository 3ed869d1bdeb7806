#include "tlm_models/node/copies/gathering_memory.h"

#include <tuple>

#include "hw/common/reports.h"
#include "hw/memory/tlm_memory_port.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/report_of.h"

namespace tactus {
namespace {

/// Notes requests, and answers them when it is told to.
class NotedMemory final : public MemoryPort {
 public:
  explicit NotedMemory(std::vector<MemoryRequest>& requests) : requests_(requests) {}
  void request(const MemoryRequest& request, Cycles now) override {
    requests_.push_back(request);
    next_read_at(now + Cycles{5});
  }
  void forget() override { requests_.clear(); }
  void say_of(std::size_t number, MemoryAnswer answer) {
    client().done(requests_[number].engine, answer, requests_[number].tag);
  }

 private:
  void say(Cycles) override {}
  std::vector<MemoryRequest>& requests_;
};

struct GatherBench : MemoryClient {
  explicit GatherBench(const TransferConfig& message) {
    auto behind = std::make_unique<NotedMemory>(requests);
    noted = behind.get();
    memory = std::make_unique<GatheringMemory>(std::move(behind), message);
    memory->connect(*this);
  }
  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override { answers.emplace_back(engine, answer, tag); }
  void ask(MemoryRequest::Kind kind, int engine, std::uint32_t tag, std::uint64_t address, std::uint64_t bytes) {
    memory->request({engine, tag, kind, address, Bytes{bytes}}, Cycles{100});
  }
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> asked() const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
    for (const MemoryRequest& each : requests) all.emplace_back(each.address, each.bytes.count());
    return all;
  }

  std::vector<MemoryRequest> requests;
  std::vector<std::tuple<int, MemoryAnswer, std::uint32_t>> answers;
  NotedMemory* noted = nullptr;
  std::unique_ptr<GatheringMemory> memory;
};

using Answers = std::vector<std::tuple<int, MemoryAnswer, std::uint32_t>>;
using Asked = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

constexpr std::uint64_t kBuffer = std::uint64_t{5} << 32;

/// Ten blocks of 8 B, 32 B from one to the next; received in pairs of 16 B, 64 B apart.
TransferConfig blocks() {
  const DatatypeConfig number = basic_type(BasicType::kDouble);
  return {{vector_type(10, 1, 4, number), 1}, {vector_type(5, 2, 8, number), 1}};
}

TEST_CASE("GatheringMemory: a packet is a request for each of its pieces, from where in the message it begins",
          "[SERVER-6]") {
  GatherBench bench(blocks());
  bench.ask(MemoryRequest::Kind::kRead, 2, 7, kBuffer + 12, 20);
  // Bytes 12 to 31 of the data: half of block 1, then blocks 2 and 3.
  CHECK((bench.asked() == Asked{{kBuffer + 36, 4}, {kBuffer + 64, 8}, {kBuffer + 96, 8}}));
  CHECK(bench.memory->next(true) == Cycles{105});
  bench.requests.clear();
  bench.ask(MemoryRequest::Kind::kWrite, 2, 7, kBuffer + 8, 16);
  CHECK((bench.asked() == Asked{{kBuffer + 8, 8}, {kBuffer + 64, 8}}));
  bench.requests.clear();
  bench.ask(MemoryRequest::Kind::kRead, 2, 8, kBuffer, 81);  // no such message
  CHECK((bench.asked() == Asked{{kBuffer, 81}}));
}

TEST_CASE("GatheringMemory: a packet is read when all its pieces are, in any order", "[SERVER-6]") {
  GatherBench bench(blocks());
  bench.ask(MemoryRequest::Kind::kRead, 1, 4, kBuffer, 16);
  bench.ask(MemoryRequest::Kind::kRead, 1, 5, kBuffer + 16, 16);
  REQUIRE(bench.requests.size() == 4);
  for (const std::size_t piece : {3U, 0U, 2U}) bench.noted->say_of(piece, MemoryAnswer::kRead);
  CHECK((bench.answers == Answers{{1, MemoryAnswer::kRead, 5}}));
  bench.noted->say_of(1, MemoryAnswer::kRead);
  CHECK(bench.answers.size() == 2);
  CHECK((bench.answers.back() == std::make_tuple(1, MemoryAnswer::kRead, 4U)));
}

TEST_CASE("GatheringMemory: a packet is taken and visible when all its pieces are", "[SERVER-6]") {
  GatherBench bench(blocks());
  bench.ask(MemoryRequest::Kind::kWrite, 3, 9, kBuffer, 32);
  REQUIRE(bench.requests.size() == 2);
  bench.noted->say_of(0, MemoryAnswer::kTaken);
  bench.noted->say_of(0, MemoryAnswer::kVisible);
  CHECK(bench.answers.empty());
  bench.noted->say_of(1, MemoryAnswer::kTaken);
  CHECK((bench.answers == Answers{{3, MemoryAnswer::kTaken, 9}}));
  bench.noted->say_of(1, MemoryAnswer::kVisible);
  CHECK((bench.answers == Answers{{3, MemoryAnswer::kTaken, 9}, {3, MemoryAnswer::kVisible, 9}}));
  bench.answers.clear();
  bench.requests.clear();
  bench.ask(MemoryRequest::Kind::kWrite, 3, 9, kBuffer, 32);
  bench.noted->say_of(1, MemoryAnswer::kWritten);
  bench.noted->say_of(0, MemoryAnswer::kWritten);
  CHECK((bench.answers == Answers{{3, MemoryAnswer::kWritten, 9}}));
}

}  // namespace
TEST_CASE("GatheringMemory: a memory with contents behind it is a report", "[TLM-9]") {
  PayloadCarrier carrier(1);
  auto memory = std::make_unique<TlmMemoryPort>("memory", Clock(Picoseconds{4000}), carrier, 0);
  CHECK(report_of([&] { const GatheringMemory gathering(std::move(memory), blocks()); }) == reports::kMemoryContents);
}

}  // namespace tactus
