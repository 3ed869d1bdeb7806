#include "tlm_models/traffic/collectives/halo.h"
#include "tlm_models/traffic/collectives/method.h"

namespace tactus {
namespace {

const Registered<MethodKind<CollectiveKind::kHalo>> kDiagonals{collective_method(
    "diagonals", "Messages across faces, edges and corners, all at once.", [](const Collective&, int) { return 1; },
    [](const Collective& collective, int member, int, CollectiveWriter& writer) {
      halo_round(collective, member, true, writer);
    },
    [](const Collective& collective) { return halo_ideal(collective, true); })};

}  // namespace
}  // namespace tactus
