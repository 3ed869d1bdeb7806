#include "testbench/app/import/binary_reader.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 16U;

}  // namespace

BinaryReader::BinaryReader(const std::filesystem::path& path, ImportFaults& faults)
    : source_(path), faults_(faults), file_(path.string()), buffer_(kFirstBuffer) {}

std::string_view BinaryReader::peek(std::size_t size) {
  if (end_ - begin_ < size && source_.failure().empty()) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    // Grown as bytes come, so that a length that is wrong costs no memory.
    while (end_ < size && source_.failure().empty()) {
      if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
      const std::size_t got = source_.read(buffer_.data() + end_, buffer_.size() - end_);
      end_ += got;
      if (got == 0) break;
    }
  }
  return {buffer_.data() + begin_, std::min(size, end_ - begin_)};
}

bool BinaryReader::at_end() {
  if (!peek(1).empty()) return false;
  if (!source_.failure().empty() && !cut_) {
    cut_ = true;
    faults_.add(ImportPlace::of_file(file_), source_.failure());
  }
  return true;
}

std::string_view BinaryReader::take(std::size_t size, const char* what) {
  if (cut_) return {};
  const std::string_view bytes = size <= kMostAtOnce ? peek(size) : std::string_view();
  if (bytes.size() == size) {
    skip(size);
    return bytes;
  }
  cut_ = true;
  if (!source_.failure().empty()) {
    faults_.add(ImportPlace::of_file(file_), source_.failure());
  } else if (size > kMostAtOnce) {
    fault(offset(), fmt::format("{} of {} bytes: at most {}", what, size, kMostAtOnce));
  } else {
    fault(offset() + bytes.size(),
          fmt::format("the file ends within {}: {} of its {} bytes are missing", what, size - bytes.size(), size));
  }
  return {};
}

}  // namespace tactus
