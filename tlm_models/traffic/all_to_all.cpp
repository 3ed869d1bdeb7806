#include "tlm_models/traffic/all_to_all.h"

#include <algorithm>

#include "tlm_models/traffic/dissemination.h"
#include "tlm_models/traffic/phased_sequences.h"
#include "tlm_models/traffic/synchronisation/synchronisation_calls.h"

namespace tactus {
namespace {

std::vector<SequenceInfo> selected(const std::vector<SequenceInfo>& all, const std::vector<int>& numbers) {
  if (numbers.empty()) return all;
  std::vector<SequenceInfo> some;
  for (const int number : numbers) some.push_back(all.at(static_cast<std::size_t>(number - 1)));
  return some;
}

}  // namespace

AllToAll::AllToAll(const WorkloadConfig& config, const RankShape& shape, const std::vector<SequenceInfo>& all)
    : StepWorkload(config, shape, selected(all, config.sequences)),
      message_size_(config.message_size),
      barrier_rounds_(config.sequence_barrier ? dissemination_rounds(shape.ranks()) : 0),
      all_sequences_(all.size()),
      synchronisation_(config.phased == nullptr ? SynchronisationConfig{} : config.phased->synchronisation),
      synchronised_before_(synchronisation_.on()
                               ? SynchronisationCalls::before(sequences().size(), synchronisation_.drift)
                               : std::vector<std::size_t>{}) {}

AllToAll::Position AllToAll::position(std::uint64_t step) const {
  const std::uint64_t part = step / steps_per_part();
  std::size_t before = 0;  // synchronisations
  while (before < synchronised_before_.size() && synchronised_before_[before] + before < part) ++before;
  const bool synchronises = before < synchronised_before_.size() && synchronised_before_[before] + before == part;
  return {part, synchronises, synchronises ? before : static_cast<std::size_t>(part) - before, step % steps_per_part()};
}

ExchangeStep AllToAll::step(std::uint64_t number) const {
  const Position at = position(number);
  if (at.place != 0) return barrier_step(at);
  if (at.synchronises) return synchronisation_step(at);
  ExchangeStep step;
  step.sequence = sequences()[at.which].index;
  step.messages = messages_in(step.sequence);
  // Every pair of ranks meets in one sequence only, so that its number tells the messages of a pair apart.
  step.tag = static_cast<std::uint32_t>(step.sequence);
  step.bytes = message_size_;
  return step;
}

ExchangeStep AllToAll::barrier_step(Position at) const {
  ExchangeStep step;
  step.begins_sequence = false;
  step.ends_sequence = false;
  step.barrier_round = static_cast<int>(at.place - 1);
  // Above the numbers of all sequences, and another one for each round of each barrier.
  step.tag = static_cast<std::uint32_t>(all_sequences_ + at.part * barrier_rounds_ + at.place);
  return step;
}

ExchangeStep AllToAll::synchronisation_step(Position at) const {
  ExchangeStep step;
  step.synchronisation_rounds = synchronisation_.rounds;
  step.bytes = SynchronisationCalls::kMessage;
  // Above the tags of all barriers.
  step.tag = static_cast<std::uint32_t>(all_sequences_ + parts() * barrier_rounds_ + 1 +
                                        at.which * static_cast<std::size_t>(synchronisation_.rounds));
  return step;
}

Exchange AllToAll::exchange(std::uint64_t number, int message, int rank) const {
  const Position at = position(number);
  if (at.place != 0) return barrier_exchange(rank, at.place - 1);
  return exchange_in(sequences()[at.which].index, message, rank);
}

int AllToAll::messages_in(int) const { return 1; }

std::optional<Picoseconds> AllToAll::ideal_time(const MachineConfig& machine) const {
  if (sequences().size() != all_sequences_ || shape().nodes.is_numbered()) return std::nullopt;
  const NetworkShape& nodes = shape().nodes;
  const auto of_node = static_cast<std::uint64_t>(shape().per_node);
  const std::uint64_t packets =
      std::max<std::uint64_t>(1, ceil_div(message_size_.count(), machine.max_payload().count()));
  const Bytes on_wire = message_size_ + kHeaderBytes * packets;
  // With one rank on each node, `messages` by each of `links`, or NICs.
  const auto time = [&](std::uint64_t messages, int links) {
    return transfer_time(on_wire * (of_node * of_node * messages),
                         BytesPerSecond{static_cast<std::uint64_t>(links) * machine.link.bandwidth.count()});
  };
  Picoseconds longest = time(static_cast<std::uint64_t>(nodes.nodes() - 1), shape().nics());
  for (int d = 0; d < nodes.dimensions(); ++d) {
    const auto size = static_cast<std::uint64_t>(nodes.size(d));
    const std::uint64_t across = size / 2 * ((size + 1) / 2) * (static_cast<std::uint64_t>(nodes.nodes()) / size);
    longest = std::max(longest, time(across, nodes.wraps(d) ? 2 : 1));
  }
  return longest;
}

}  // namespace tactus
