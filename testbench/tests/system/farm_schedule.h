#pragma once

namespace tactus::test {

/// Rank 0 receives from whoever comes: rank 2 at once, then rank 4, which it answers, then rank 3, then rank 1.
inline constexpr char kFarm[] = R"(num_ranks 5
rank 0 {
  a: recv 64b from -1 tag 3
  b: recv 64b from -1 tag 3
  c: recv 64b from -1 tag 3
  d: recv 64b from -1 tag 3
  go: send 8b to 4 tag 1
  go requires a
}
rank 1 { w: calc 50000
  s: send 64b to 0 tag 3
  s requires w }
rank 2 { s: send 8b to 0 tag 3 }
rank 3 { w: calc 20000
  s: send 32b to 0 tag 3
  s requires w }
rank 4 { t: recv 8b from 0 tag 1
  s: send 16b to 0 tag 3
  s requires t }
)";

}  // namespace tactus::test
