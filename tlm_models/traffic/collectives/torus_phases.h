#pragma once

namespace tactus {

/// Phases of a complete exchange on an n x n torus in each of which every link carries one message at most, in each
/// direction (Hinrichs, Kosak, O'Hallaron, Stricker, Take, "An Architecture for Optimal All-to-All Personalized
/// Communication", SPAA 1994), built here for every n that 4 divides.
///
/// A ring of n places has patterns of four places, each of which sends to the next one, all the way round in one
/// direction. n / 4 patterns of disjoint places are a group: they come from a matching of the places modulo n / 2. A
/// phase pairs the patterns of a group of x with those of a group of y; from n = 8 on, it does so a second time in the
/// opposite directions, with other pairs.
class TorusPhases {
 public:
  explicit TorusPhases(int n) : n_(n) {}

  /// n^3 / 8 from n = 8 on, as few as there can be, and 16 for n = 4.
  [[nodiscard]] int phases() const { return n_ == 4 ? 16 : n_ / 4 * n_ * (n_ / 2); }

  /// Where a place sends to, or receives from, in a phase.
  struct Place {
    int x = 0;
    int y = 0;
  };
  struct Exchange {
    bool takes_part = false;
    Place to;
    Place from;
  };
  [[nodiscard]] Exchange at(int phase, Place place) const;

 private:
  /// Partner of a place modulo n / 2 in a matching, 0 .. n / 2 - 1, and number of their pair.
  struct Pair {
    int partner = 0;
    int number = 0;
  };
  [[nodiscard]] Pair pair(int matching, int place) const;
  /// Place that `place` sends to by a matching if messages go up, or receives from if they go down.
  [[nodiscard]] int next(int matching, int place, bool up, bool group_up) const;

  int n_;
};

}  // namespace tactus
