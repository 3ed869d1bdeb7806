#include "testbench/app/import/line_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

namespace tactus {
namespace {

constexpr std::size_t kFirstLines = std::size_t{1} << 16U;

}  // namespace

LineReader::LineReader(const std::filesystem::path& path, ImportFaults& faults)
    : source_(path), faults_(faults), file_(path.string()), buffer_(kFirstLines) {
  if (!source_.failure().empty()) {
    faults_.add(ImportPlace::of_file(file_), source_.failure());
    ended_ = true;
  }
}

bool LineReader::refill() {
  if (ended_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (buffer_.size() >= kLongestLine) {
      faults_.add({file_, number_ + 1, 1, {}}, fmt::format("the line has more than {} bytes", kLongestLine));
      ended_ = true;
      return false;
    }
    buffer_.resize(2 * buffer_.size());
  }
  const std::size_t got = source_.read(buffer_.data() + end_, buffer_.size() - end_);
  ended_ = got < buffer_.size() - end_;
  end_ += got;
  if (!source_.failure().empty()) {
    faults_.add(ImportPlace::of_file(file_), source_.failure());
    ended_ = true;
  }
  return got > 0;
}

bool LineReader::next() {
  std::size_t looked_at = 0;
  for (;;) {
    const char* from = buffer_.data() + begin_ + looked_at;
    const auto* found = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_ - looked_at));
    if (found != nullptr) {
      const char* const line = buffer_.data() + begin_;
      line_ = std::string_view(line, static_cast<std::size_t>(found - line));
      begin_ += line_.size() + 1;
      ended_with_line_ = true;
      break;
    }
    looked_at = end_ - begin_;
    if (refill()) continue;
    if (begin_ == end_ || !source_.failure().empty() || end_ - begin_ >= kLongestLine) return false;
    line_ = std::string_view(buffer_.data() + begin_, end_ - begin_);
    begin_ = end_;
    ended_with_line_ = false;
    break;
  }
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  ++number_;
  return true;
}

}  // namespace tactus
