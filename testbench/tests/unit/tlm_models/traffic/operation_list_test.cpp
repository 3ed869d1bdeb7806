#include "tlm_models/traffic/operation_list.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr std::size_t kChunk = OperationList::kChunk;

Operation numbered(std::uint64_t number) {
  Operation operation;
  operation.amount = number;
  return operation;
}

TEST_CASE("OperationList: has all operations in their order, whatever their number", "[OPERATION-8]") {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, kChunk - 1, kChunk, kChunk + 1, 3 * kChunk, 3 * kChunk + 7}) {
    CAPTURE(size);
    OperationList list;
    CHECK(list.empty());
    for (std::size_t i = 0; i < size; ++i) list.push_back(numbered(i));
    list.shrink_to_fit();
    REQUIRE(list.size() == size);
    CHECK(list.empty() == (size == 0));
    std::uint64_t next = 0;
    for (const Operation& each : list) CHECK(each.amount == next++);
    CHECK(next == size);
    CHECK(std::count_if(list.begin(), list.end(), [](const Operation& each) { return each.amount % 2 == 0; }) ==
          static_cast<std::ptrdiff_t>((size + 1) / 2));
    for (std::size_t i = 0; i < size; ++i) {
      list[i].amount += 5;
      CHECK(std::as_const(list)[i].amount == i + 5);
    }
    OperationList moved = std::move(list);
    CHECK(moved.size() == size);
    if (size > 0) CHECK(moved.front().amount == 5);
  }
}

TEST_CASE("OperationList: operations behind the first chunk stay where they are while it grows", "[OPERATION-8]") {
  OperationList list;
  std::vector<const Operation*> places;
  for (std::size_t i = 0; i < 20 * kChunk; ++i) {
    list.push_back(numbered(i));
    if (i >= kChunk) places.push_back(&list[i]);
  }
  for (std::size_t i = 0; i < places.size(); ++i) CHECK(places[i] == &list[kChunk + i]);
}

}  // namespace
}  // namespace tactus
