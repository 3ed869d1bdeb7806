#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

int rounds(const Collective& collective, int) { return ceil_log2(collective.members()); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  const int members = collective.members();
  const int distance = 1 << round;
  const Segment notice = collective.vector();
  const OperationSink::Index received = writer.receive({}, modulo(member - distance, members), notice, Use::kCombine);
  const OperationSink::Index sent = writer.send({}, (member + distance) % members, notice, writer.slot(0));
  writer.slot(0) = writer.combine({}, notice, received, sent);
}

CollectiveIdeal ideal(const Collective& collective) {
  return {static_cast<std::uint64_t>(ceil_log2(collective.members())), 0, 0};
}

const Registered<MethodKind<CollectiveKind::kBarrier>> kDissemination{collective_method(
    "dissemination", "In round k each member sends an empty message 2^k members ahead.", rounds, emit, ideal)};

}  // namespace
}  // namespace tactus
