#include "testbench/app/files/marked_text.h"

namespace tactus {

std::string with_block(const std::string& text, const std::string& name, const std::string& block) {
  const std::size_t begin = text.find("<!-- " + name + ": begin");
  const std::size_t body = text.find('\n', begin);
  const std::size_t end = text.find("<!-- " + name + ": end -->");
  if (begin == std::string::npos || end == std::string::npos || body > end) return text;
  return text.substr(0, body + 1) + "\n" + block + "\n" + text.substr(end);
}

}  // namespace tactus
