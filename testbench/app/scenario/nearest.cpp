#include "testbench/app/scenario/nearest.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace tactus {
namespace {

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// No word of ours is longer; keeps the cost of comparing with a fuzzer's words bounded.
constexpr std::size_t kLongestWord = 64;

/// Fewer letters are short for too many words.
constexpr std::size_t kShortestBeginning = 3;

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before_previous(b.size() + 1);
  std::vector<int> previous(b.size() + 1);
  std::vector<int> current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = same_letter(a[i - 1], b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before_previous[j - 2] + 1);
    }
    before_previous.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

std::vector<std::string> misspelt_words(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::string> found;
  if (word.size() > kLongestWord) return found;
  int least = std::clamp(static_cast<int>(word.size()) / 3, 1, 3);
  for (const std::string& candidate : candidates) {
    const int distance = edit_distance(word, candidate);
    if (distance > least || distance >= static_cast<int>(candidate.size())) continue;
    if (distance < least) found.clear();
    least = distance;
    if (std::find(found.begin(), found.end(), candidate) == found.end()) found.push_back(candidate);
  }
  return found;
}

std::vector<std::string> longer_words(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::string> found;
  if (word.size() < kShortestBeginning) return found;
  for (const std::string& candidate : candidates) {
    const bool begins =
        candidate.size() > word.size() && std::equal(word.begin(), word.end(), candidate.begin(), same_letter);
    if (begins && std::find(found.begin(), found.end(), candidate) == found.end()) found.push_back(candidate);
  }
  return found;
}

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::string> found = misspelt_words(word, candidates);
  return found.empty() ? longer_words(word, candidates) : found;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::vector<std::string> found = nearest(word, candidates);
  return found.empty() ? std::string() : "; did you mean " + enumeration(found, "or") + "?";
}

std::string enumeration(const std::vector<std::string>& words, const char* conjunction) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? std::string(" ") + conjunction + " " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace tactus
