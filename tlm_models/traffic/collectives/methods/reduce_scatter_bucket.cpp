#include "tlm_models/traffic/collectives/bucket.h"
#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

Bucket bucket(const Collective& collective) { return {collective, Bucket::Phases::kReduceScatter}; }

int rounds(const Collective& collective, int) { return bucket(collective).rounds(); }

void emit(const Collective& collective, int member, int round, CollectiveWriter& writer) {
  bucket(collective).emit(member, round, writer);
}

CollectiveIdeal ideal(const Collective& collective) { return bucket(collective).ideal(); }

const Registered<MethodKind<CollectiveKind::kReduceScatter>> kBucket{collective_method(
    "bucket", "Parts of the data are combined through the dimensions in rotated orders and both directions at once.",
    rounds, emit, ideal, Bucket::misfit)};

}  // namespace
}  // namespace tactus
