#include "tlm_models/traffic/receive_table.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using namespace literals;

Op receive(int from, Bytes bytes, std::uint32_t tag, std::uint8_t nic = 0) {
  Op op;
  op.kind = OpKind::kIrecv;
  op.peer = from;
  op.bytes = bytes;
  op.tag = tag;
  op.nic = nic;
  return op;
}

TEST_CASE("ReceiveTable: a receive is posted until the message of its source and tag has come") {
  ReceiveTable table;
  CHECK(table.post(3, receive(3, 64_B, 7)));
  CHECK(table.is_posted(3, 7));
  CHECK_FALSE(table.is_posted(3, 8));
  CHECK_FALSE(table.is_posted(4, 7));
  CHECK(table.posted() == 1);
  const auto match = table.arrive(3, 7);
  REQUIRE(match);
  CHECK_FALSE(match->cancelled);
  CHECK(match->receive.bytes == 64_B);
  CHECK_FALSE(table.is_posted(3, 7));
  CHECK(table.posted() == 0);
}

TEST_CASE("ReceiveTable: a message that is early waits for its receive, which is then complete") {
  ReceiveTable table;
  CHECK_FALSE(table.arrive(3, 7));
  CHECK_FALSE(table.is_posted(3, 7));
  CHECK_FALSE(table.cancel(3, 7));
  CHECK_FALSE(table.post(3, receive(3, 64_B, 7)));
  CHECK(table.posted() == 0);
  CHECK(table.post(3, receive(3, 64_B, 7)));  // the message was for one receive only
}

TEST_CASE("ReceiveTable: a cancelled receive is posted no more, and takes its message nevertheless") {
  ReceiveTable table;
  CHECK_FALSE(table.cancel(3, 7));
  table.post(3, receive(3, 64_B, 7));
  table.post(3, receive(3, 64_B, 8));
  CHECK(table.cancel(3, 7));
  CHECK_FALSE(table.cancel(3, 7));
  CHECK_FALSE(table.is_posted(3, 7));
  CHECK(table.posted() == 1);
  const auto match = table.arrive(3, 7);
  REQUIRE(match);
  CHECK(match->cancelled);
  CHECK(table.posted() == 1);
  CHECK_FALSE(table.arrive(3, 7));
  CHECK(table.is_posted(3, 8));
}

TEST_CASE("ReceiveTable: lists what is posted by NIC, peer and tag, without what is cancelled or early") {
  ReceiveTable table;
  table.post(3, receive(3, 64_B, 9));
  table.post(5, receive(5, 64_B, 1));
  table.post(3, receive(3, 64_B, 2, 1));
  table.post(3, receive(3, 64_B, 4));
  table.post(2, receive(2, 64_B, 5));
  table.cancel(2, 5);
  table.arrive(1, 1);
  std::vector<std::uint32_t> tags;
  for (const Op& op : table.posted_receives()) tags.push_back(op.tag);
  CHECK(tags == std::vector<std::uint32_t>{4, 9, 1, 2});
}

}  // namespace
}  // namespace tactus
