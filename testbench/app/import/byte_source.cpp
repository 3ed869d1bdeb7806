#include "testbench/app/import/byte_source.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace tactus {
namespace {

constexpr unsigned kReadBlock = 1U << 16U;

std::string reason_for(int error) {
  if (error == ENOENT || error == ENOTDIR) return "no such file";
  if (error == EACCES) return "no permission to read it";
  if (error == ENXIO) return "this is no regular file";  // a socket
  return std::generic_category().message(error);
}

std::string obstacle_of(const struct stat& status) {
  if (S_ISDIR(status.st_mode)) return "this is a directory, not a file";
  return S_ISREG(status.st_mode) ? "" : "this is no regular file";
}

}  // namespace

struct ByteSource::Stream {
  gzFile file = nullptr;
};

ByteSource::ByteSource(const std::filesystem::path& path) : stream_(std::make_unique<Stream>()) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) {
    failure_ = reason_for(errno);
    return;
  }
  // Not opened: who writes to a pipe would take that for a reader.
  failure_ = obstacle_of(status);
  if (!failure_.empty()) return;
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) {
    failure_ = reason_for(errno);
    return;
  }
  stream_->file = gzdopen(descriptor, "rb");
  if (stream_->file == nullptr) {
    close(descriptor);
    throw std::bad_alloc();
  }
  gzbuffer(stream_->file, kReadBlock);
}

ByteSource::~ByteSource() {
  if (stream_->file != nullptr) gzclose_r(stream_->file);
}

std::size_t ByteSource::read(char* to, std::size_t size) {
  std::size_t got = 0;
  while (got < size && failure_.empty()) {
    const int part =
        gzread(stream_->file, to + got, static_cast<unsigned>(std::min<std::size_t>(size - got, kReadBlock)));
    int error = Z_OK;
    const char* text = gzerror(stream_->file, &error);
    if (part < 0) {
      failure_ = error == Z_ERRNO ? reason_for(errno) : fmt::format("the gzip data is damaged ({})", text);
      break;
    }
    got += static_cast<std::size_t>(part);
    offset_ += static_cast<std::uint64_t>(part);
    if (error == Z_BUF_ERROR) failure_ = "the gzip data ends in the middle: the file is cut";
    if (part == 0) break;
    if (gzdirect(stream_->file) != 0) continue;
    const auto packed = static_cast<std::uint64_t>(std::max<z_off_t>(gzoffset(stream_->file), 1));
    if (offset_ > kMostBytes || (offset_ > kFree && offset_ > packed * kMostPerByte)) {
      failure_ = fmt::format("{} bytes of gzip data became {}: at most {} per byte and {} in all are read", packed,
                             offset_, kMostPerByte, kMostBytes);
    }
  }
  return got;
}

}  // namespace tactus
