#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tactus {

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`; upper and lower case are one.
int edit_distance(std::string_view a, std::string_view b);

/// Candidates that `word` may be a misspelling of, all at the same least distance; empty if none is near (a third of
/// the word's letters, at least one and at most three).
std::vector<std::string> misspelt_words(std::string_view word, const std::vector<std::string>& candidates);

/// Candidates that begin with `word`, which has three letters at least: "prio" is short for "priority".
std::vector<std::string> longer_words(std::string_view word, const std::vector<std::string>& candidates);

/// Candidates that a person who wrote `word` may have meant: a misspelt one or, if there is none, one that is cut
/// short.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean a or b?", or nothing if no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// "a, b and c", "a, b or c".
std::string enumeration(const std::vector<std::string>& words, const char* conjunction);

}  // namespace tactus
