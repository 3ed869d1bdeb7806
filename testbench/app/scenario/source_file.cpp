#include "testbench/app/scenario/source_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "testbench/app/files/printable.h"
#include "testbench/app/files/regular_file.h"

namespace tactus {
namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
}

/// Words of a line that begins at `begin`, up to a comment.
std::vector<Word> split_line(std::string_view line, const Place& begin, IsUnit is_unit) {
  constexpr std::string_view kBlanks = " \t\r";
  line = line.substr(0, line.find('#'));
  std::vector<Word> words;
  for (std::size_t at = line.find_first_not_of(kBlanks); at < line.size();) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    const std::string_view text = line.substr(at, end - at);
    if (is_unit(words, text)) {
      words.back().text.append(" ").append(text);
    } else {
      words.push_back({std::string(text), begin.moved(at)});
    }
    at = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

}  // namespace

bool load(SourceText& source, std::size_t largest, const Place* referrer, DiagnosticList& diagnostics) {
  const auto refuse = [&](const std::string& reason) {
    if (referrer != nullptr) {
      diagnostics.add(*referrer, fmt::format("cannot read '{}': {}", source.name, reason));
    } else {
      diagnostics.add({&source, 0, 0}, reason);
    }
    return false;
  };
  FileText read = read_regular_file(source.name, largest);
  if (!read.fault.empty()) return refuse(read.fault);
  source.text = std::move(read.text);
  return true;
}

bool check_text(SourceText& source, DiagnosticList& diagnostics) {
  std::string& text = source.text;
  if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);
  Place place{&source, source.first_line, 1};
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0 || is_control(text[i])) {
      const unsigned byte = static_cast<unsigned char>(text[i]);
      diagnostics.add(place, fmt::format("byte 0x{:02X} is {}: not a text file", byte,
                                         length == 0 ? "not UTF-8" : "a control character"));
      // The line itself is not fit to be printed.
      return text.clear(), false;
    }
    place = place.moved(length);
    if (text[i] == '\n') place = {&source, place.line + 1, 1};
    i += length;
  }
  if (text.find_first_not_of(" \t\r\n") != std::string::npos) return true;
  diagnostics.add({&source, source.first_line, 1}, "the file is empty");
  return false;
}

void read_lines(const SourceText& source, IsUnit is_unit, const DiagnosticList& diagnostics,
                const std::function<void(const std::vector<Word>&)>& use) {
  const std::size_t most_faults = diagnostics.size() + DiagnosticList::kMostListed;
  Place line{&source, source.first_line, 1};
  for (std::size_t begin = 0; begin < source.text.size() && diagnostics.size() < most_faults; ++line.line) {
    const std::size_t end = std::min(source.text.find('\n', begin), source.text.size());
    const std::vector<Word> words = split_line(std::string_view(source.text).substr(begin, end - begin), line, is_unit);
    if (!words.empty()) use(words);
    begin = end + 1;
  }
}

bool may_be_unit(const Word& last, std::string_view next) {
  const std::string_view number = std::string_view(last.text).substr(last.text.find('=') + 1);
  const bool is_number = !number.empty() && number.find_first_not_of("0123456789.") == std::string_view::npos;
  const bool has_letters =
      std::isalpha(static_cast<unsigned char>(next[0])) != 0 && next.find('=') == std::string_view::npos;
  return is_number && has_letters;
}

std::vector<Word> split(const Word& word, char separator) {
  std::vector<Word> parts;
  for (std::size_t begin = 0; begin <= word.text.size();) {
    const std::size_t end = std::min(word.text.find(separator, begin), word.text.size());
    parts.push_back({word.text.substr(begin, end - begin), word.place.moved(begin)});
    begin = end + 1;
  }
  return parts;
}

}  // namespace tactus
