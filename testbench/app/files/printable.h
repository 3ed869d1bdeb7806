#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace tactus {

/// Length of the UTF-8 character at `text[at]`, or 0 if there is none (RFC 3629: shortest form, no surrogates).
std::size_t utf8_length(std::string_view text, std::size_t at);

bool is_utf8(std::string_view text);

/// `text` with what could command a terminal written as "\u001B": control characters but tab and line end, those of
/// Unicode (U+0080 to U+009F) too. A byte that is no UTF-8 is written as "\xFF". JSON stays the same JSON.
std::string printable(std::string_view text);

/// Prints a text that may have words of users in it, names of files among them, as `printable` makes it. Throws
/// std::system_error if it cannot; on stderr the text is lost then, because there is nobody to tell.
template <class... Args>
void print_safely(std::FILE* stream, fmt::format_string<Args...> format, Args&&... args) {
  const std::string text = printable(fmt::format(format, std::forward<Args>(args)...));
  if (stream == stderr) {
    std::fputs(text.c_str(), stream);
  } else {
    fmt::print(stream, "{}", text);
  }
}

}  // namespace tactus
