#include "tlm_models/traffic/collectives/halo.h"
#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kHalo>> kFaces{collective_method(
    "faces", "Messages across faces, all at once.", [](const Collective&, int) { return 1; },
    [](const Collective& collective, int member, int, CollectiveWriter& writer) {
      halo_round(collective, member, false, writer);
    },
    [](const Collective& collective) { return halo_ideal(collective, false); })};

}  // namespace
}  // namespace tactus
