#pragma once

#include "hw/common/units.h"
#include "hw/memory/address_map.h"
#include "hw/nic/nic_registers.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// Descriptor of `send`, a kIsend of `rank`, which starts in cycle `now`. It is not paired with a receive slot.
nic_reg::SendDescriptor send_descriptor(const Op& send, int rank, const RankMap& map, const BufferHomes& homes,
                                        Cycles now);
/// Receive slot of `receive`, a kIrecv of `rank`.
nic_reg::ReceiveSlot receive_slot(const Op& receive, int rank, const RankMap& map, const BufferHomes& homes);

}  // namespace tactus
