#include "tlm_models/traffic/collectives/bucket.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {

Bucket::Bucket(const Collective& collective, Phases phases) : collective_(collective), phases_(phases) {
  int stride = 1;
  const std::vector<int>& sizes = collective.call().grid.sizes;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1) {
      dimensions_.push_back(d);
      strides_.push_back(stride);
    }
    stride *= sizes[d];
  }
}

std::string Bucket::misfit(const Collective& collective) {
  if (!collective.call().grid.sizes.empty()) return {};
  return fmt::format("{}: bucket goes by dimensions, but the members have no grid", name_of(collective.call().kind));
}

int Bucket::rounds() const {
  int steps = 0;
  for (std::size_t d = 0; d < dimensions_.size(); ++d) steps += size(0, static_cast<int>(d)) - 1;
  return phases_ == Phases::kBoth ? 2 * steps : steps;
}

std::size_t Bucket::dimension(int part, int phase) const {
  return static_cast<std::size_t>(part / 2 + phase) % dimensions_.size();
}

int Bucket::size(int part, int phase) const {
  return collective_.call().grid.sizes[dimensions_[dimension(part, phase)]];
}

int Bucket::place(int part, int phase, int member) const {
  const int length = size(part, phase);
  const int rising = member / strides_[dimension(part, phase)] % length;
  return part % 2 == 0 ? rising : length - 1 - rising;
}

Ring Bucket::ring(int part, int phase, int member) const {
  const int length = size(part, phase);
  const int stride = strides_[dimension(part, phase)];
  const int rising = member / stride % length;
  const int up = member + (modulo(rising + 1, length) - rising) * stride;
  const int down = member + (modulo(rising - 1, length) - rising) * stride;
  const int own = place(part, phase, member);
  return part % 2 == 0 ? Ring{length, own, up, down} : Ring{length, own, down, up};
}

std::uint64_t Bucket::largest(int part, int phase) const {
  const auto parts = static_cast<std::uint64_t>(this->parts());
  if (phases_ == Phases::kBoth) {
    std::uint64_t bytes = largest_part(collective_.vector_bytes(), parts);
    for (int j = 0; j <= phase; ++j) bytes = largest_part(bytes, static_cast<std::uint64_t>(size(part, j)));
    return bytes;
  }
  int blocks = collective_.members();
  for (int j = 0; j <= phase; ++j) blocks /= size(part, j);
  return static_cast<std::uint64_t>(blocks) * largest_part(collective_.largest_block(), parts);
}

int Bucket::pieces(int part) const {
  if (phases_ == Phases::kBoth) return collective_.chunks(largest(part, 0));
  // A message has a part of each of many blocks, each of which is cut: never below a byte.
  const auto parts = static_cast<std::uint64_t>(this->parts());
  const std::uint64_t chunk = collective_.call().chunk.count();
  const auto blocks = static_cast<std::uint64_t>(collective_.members() / size(part, 0));
  if (chunk == 0 || collective_.largest_block() == 0) return 1;
  const std::uint64_t of_a_block = std::max<std::uint64_t>(1, chunk / blocks);
  return static_cast<int>(largest_part(largest_part(collective_.largest_block(), parts), of_a_block));
}

std::vector<Segment> Bucket::data(int part, int phase, int member, int block, int piece) const {
  const auto cut_part = [&](const Segment& whole) {
    const Segment half = tactus::part(whole, static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(parts()));
    return tactus::part(half, static_cast<std::uint64_t>(piece), static_cast<std::uint64_t>(pieces(part)));
  };
  if (phases_ == Phases::kBoth) {
    Segment segment = cut_part(collective_.vector());
    for (int j = 0; j <= phase; ++j) {
      const int kept = j < phase ? place(part, j, member) : block;
      segment = tactus::part(segment, static_cast<std::uint64_t>(kept), static_cast<std::uint64_t>(size(part, j)));
    }
    return {segment};
  }
  std::vector<Segment> segments;
  for (const int keeper : keepers(part, phase, member, block)) {
    segments.push_back(
        cut_part(phases_ == Phases::kAllgather ? collective_.own_block(keeper) : collective_.vector_block(keeper)));
  }
  return segments;
}

std::vector<int> Bucket::keepers(int part, int phase, int member, int block) const {
  // With the member in the dimensions of earlier phases, at `block` in this one, anywhere in those that follow.
  const auto stride = [&](int of) { return strides_[dimension(part, of)]; };
  int first = member;
  for (int j = phase; j < static_cast<int>(dimensions_.size()); ++j)
    first -= member / stride(j) % size(part, j) * stride(j);
  first += (part % 2 == 0 ? block : size(part, phase) - 1 - block) * stride(phase);
  std::vector<int> members = {first};
  for (int j = phase + 1; j < static_cast<int>(dimensions_.size()); ++j) {
    const std::size_t before = members.size();
    for (int away = 1; away < size(part, j); ++away) {
      for (std::size_t i = 0; i < before; ++i) members.push_back(members[i] + away * stride(j));
    }
  }
  return members;
}

void Bucket::emit_step(int part, int phase, bool gathering, int step, int member, CollectiveWriter& writer) const {
  const int pieces = this->pieces(part);
  int first_slot = 0;
  for (int earlier = 0; earlier < part; ++earlier) first_slot += this->pieces(earlier);
  // All messages of a part go by one NIC.
  const RingLane lane{part, part, pieces, first_slot};
  const auto block = [&](int index, int piece) { return data(part, phase, member, index, piece); };
  const Ring ring = this->ring(part, phase, member);
  gathering ? ring_allgather(writer, ring, lane, step, block) : ring_reduce_scatter(writer, ring, lane, step, block);
}

void Bucket::emit(int member, int round, CollectiveWriter& writer) const {
  const int phases = static_cast<int>(dimensions_.size());
  const int combining = phases_ == Phases::kAllgather ? 0 : rounds() / (phases_ == Phases::kBoth ? 2 : 1);
  for (int part = 0; part < parts(); ++part) {
    const bool gathering = round >= combining;
    int step = gathering ? round - combining : round;
    int phase = gathering ? phases - 1 : 0;
    // Gathering goes back through the dimensions.
    for (; step >= size(part, phase) - 1; phase += gathering ? -1 : 1) step -= size(part, phase) - 1;
    emit_step(part, phase, gathering, step, member, writer);
  }
}

CollectiveIdeal Bucket::ideal() const {
  CollectiveIdeal ideal;
  ideal.rounds = static_cast<std::uint64_t>(rounds());
  ideal.ports = std::max(1, parts());
  std::vector<std::uint64_t> bytes(dimensions_.size());
  std::uint64_t combined = 0;
  for (int part = 0; part < parts(); ++part) {
    for (int phase = 0; phase < static_cast<int>(dimensions_.size()); ++phase) {
      const std::uint64_t sent = largest(part, phase) * static_cast<std::uint64_t>(size(part, phase) - 1);
      if (part % 2 == 0) bytes[dimension(part, phase)] += phases_ == Phases::kBoth ? 2 * sent : sent;
      if (phases_ != Phases::kAllgather) combined += sent;
    }
  }
  if (!bytes.empty()) ideal.bytes = *std::max_element(bytes.begin(), bytes.end());
  ideal.combined = combined;
  return ideal;
}

}  // namespace tactus
