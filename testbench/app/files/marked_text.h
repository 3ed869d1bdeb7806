#pragma once

#include <string>

namespace tactus {

/// `text` with what stands between its markers `<!-- NAME: begin ... -->` and `<!-- NAME: end -->` replaced by `block`;
/// unchanged if it has no markers.
std::string with_block(const std::string& text, const std::string& name, const std::string& block);

}  // namespace tactus
