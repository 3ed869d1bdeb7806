#include "testbench/app/scenario/nearest.h"

#include <algorithm>
#include <random>

#include "testbench/tests/support/catch.h"

namespace tactus::test {
namespace {

/// All words of up to three letters out of "ab".
std::vector<std::string> small_words() {
  std::vector<std::string> words = {""};
  for (std::size_t i = 0; i < words.size() && words[i].size() < 3; ++i) {
    words.push_back(words[i] + "a");
    words.push_back(words[i] + "b");
  }
  return words;
}

TEST_CASE("Edit distance: it is a distance of single edits") {
  CHECK(edit_distance("arbter", "arbiter") == 1);
  CHECK(edit_distance("hieght", "height") == 1);
  CHECK(edit_distance("kib", "KiB") == 0);
  CHECK(edit_distance("", "abc") == 3);
  const std::vector<std::string> words = small_words();
  for (const std::string& a : words) {
    for (const std::string& b : words) {
      CHECK(edit_distance(a, b) == edit_distance(b, a));
      CHECK((edit_distance(a, b) == 0) == (a == b));
      const int lengths = std::abs(static_cast<int>(a.size()) - static_cast<int>(b.size()));
      CHECK(edit_distance(a, b) >= lengths);
      CHECK(edit_distance(a, b) <= static_cast<int>(std::max(a.size(), b.size())));
    }
  }
}

TEST_CASE("Edit distance: k random edits are never farther than k") {
  std::mt19937 random(3);
  for (int trial = 0; trial < 5000; ++trial) {
    const std::string word = "virtual_channels";
    std::string edited = word;
    const int edits = static_cast<int>(random() % 4);
    for (int edit = 0; edit < edits; ++edit) {
      const std::size_t at = random() % edited.size();
      const char letter = static_cast<char>('a' + random() % 26);
      switch (random() % 3) {
        case 0:
          edited.erase(at, 1);
          break;
        case 1:
          edited.insert(at, 1, letter);
          break;
        default:
          edited[at] = letter;
      }
    }
    CHECK(edit_distance(word, edited) <= edits);
  }
}

TEST_CASE("Nearest: all candidates at the least distance, and none that is too far") {
  CHECK(nearest("arbter", {"arbiter", "dateline"}) == std::vector<std::string>{"arbiter"});
  CHECK(nearest("bandwith", {"link.bandwidth"}).empty());
  CHECK(nearest("ab", {"ac", "ad", "xyz"}) == std::vector<std::string>{"ac", "ad"});
  CHECK(nearest("x", {"y"}).empty());
  CHECK(nearest(std::string(100'000, 'a'), {"arbiter"}).empty());
  CHECK(did_you_mean("ab", {"ac", "ad"}) == "; did you mean ac or ad?");
  CHECK(did_you_mean("zebra", {"ac", "ad"}).empty());
  CHECK(enumeration({"a", "b", "c"}, "and") == "a, b and c");
}

TEST_CASE("Nearest: where no candidate is misspelt, a word of three letters is short for those that begin with it") {
  using Words = std::vector<std::string>;
  CHECK(nearest("prio", {"name", "priority", "share"}) == Words{"priority"});
  CHECK(nearest("VIRT", {"virtual_channels", "share"}) == Words{"virtual_channels"});
  CHECK(nearest("cab", {"cable_delay", "cables", "cables", "bandwidth"}) == Words{"cable_delay", "cables"});
  CHECK(nearest("cable", {"cable_delay", "cables"}) == Words{"cables"});
  CHECK(nearest("pr", {"priority"}).empty());
  CHECK(nearest("ority", {"priority"}).empty());
  CHECK(nearest("prionty", {"priority_of_all"}).empty());
  CHECK(longer_words("share", {"share", "shares"}) == Words{"shares"});
}

}  // namespace
}  // namespace tactus::test
