#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "testbench/app/import/text_numbers.h"

namespace tactus {

/// Tokens of one line of GOAL text. Comments count as blanks; one that is not closed goes on in the next line.
class GoalLine {
 public:
  /// Begins a line.
  void begin(std::string_view line) {
    at_ = line.data();
    end_ = line.data() + line.size();
  }

  /// Whether only blanks and comments are left; goes to the next token otherwise.
  bool at_end() {
    for (;;) {
      if (in_comment_ && !leave_comment()) return true;
      while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
      if (at_ == end_) return true;
      if (*at_ != '/' || at_ + 1 == end_) return false;
      if (at_[1] == '/') {
        at_ = end_;
      } else if (at_[1] == '*') {
        at_ += 2;
        in_comment_ = true;
      } else {
        return false;
      }
    }
  }
  /// A word of letters, digits and underscores that begins with a letter; empty if there is none.
  std::string_view word() {
    if (at_end() || !is_letter(*at_)) return {};
    const char* const begin = at_;
    while (at_ != end_ && (is_letter(*at_) || is_digit(*at_) || *at_ == '_')) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }
  /// Digits, with a sign before them if `sign` is set; empty if there are none.
  std::string_view digits(bool sign = false) {
    if (at_end()) return {};
    const char* const begin = at_;
    if (sign && *at_ == '-') ++at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    if (at_ == begin + 1 && *begin == '-') at_ = begin;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }
  /// Goes past `c` if it is the next token.
  bool take(char c) {
    if (at_end() || *at_ != c) return false;
    ++at_;
    return true;
  }
  [[nodiscard]] bool next_is(char c) { return !at_end() && *at_ == c; }
  /// Goes to the end of the statement: a semicolon, a brace or the end of the line.
  void skip_statement() {
    while (!at_end() && *at_ != ';' && *at_ != '}') ++at_;
  }
  /// Where the next byte stands.
  [[nodiscard]] const char* at() const { return at_; }
  [[nodiscard]] bool in_comment() const { return in_comment_; }

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

 private:
  bool leave_comment() {
    for (; at_ != end_; ++at_) {
      if (*at_ == '*' && at_ + 1 != end_ && at_[1] == '/') {
        at_ += 2;
        in_comment_ = false;
        return true;
      }
    }
    return false;
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  bool in_comment_ = false;
};

}  // namespace tactus
