#include <fmt/core.h>

#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

std::string misfit(const Collective& collective) {
  if (collective.members() % 2 == 0 || collective.members() == 1) return {};
  return fmt::format("allgather: neighbour_exchange needs an even number of members, not {}", collective.members());
}

int rounds(const Collective& collective, int) { return collective.members() / 2; }

/// The pair of members whose blocks `member` receives in a round from the second on: pairs come from both sides in
/// turn.
int pair_in(const Collective& collective, int member, int round) {
  const int away = round % 2 == 1 ? -(round + 1) / 2 : round / 2;
  return modulo(member / 2 + (member % 2 == 0 ? away : -away), collective.members() / 2);
}

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const bool ahead = (member % 2 == 0) == (round % 2 == 0);
  const int peer = modulo(member + (ahead ? 1 : -1), collective.members());
  if (round == 0) {
    const Ends received = writer.receive_cut(0, peer, collective.own_block(peer));
    writer.send_cut(0, peer, collective.own_block(member), {});
    writer.slot(0) = received;
    return;
  }
  const int known = round == 1 ? member / 2 : pair_in(collective, member, round - 1);
  const Ends received = writer.receive_cut(0, peer, collective.own_blocks(2 * pair_in(collective, member, round), 2));
  writer.send_cut(0, peer, collective.own_blocks(2 * known, 2), writer.slot(0));
  writer.slot(0) = received;
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto members = static_cast<std::uint64_t>(collective.members());
  return {members / 2, (members - 1) * collective.largest_block(), 0};
}

const Registered<MethodKind<CollectiveKind::kAllgather>> kNeighbourExchange{collective_method(
    "neighbour_exchange", "Members exchange two blocks with the member before and the member behind in turn.", rounds,
    emit, ideal, misfit)};

}  // namespace
}  // namespace tactus
