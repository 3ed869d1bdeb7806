#pragma once

#include <cstddef>
#include <string>

namespace tactus {

/// `text` with what stands between its markers `<!-- NAME: begin ... -->` and `<!-- NAME: end -->` replaced by `block`;
/// unchanged if it has no markers.
inline std::string with_block(const std::string& text, const std::string& name, const std::string& block) {
  const std::size_t begin = text.find("<!-- " + name + ": begin");
  const std::size_t body = text.find('\n', begin);
  const std::size_t end = text.find("<!-- " + name + ": end -->");
  if (begin == std::string::npos || end == std::string::npos || body > end) return text;
  return text.substr(0, body + 1) + "\n" + block + "\n" + text.substr(end);
}

}  // namespace tactus
