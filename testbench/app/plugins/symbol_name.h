#pragma once

#include <string>

namespace tactus {

/// A symbol of a library as C++ writes it; a name that is none of C++ stays as it is.
std::string symbol_name(const std::string& symbol);

/// `text` with the first symbol in it as C++ writes it, as in messages of the dynamic linker.
std::string with_symbol_name(const std::string& text);

}  // namespace tactus
