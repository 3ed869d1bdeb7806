#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int member) {
  return member == collective.call().root ? collective.members() - 1 : 1;
}

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const int root = collective.call().root;
  if (member != root) {
    writer.receive_cut(0, root, collective.own_block(member));
    return;
  }
  const int to = (root + 1 + round) % collective.members();
  writer.send_cut(0, to, collective.own_block(to), {});
}

CollectiveIdeal ideal(const Collective& collective) {
  const auto others = static_cast<std::uint64_t>(collective.members() - 1);
  return {others > 0 ? std::uint64_t{1} : std::uint64_t{0}, others * collective.largest_block(), 0};
}

const Registered<MethodKind<CollectiveKind::kScatter>> kLinear{
    collective_method("linear", "The root sends all others their blocks, one after the other.", rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
