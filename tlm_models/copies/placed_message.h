#pragma once

#include <cstddef>
#include <cstdint>

#include "tlm_models/copies/copy_plan.h"
#include "tlm_models/copies/copy_program.h"

namespace tactus {

/// `layout` in the array of `process`, `offset` bytes from its start; its description begins `description` bytes from
/// the start of the process's memory.
PlacedLayout placed_layout(const Layout& layout, int process, std::int64_t offset, std::uint64_t description);

/// The message of `op`, a send or a receive, with what it uses of memory: buffers are those of `slot`. Flags begin at
/// 0.
CopyMessage placed_message(int sender, int receiver, const CopyOp& op, std::size_t slot);
/// Of process 0 to process 1, the first one of all.
CopyMessage first_message(const MessageShape& shape, std::int64_t send_offset, std::int64_t receive_offset);

}  // namespace tactus
