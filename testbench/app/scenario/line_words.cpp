#include "testbench/app/scenario/line_words.h"

#include <algorithm>

namespace tactus {

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
      Place place = begin;
      place.column += static_cast<int>(at);
      words.push_back({std::string(text), place});
    }
    at = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

}  // namespace tactus
