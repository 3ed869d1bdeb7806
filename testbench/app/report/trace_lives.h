#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace tactus {

/// Lives of packets and messages as a page can carry them, from the trace.json of a run: {unit_ps, tracks, packets,
/// messages}. A track is a NIC's side or a link, {node, name}. Of each packet there are its number, its message and its
/// slices, one on each track from the sender to the receiver, with start and length in `unit_ps` picoseconds.
///
/// As many as `most_bytes` of text have room for are kept, those with the longest lives first; `recorded` and `kept`
/// say how many. Null without any packet. Throws UnreadableResult.
nlohmann::ordered_json trace_lives(const std::filesystem::path& file, std::size_t most_bytes);

}  // namespace tactus
