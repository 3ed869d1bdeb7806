#include "testbench/app/results/fst_sink.h"

#include <fmt/core.h>
#include <fstapi.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "testbench/app/results/atomic_file.h"

namespace tactus {
namespace {

constexpr std::uint64_t kDeclarationBytes = 8;  // at most, beside the name

}  // namespace

FstSink::FstSink(std::filesystem::path path) : path_(std::move(path)) {
  make_folder_of(path_);
  errno = 0;
  writer_ = fstWriterCreate(partial_name(path_).c_str(), 1);
  if (writer_ == nullptr) throw ResultFileError(path_, std::generic_category().message(errno));
  fstWriterSetPackType(writer_, FST_WR_PT_LZ4);
  fstWriterSetTimescale(writer_, -12);
  fstWriterSetVersion(writer_, "Tactus");
  fstWriterSetDate(writer_, "");  // the same run gives the same file
}

FstSink::~FstSink() {
  if (writer_ == nullptr) return;
  fstWriterClose(writer_);
  std::error_code ignored;
  std::filesystem::remove(partial_name(path_), ignored);
}

void FstSink::open_scope(const std::string& name) {
  declared_bytes_ += name.size() + kDeclarationBytes;
  fstWriterSetScope(writer_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
}

void FstSink::close_scope() { fstWriterSetUpscope(writer_); }

void FstSink::add_signal(const std::string& name, int width) {
  const std::string range = width > 1 ? fmt::format(" [{}:0]", width - 1) : "";
  const auto bits = static_cast<std::uint32_t>(width);
  declared_bytes_ += name.size() + range.size() + kDeclarationBytes;
  signals_.push_back(
      {fstWriterCreateVar(writer_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, (name + range).c_str(), 0), bits});
}

// At the first time fstapi makes files of known size and maps them into memory, and does not look whether it could.
void FstSink::check_limit() {
  constexpr std::uint64_t kPositionBytes = 16;  // of each signal
  std::uint64_t bits = 0;
  for (const Signal& signal : signals_) bits += signal.width;
  const std::uint64_t largest = std::max({bits, signals_.size() * kPositionBytes, declared_bytes_});
  rlimit limit = {};
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  if (largest <= limit.rlim_cur) return;
  refused_ = fmt::format("{} signals need larger files than a limit (ulimit -f) of {} B allows", signals_.size(),
                         limit.rlim_cur);
  writer_ = nullptr;  // closing it would make these files
  for (const char* of_fstapi : {"", ".hier"}) {
    std::error_code ignored;
    std::filesystem::remove(partial_name(path_) += of_fstapi, ignored);
  }
}

void FstSink::set_time(Picoseconds time) {
  if (!std::exchange(begun_, true)) check_limit();
  if (refused_.empty()) fstWriterEmitTimeChange(writer_, time.count());
}

void FstSink::set_value(std::size_t signal, std::uint64_t value) {
  if (!refused_.empty()) return;
  fstWriterEmitValueChange64(writer_, signals_[signal].handle, signals_[signal].width, value);
}

void FstSink::finish(Picoseconds end) {
  set_time(end);
  if (!refused_.empty()) throw ResultFileError(path_, refused_);
  fstWriterClose(std::exchange(writer_, nullptr));
  try {
    check_complete(end);
    publish(path_);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(partial_name(path_), ignored);
    throw;
  }
}

// fstapi does not tell of failed writes: what it wrote is read back.
void FstSink::check_complete(Picoseconds end) const {
  void* reader = fstReaderOpen(partial_name(path_).c_str());
  const bool complete = reader != nullptr && fstReaderGetVarCount(reader) == signals_.size() &&
                        fstReaderGetEndTime(reader) == end.count();
  if (reader != nullptr) fstReaderClose(reader);
  if (complete) return;
  throw ResultFileError(
      path_, "could not be written completely; is the disk full, or the file larger than a limit (ulimit -f)?");
}

}  // namespace tactus
