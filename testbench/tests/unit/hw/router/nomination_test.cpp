#include "hw/router/nomination.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr int kPort = 0;

/// Of a router of eight ports with queues per output. All requests are those of VC 0 of input port 0, so that the
/// outputs name them.
Nomination nomination_of_queues() {
  RouterConfig config;
  config.input_queue = InputQueueKind::kPerOutput;
  config.input_nomination = "oldest";
  return {config, RouterPorts(2, 4)};
}

SwitchRequest routed(std::uint32_t edge) {
  SwitchRequest request;
  request.credits = 4;
  request.routed = edge;
  return request;
}

/// Whether the packet for `out_port` is among those that may be nominated.
bool is_foreseen(const Nomination& nomination, int out_port) {
  bool found = false;
  nomination.foreseen(out_port, [&](const Nomination::Stated&) { found = true; });
  return found;
}

TEST_CASE("Nomination: packets are foreseen up to the first that has its credits") {
  Nomination nomination = nomination_of_queues();
  for (int out = 0; out < 4; ++out) nomination.set(out, kPort, routed(static_cast<std::uint32_t>(10 + out)));
  nomination.foresee(1U << kPort, [](const Nomination::Stated& request) { return request.out_port == 2; });
  CHECK(is_foreseen(nomination, 0));
  CHECK(is_foreseen(nomination, 1));
  CHECK(is_foreseen(nomination, 2));
  CHECK_FALSE(is_foreseen(nomination, 3));
}

TEST_CASE("Nomination: one that is stated later and goes before others leaves them foreseen") {
  Nomination nomination = nomination_of_queues();
  nomination.set(1, kPort, routed(20));
  nomination.set(2, kPort, routed(30));
  nomination.foresee(1U << kPort, [](const Nomination::Stated&) { return false; });
  nomination.set(3, kPort, routed(10));
  CHECK(is_foreseen(nomination, 1));
  CHECK(is_foreseen(nomination, 2));
}

TEST_CASE("Nomination: a port asks for an output until the last of its requests for it has been granted") {
  Nomination nomination = nomination_of_queues();
  nomination.set(5, 0, routed(1));
  nomination.set(5, 1, routed(2));
  CHECK(nomination.asking(1U << 5) == 1U << kPort);
  CHECK(nomination.asking(1U << 4) == 0);
  nomination.remove(5, 0, true);
  CHECK(nomination.asking(1U << 5) == 1U << kPort);
  nomination.remove(5, 1, false);
  CHECK(nomination.asking(1U << 5) == 0);
}

}  // namespace
}  // namespace tactus
