#include "tlm_models/node/copies/gathering_memory.h"

#include <algorithm>
#include <systemc>
#include <utility>

#include "hw/common/reports.h"
#include "tlm_models/node/copies/layout_cursor.h"

namespace tactus {
namespace {

// A tag of the memory behind: piece [10:0], which is less than a packet's bytes, and packet from there on.
constexpr std::uint32_t kPacketBit = 11;
// An address: how far into the data of a message, and where that begins.
constexpr std::uint64_t kPosition = 0xFFFF'FFFF;

}  // namespace

GatheringMemory::GatheringMemory(std::unique_ptr<MemoryPort> memory, const TransferConfig& message)
    : memory_(std::move(memory)),
      send_(message.send.datatype, message.send.elements),
      receive_(message.receive.datatype, message.receive.elements) {
  // Each packet's bytes belong to one request, of which the memory behind would see pieces.
  if (memory_->contents() != nullptr) {
    SC_REPORT_ERROR(reports::kMemoryContents,
                    "NICs that know datatypes read and write packets in pieces, and a memory with contents as a whole: "
                    "they need a memory without contents");
  }
  memory_->connect(*this);
}

void GatheringMemory::request(const MemoryRequest& request, Cycles now) {
  const bool reads = request.kind == MemoryRequest::Kind::kRead;
  const std::vector<Part> parts = parts_of(request);
  Packets& all = packets(request.engine, reads);
  const auto free =
      std::find_if(all.begin(), all.end(), [](const Packet& each) { return each.taken + each.visible == 0; });
  const auto packet = static_cast<std::uint32_t>(free - all.begin());
  if (free == all.end()) all.emplace_back();
  const auto pieces = static_cast<std::uint32_t>(parts.size());
  all[packet] = {request.tag, pieces, reads ? 0 : pieces};
  MemoryRequest piece = request;
  piece.tag = packet << kPacketBit;
  for (const Part& part : parts) {
    piece.address = part.address;
    piece.bytes = part.bytes;
    memory_->request(piece, now);
    ++piece.tag;
  }
  look_ahead();
}

std::vector<GatheringMemory::Part> GatheringMemory::parts_of(const MemoryRequest& request) const {
  const Layout& layout = request.kind == MemoryRequest::Kind::kRead ? send_ : receive_;
  const std::uint64_t position = request.address & kPosition;
  const std::uint64_t base = request.address - position;
  const std::uint64_t end = position + request.bytes.count();
  if (static_cast<std::uint64_t>(layout.size()) < end) return {{request.address, request.bytes}};
  std::vector<Part> parts;
  std::uint64_t left = request.bytes.count();
  LayoutCursor cursor(layout, static_cast<std::int64_t>(position));
  while (left > 0) {
    const auto length = static_cast<std::int64_t>(std::min(left, static_cast<std::uint64_t>(cursor.piece().length)));
    const std::uint64_t offset = static_cast<std::uint64_t>(cursor.piece().offset) & kPosition;
    parts.push_back({base + offset, Bytes{static_cast<std::uint64_t>(length)}});
    left -= static_cast<std::uint64_t>(length);
    cursor.advance(length);
  }
  return parts;
}

void GatheringMemory::done(int engine, MemoryAnswer answer, std::uint32_t tag) {
  Packet& packet = packets(engine, answer == MemoryAnswer::kRead)[tag >> kPacketBit];
  const std::uint32_t outer = packet.tag;
  const bool takes = answer != MemoryAnswer::kVisible;
  const bool shows = answer == MemoryAnswer::kVisible || answer == MemoryAnswer::kWritten;
  const bool all_taken = takes && --packet.taken == 0;
  const bool all_visible = shows && --packet.visible == 0;
  if (answer == MemoryAnswer::kRead) {
    if (all_taken) client().done(engine, MemoryAnswer::kRead, outer);
  } else if (all_taken && all_visible) {
    client().done(engine, MemoryAnswer::kWritten, outer);
  } else if (all_taken || all_visible) {
    client().done(engine, all_taken ? MemoryAnswer::kTaken : MemoryAnswer::kVisible, outer);
  }
}

void GatheringMemory::say(Cycles now) {
  memory_->answer(now);
  look_ahead();
}

void GatheringMemory::look_ahead() {
  next_read_at(memory_->next(true));
  next_other_at(memory_->next(false));
}

void GatheringMemory::forget() {
  memory_->forget();
  for (Packets& each : reads_) each.clear();
  for (Packets& each : writes_) each.clear();
  look_ahead();
}

}  // namespace tactus
