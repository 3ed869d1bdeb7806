#include "testbench/app/scenario/diagnostic.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

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

/// The start of a character of UTF-8 at or before byte `at`.
std::size_t character_at(const std::string& text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  return at;
}

/// A text of at most about `kLongest` bytes: of a longer one its ends.
std::string shortened(const std::string& text) {
  constexpr std::size_t kLongest = 1000;
  constexpr std::size_t kKept = 200;  // at either end
  if (text.size() <= kLongest) return text;
  const std::size_t tail = character_at(text, text.size() - kKept);
  return fmt::format("{}[... {} bytes ...]{}", text.substr(0, character_at(text, kKept)), text.size() - 2 * kKept,
                     text.substr(tail));
}

/// The line with a caret beneath byte `at`; of a long line what is around it.
std::string pointed(const std::string& line, std::size_t at) {
  constexpr std::size_t kLongest = 240;
  constexpr std::size_t kBefore = 80;
  constexpr std::size_t kAfter = 120;
  at = std::min(at, line.size());
  if (line.size() <= kLongest) return fmt::format("\n    {}\n    {}^", line, indentation(line, at));
  const std::size_t begin = character_at(line, at > kBefore ? at - kBefore : 0);
  const std::size_t end = character_at(line, std::min(at + kAfter, line.size()));
  const std::string part = line.substr(begin, end - begin);
  const std::string head = begin > 0 ? "..." : "";
  return fmt::format("\n    {}{}{}\n    {}{}^", head, part, end < line.size() ? "..." : "",
                     std::string(head.size(), ' '), indentation(part, at - begin));
}

/// Lines of `text`, each of which ends before the next, under a fault.
std::string indented(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != '\n' && !result.empty() && result.back() == '\n') result += "    ";
    result += c;
  }
  return result;
}

}  // namespace

std::string format(const Diagnostic& diagnostic) {
  const std::string file = shortened(diagnostic.file);
  const std::size_t picture_at = diagnostic.message.find("\n\n");
  const std::string message = shortened(diagnostic.message.substr(0, picture_at));
  if (diagnostic.line == 0) return fmt::format("{}: error: {}", file, message);
  std::string text = fmt::format("{}:{}:{}: error: {}", file, diagnostic.line, diagnostic.column, message);
  if (!diagnostic.source_line.empty()) {
    text += pointed(diagnostic.source_line, static_cast<std::size_t>(diagnostic.column - 1));
  }
  if (picture_at != std::string::npos) text += indented(diagnostic.message.substr(picture_at + 1));
  return text;
}

std::string SourceText::line(int line) const { return std::string(LineIndex(*this).line(line)); }

LineIndex::LineIndex(const SourceText& source) : source_(source), begins_{0} {
  for (std::size_t at = source.text.find('\n'); at != std::string::npos; at = source.text.find('\n', at + 1)) {
    begins_.push_back(at + 1);
  }
}

std::string_view LineIndex::line(int line) const {
  const auto number = static_cast<std::size_t>(line - source_.first_line);
  if (line < source_.first_line || number >= begins_.size()) return {};
  const std::string_view text = source_.text;
  const std::size_t begin = begins_[number];
  const std::size_t end = number + 1 < begins_.size() ? begins_[number + 1] - 1 : text.size();
  std::string_view found = text.substr(begin, end - begin);
  if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
  return found;
}

void DiagnosticList::add(const Place& place, std::string message, Hint hint) {
  found_.push_back({place, std::move(message), std::move(hint)});
}

void DiagnosticList::add(const DiagnosticList& more, const std::function<std::string(const std::string&)>& reworded) {
  for (const Found& found : more.found_) {
    Hint hint;
    if (found.hint) hint = [hint = found.hint, reworded] { return reworded(hint()); };
    found_.push_back({found.place, reworded(found.message), std::move(hint)});
  }
}

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
    ordered.back().hint = nullptr;
  }
  std::map<const SourceText*, LineIndex> lines;
  std::vector<Diagnostic> list;
  for (const Found& found : ordered) {
    const Place& place = found.place;
    const std::string message = found.hint ? found.message + found.hint() : found.message;
    const LineIndex& index = lines.try_emplace(place.source, *place.source).first->second;
    list.push_back({place.source->name, place.line, place.column, message, std::string(index.line(place.line))});
  }
  return list;
}

}  // namespace tactus
