#include "testbench/app/plugins/symbol_name.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace tactus {

std::string symbol_name(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 ? name.get() : symbol;
}

std::string with_symbol_name(const std::string& text) {
  const std::size_t begin = text.find("_Z");
  if (begin == std::string::npos) return text;
  const std::size_t end = std::min(text.find_first_of(" ,)(", begin), text.size());
  return text.substr(0, begin) + symbol_name(text.substr(begin, end - begin)) + text.substr(end);
}

}  // namespace tactus
