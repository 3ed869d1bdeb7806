#include "tlm_models/traffic/slot_circle.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

const RankMap kMap{RankShape{{2, 2}, 2}};

/// Waits for a slot of NIC 1; one there is held by `holder`, for a message of `sender`.
RankStatus waiting(int rank, int holder, int sender) {
  RankStatus status;
  status.map = &kMap;
  status.rank = rank;
  status.blocked = Op{};
  status.blocked->kind = OpKind::kIrecv;
  status.blocked->nic = 1;
  Op receive;
  receive.peer = sender;
  receive.tag = 40U + static_cast<unsigned>(rank);
  status.held_slots.push_back({holder, receive});
  return status;
}

TEST_CASE("SlotCircle: names the ranks that wait for slots held for each other's messages", "[RANK-26]") {
  // 6 leads into the circle of 1 and 3.
  CHECK(slot_circle({waiting(6, 7, 1), waiting(1, 0, 3), waiting(3, 2, 1)}) ==
        "Circular wait of 2 ranks for receive slots:\n"
        "  rank (0,0).1 waits for a slot of NIC 1, where (0,0).0 holds one for (1,0).1 tag 41\n"
        "  rank (1,0).1 waits for a slot of NIC 1, where (1,0).0 holds one for (0,0).1 tag 43\n");
}

TEST_CASE("SlotCircle: a chain that ends is none, nor is a rank that waits for something else") {
  CHECK(slot_circle({waiting(1, 0, 3), waiting(3, 2, 5)}).empty());
  RankStatus other = waiting(3, 2, 1);
  other.blocked->kind = OpKind::kWaitReceives;
  CHECK(slot_circle({waiting(1, 0, 3), other}).empty());
  CHECK(slot_circle({}).empty());
}

}  // namespace
}  // namespace tactus
