#include "tlm_models/traffic/collectives/torus_phases.h"

#include <algorithm>

#include "tlm_models/traffic/collectives/collective.h"

namespace tactus {

TorusPhases::Pair TorusPhases::pair(int matching, int place) const {
  const int half = n_ / 2;
  const int residue = place % half;
  // The last matching is of places half as far apart as messages that go half way round.
  if (matching == half - 1) return {(residue + half / 2) % half, residue % (half / 2)};
  // Round robin: one stays in the middle, the others stand in a circle.
  const int circle = half - 1;
  if (residue == circle) return {matching, 0};
  if (residue == matching) return {circle, 0};
  return {modulo(2 * matching - residue, circle),
          std::min(modulo(residue - matching, circle), modulo(matching - residue, circle))};
}

int TorusPhases::next(int matching, int place, bool up, bool group_up) const {
  const int half = n_ / 2;
  const int residue = place % half;
  if (matching == half - 1) {
    // Of each pair, one pair of places exchanges half way round and the other keeps its message.
    return (residue < half / 2) == group_up ? (place + half) % n_ : place;
  }
  const int partner = pair(matching, place).partner;
  return up ? (place + modulo(partner - residue, half)) % n_ : modulo(place - modulo(residue - partner, half), n_);
}

TorusPhases::Exchange TorusPhases::at(int phase, Place place) const {
  const int half = n_ / 2;
  const int pairs = n_ / 4;
  const int x_matching = phase % half;
  const int y_matching = phase / half % half;
  int rest = phase / half / half;
  const bool opposite = rest % 2 == 1;
  rest /= 2;
  const int x_pair = pair(x_matching, place.x).number;
  const int y_pair = pair(y_matching, place.y).number;
  // Both directions of x at once, or one by one if there is one pair only.
  const int first = pairs == 1 ? rest : 0;
  const int last = pairs == 1 ? rest : 1;
  for (int direction = first; direction <= last; ++direction) {
    const int shift = pairs == 1 ? 0 : rest + direction;
    if (y_pair != (x_pair + shift) % pairs) continue;
    const bool x_up = direction == 0;
    const bool y_up = x_up != opposite;
    return {true,
            {next(x_matching, place.x, x_up, x_up), next(y_matching, place.y, y_up, y_up)},
            {next(x_matching, place.x, !x_up, x_up), next(y_matching, place.y, !y_up, y_up)}};
  }
  return {};
}

}  // namespace tactus
