#include "testbench/app/run/large_pages.h"

#include <cstdint>
#include <memory>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("Large pages: what is on the heap stays what and where it is") {
  const LargePages pages;
  std::vector<std::unique_ptr<std::vector<std::uint64_t>>> blocks;
  for (std::uint64_t block = 0; block < 16'384; ++block) {  // 16 MiB, in pieces that lie on the heap
    blocks.push_back(std::make_unique<std::vector<std::uint64_t>>(128));
    for (std::uint64_t i = 0; i < 128; ++i) (*blocks.back())[i] = block * 128 + i;
  }
  const std::uint64_t* const first = blocks.front()->data();
  pages.use();
  pages.use();
  CHECK(blocks.front()->data() == first);
  bool kept = true;
  for (std::uint64_t block = 0; block < blocks.size(); ++block) {
    for (std::uint64_t i = 0; i < 128; ++i) kept = kept && (*blocks[block])[i] == block * 128 + i;
  }
  CHECK(kept);
}

}  // namespace
}  // namespace tactus
