#include "testbench/app/files/printable.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("Printable: text stays as it is, in every script, with its tabs and lines") {
  for (const std::string text : {"", "a b\tc\nd", "\u00fc \u4e2d \U0001F600", "~", "\u00a0"}) {
    CHECK(printable(text) == text);
  }
}

TEST_CASE("Printable: what a terminal would obey is written out") {
  CHECK(printable("\x1b[31mred\x07") == "\\u001B[31mred\\u0007");
  CHECK(printable("a\rb\x7f") == "a\\u000Db\\u007F");
  CHECK(printable("\u009b31m") == "\\u009B31m");  // ESC [ in one character
}

TEST_CASE("Printable: bytes that are no UTF-8 are written out, one by one") {
  CHECK(printable("\xff.yaml") == "\\xFF.yaml");
  CHECK(printable("\xc3") == "\\xC3");
  CHECK(printable("\xe2\x82") == "\\xE2\\x82");
  CHECK(printable("\xc0\xaf") == "\\xC0\\xAF");           // a / in two bytes
  CHECK(printable("\xed\xa0\x80") == "\\xED\\xA0\\x80");  // half of a pair
  CHECK(printable(std::string("\x9b") + "31m") == "\\x9B31m");
}

TEST_CASE("Printable: every text of two bytes comes out as printable UTF-8, and the second time as it is") {
  for (int first = 1; first < 256; ++first) {
    for (int second = 1; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      const std::string shown = printable(text);
      bool plain = true;
      for (std::size_t at = 0; at < shown.size();) {
        const std::size_t length = utf8_length(shown, at);
        const auto byte = static_cast<unsigned char>(shown[at]);
        plain = plain && length != 0 && (byte >= 0x20 || byte == '\t' || byte == '\n') && byte != 0x7F;
        at += std::max<std::size_t>(length, 1);
      }
      if (!plain || printable(shown) != shown) CHECK(text == shown);
    }
  }
}

}  // namespace
}  // namespace tactus
