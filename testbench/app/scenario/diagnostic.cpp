#include "testbench/app/scenario/diagnostic.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace tactus {
namespace {

/// Blanks as wide as the first `bytes` bytes of `line`: tabs stay, a UTF-8 character is one blank.
std::string indentation(const std::string& line, std::size_t bytes) {
  std::string blanks;
  for (std::size_t i = 0; i < bytes && i < line.size(); ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    const bool continues_character = (byte & 0xC0U) == 0x80U;
    if (!continues_character) blanks += byte == '\t' ? '\t' : ' ';
  }
  return blanks;
}

}  // namespace

std::string format(const Diagnostic& diagnostic) {
  if (diagnostic.line == 0) return fmt::format("{}: error: {}", diagnostic.file, diagnostic.message);
  std::string text =
      fmt::format("{}:{}:{}: error: {}", diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.message);
  if (!diagnostic.source_line.empty()) {
    const auto before = static_cast<std::size_t>(diagnostic.column - 1);
    text += fmt::format("\n    {}\n    {}^", diagnostic.source_line, indentation(diagnostic.source_line, before));
  }
  return text;
}

std::string SourceText::line(int line) const {
  std::size_t begin = 0;
  for (int number = first_line; number < line; ++number) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return {};
    ++begin;
  }
  std::string found = text.substr(begin, text.find('\n', begin) - begin);
  if (!found.empty() && found.back() == '\r') found.pop_back();
  return found;
}

void DiagnosticList::add(const Place& place, std::string message) { found_.push_back({place, std::move(message)}); }

std::vector<Diagnostic> DiagnosticList::sorted() const {
  const auto position = [](const Found& found) {
    return std::make_tuple(found.place.source->order, found.place.line, found.place.column);
  };
  std::vector<Found> ordered = found_;
  std::stable_sort(ordered.begin(), ordered.end(), [&](const Found& a, const Found& b) {
    return std::tie(a.place.source->order, a.place.line, a.place.column, a.message) <
           std::tie(b.place.source->order, b.place.line, b.place.column, b.message);
  });
  const auto same = [&](const Found& a, const Found& b) {
    return position(a) == position(b) && a.message == b.message;
  };
  ordered.erase(std::unique(ordered.begin(), ordered.end(), same), ordered.end());
  const std::size_t more = ordered.size() > kMostListed ? ordered.size() - kMostListed : 0;
  if (more > 0) {
    ordered.resize(kMostListed + 1);
    ordered.back().message = fmt::format("{} more faults from here on are not listed", more);
  }
  std::vector<Diagnostic> list;
  for (const Found& found : ordered) {
    const Place& place = found.place;
    list.push_back({place.source->name, place.line, place.column, found.message, place.source->line(place.line)});
  }
  return list;
}

}  // namespace tactus
