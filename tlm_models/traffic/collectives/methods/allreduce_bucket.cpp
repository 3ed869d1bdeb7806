#include "tlm_models/traffic/collectives/bucket.h"
#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

Bucket bucket(const Collective& collective) { return {collective, Bucket::Phases::kBoth}; }

int rounds(const Collective& collective, int) { return bucket(collective).rounds(); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  bucket(collective).emit(member, round, writer);
}

CollectiveIdeal ideal(const Collective& collective) { return bucket(collective).ideal(); }

const Registered<MethodKind<CollectiveKind::kAllreduce>> kBucket{collective_method(
    "bucket",
    "Parts of the data go through the dimensions in rotated orders and both directions at once, there and back.",
    rounds, emit, ideal, Bucket::misfit)};

}  // namespace
}  // namespace tactus
