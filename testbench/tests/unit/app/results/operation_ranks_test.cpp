#include "testbench/app/results/operation_ranks.h"

#include "testbench/tests/unit/app/results/told_operations.h"

namespace tactus {
namespace {

TEST_CASE("Operation ranks: the busiest rank against the mean, and noise by rank", "[OPERATION-13][RESULT-70]") {
  Told told;
  for (int rank = 0; rank < 4; ++rank) told.add(rank, OperationKind::kCompute, rank == 2 ? 300'000U : 100'000U);
  told.start();
  for (int rank = 0; rank < 4; ++rank) {
    told.began(rank, 0, 1);
    const std::uint64_t asked = rank == 2 ? 300 : 100;
    told.ended(rank, 0, 1 + asked + 10 * static_cast<std::uint64_t>(rank));  // ranks 1 to 3 have noise
  }
  const OperationRanks ranks = summarise_ranks(*told.times, kClock);
  CHECK(ranks.busiest == 2);
  CHECK(ranks.most_compute_s == Approx(300e-9));
  CHECK(ranks.mean_compute_s == Approx(150e-9));
  CHECK(ranks.mean_noise_s == Approx(15e-9));
  REQUIRE(ranks.noise.size() == 3);
  CHECK(ranks.noise[0].rank == 3);
  CHECK(ranks.noise[0].noise_s == Approx(30e-9));
  CHECK(ranks.noise[0].compute_s == Approx(100e-9));
  CHECK(ranks.noise[2].rank == 1);
  CHECK(ranks.waits.empty());
}

TEST_CASE("Operation ranks: a rank waits from when its processor is free until its message has come, for its sender",
          "[OPERATION-14]") {
  Told told;
  const auto first = told.add(0, OperationKind::kReceive, 64, 1);
  const auto second = told.add(0, OperationKind::kReceive, 64, 2);
  const auto compute = told.add(0, OperationKind::kCompute, 100'000);
  const auto wait = told.add(0, OperationKind::kWait, 0);
  told.schedule->after_end_of(0, compute, first);
  told.schedule->after_end_of(0, wait, second);
  for (const int rank : {1, 2}) told.add(rank, OperationKind::kSend, 64, 0);
  told.start();
  told.began(0, first, 1);
  told.began(0, second, 11);
  told.ended(0, first, 61);  // 50 cycles after the call before
  told.began(0, compute, 61, first);
  told.ended(0, compute, 161);
  told.began(0, wait, 161, second);
  told.ended(0, second, 461);
  told.ended(0, wait, 466);  // the last 5 cycles are its return
  const OperationRanks ranks = summarise_ranks(*told.times, kClock);
  REQUIRE(ranks.waits.size() == 1);
  CHECK(ranks.waits[0].rank == 0);
  CHECK(ranks.waits[0].waited_s == Approx(350e-9));
  CHECK(ranks.waits[0].peer == 2);
  CHECK(ranks.waits[0].peer_s == Approx(300e-9));
}

TEST_CASE("Operation ranks: a wait for a receive from any rank is counted for the sender of the message",
          "[OPERATION-14][OPERATION-15]") {
  Told told;
  const auto receive = told.add(0, OperationKind::kReceive, 64, Operation::kAnyRank);
  const auto compute = told.add(0, OperationKind::kCompute, 100'000);
  told.schedule->after_end_of(0, compute, receive);
  const auto send = told.add(2, OperationKind::kSend, 64, 0);
  told.start();
  told.began(0, receive, 1);
  told.met(0, receive, 2, send, 301);
  told.began(0, compute, 301, receive);
  told.ended(0, compute, 401);
  const OperationRanks ranks = summarise_ranks(*told.times, kClock);
  REQUIRE(ranks.waits.size() == 1);
  CHECK(ranks.waits[0].peer == 2);
}

TEST_CASE(
    "Operation ranks: a message that came while the rank computed costs no wait, and a wait for sends has no peer",
    "[OPERATION-14]") {
  Told told;
  const auto receive = told.add(0, OperationKind::kReceive, 64, 1);
  const auto compute = told.add(0, OperationKind::kCompute, 100'000);
  const auto after = told.add(0, OperationKind::kCompute, 10'000);
  const auto send = told.add(1, OperationKind::kSend, 64, 0);
  const auto wait = told.add(1, OperationKind::kWait, 0);
  told.start();
  told.began(0, receive, 1);
  told.began(0, compute, 11);
  told.ended(0, receive, 60);
  told.ended(0, compute, 111);
  told.began(0, after, 111, receive);
  told.ended(0, after, 121);
  told.began(1, send, 1);
  told.began(1, wait, 11, send);
  told.ended(1, send, 41);
  told.ended(1, wait, 46);
  const OperationRanks ranks = summarise_ranks(*told.times, kClock);
  REQUIRE(ranks.waits.size() == 1);
  CHECK(ranks.waits[0].rank == 1);
  CHECK(ranks.waits[0].waited_s == Approx(30e-9));
  CHECK_FALSE(ranks.waits[0].peer);
}

}  // namespace
}  // namespace tactus
