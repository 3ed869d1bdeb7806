#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tactus {

/// Whether `result`, a result.json, says what latencies of packets or messages were spent on (`attribution.enabled`).
bool can_be_explained(const nlohmann::ordered_json& result);

/// Why a result without that cannot be explained, and what the user can do.
std::string why_unexplained(const nlohmann::ordered_json& result);

/// Why a run took as long as it did, in a page of text, from its result.json: what packets' latencies were spent on,
/// the outputs that were waited for longest and what held them, the roots of congestion, and the critical path. At flow
/// level what messages' time was spent on, the links at which they lost most, and the critical path.
std::string explanation_text(const nlohmann::ordered_json& result);

}  // namespace tactus
