#pragma once

#include <vector>

#include "tlm_models/traffic/collectives/ring.h"

namespace tactus {

/// Bucket algorithm on a grid: the data is cut into two parts for each dimension, and each part goes through rings of
/// the dimensions, one after the other. Part 2 d goes through dimension d first, then d + 1 and so on cyclically, in
/// the direction of rising places; part 2 d + 1 goes the other way round. So all directions of all dimensions are used
/// at once. Dimensions of one place are left out.
class Bucket {
 public:
  enum class Phases { kReduceScatter, kAllgather, kBoth };

  Bucket(const Collective& collective, Phases phases);

  /// Why a call has no bucket algorithm; empty if it has.
  static std::string misfit(const Collective& collective);
  [[nodiscard]] int rounds() const;
  void emit(int member, int round, CollectiveWriter& writer) const;
  [[nodiscard]] CollectiveIdeal ideal() const;

 private:
  [[nodiscard]] int parts() const { return 2 * static_cast<int>(dimensions_.size()); }
  /// Dimension that a part goes through in its phase `phase` of combining.
  [[nodiscard]] std::size_t dimension(int part, int phase) const;
  [[nodiscard]] int size(int part, int phase) const;
  /// Place of `member` in the ring of a phase: counted against the direction of the part, if it goes down.
  [[nodiscard]] int place(int part, int phase, int member) const;
  [[nodiscard]] Ring ring(int part, int phase, int member) const;
  [[nodiscard]] int pieces(int part) const;
  void emit_step(int part, int phase, bool gathering, int step, int member, CollectiveWriter& writer) const;
  /// Data of piece `piece` of a part that members of place `block` in the ring of `phase` keep.
  [[nodiscard]] std::vector<Segment> data(int part, int phase, int member, int block, int piece) const;
  /// Members whose blocks these are, if each has one.
  [[nodiscard]] std::vector<int> keepers(int part, int phase, int member, int block) const;
  /// Largest message of the part's rings in `phase`, in bytes.
  [[nodiscard]] std::uint64_t largest(int part, int phase) const;

  const Collective& collective_;
  Phases phases_;
  std::vector<std::size_t> dimensions_;  ///< with more than one place
  std::vector<int> strides_;             ///< distance in member numbers along each of these
};

}  // namespace tactus
