#include "testbench/app/attribution/credit_history.h"

#include "testbench/tests/support/catch.h"

namespace tactus {

TEST_CASE("CreditHistory: credits at any edge, taken at once, come back one per edge or at once", "[ATTRIBUTION-4]") {
  CreditHistory history;
  history.set_capacity(10);
  history.take(5, 8);
  history.give(7, 4, false);
  history.give(20, 4, true);
  CHECK(history.at(4) == 10);
  CHECK(history.at(5) == 2);
  CHECK(history.at(6) == 2);
  CHECK(history.at(7) == 3);
  CHECK(history.at(9) == 5);
  CHECK(history.at(10) == 6);
  CHECK(history.at(19) == 6);
  CHECK(history.at(20) == 10);
  CHECK(history.first_room(5, 30, 2) == 5);
  CHECK(history.first_room(5, 30, 6) == 10);
  CHECK(history.first_room(5, 30, 7) == 20);
  CHECK(history.first_room(5, 12, 7) == 12);
}

TEST_CASE("CreditHistory: what is forgotten has its effect still, and what has begun to come back goes on",
          "[ATTRIBUTION-4]") {
  CreditHistory history;
  history.set_capacity(10);
  history.take(5, 8);
  history.give(7, 4, false);
  history.forget_before(8);
  CHECK(history.at(8) == 4);
  CHECK(history.at(9) == 5);
  history.forget_before(11);
  CHECK(history.at(11) == 6);
}

}  // namespace tactus
