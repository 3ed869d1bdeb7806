#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <bitset>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "testbench/app/files/printable.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/fst_library.h"
#include "testbench/app/results/wave_sink.h"

namespace tactus {
namespace {

constexpr std::uint64_t kDeclarationBytes = 8;  // at most, beside the name
constexpr std::uint64_t kEscapedBytes = 4;      // at most, of one character

/// For the handler, which may call next to nothing.
std::string bus_error_text;
struct sigaction handler_before = {};

/// fstapi maps files into memory. What lacks of one on a full disk is a bus error when it is looked at.
void bus_error(int /*signal*/, siginfo_t* information, void* /*context*/) {
  if (information->si_code != BUS_ADRERR) {
    sigaction(SIGBUS, &handler_before, nullptr);  // which the fault, repeated, finds
    return;
  }
  static_cast<void>(!write(STDERR_FILENO, bus_error_text.data(), bus_error_text.size()));
  _exit(1);
}

void watch_for_bus_errors(const std::filesystem::path& path) {
  bus_error_text = printable(
      fmt::format("tactus: {}: the disk, or that of temporary files (/tmp), is full\n", published(path).string()));
  struct sigaction action = {};
  action.sa_sigaction = bus_error;
  action.sa_flags = SA_SIGINFO;
  struct sigaction before = {};
  sigaction(SIGBUS, &action, &before);
  if (before.sa_sigaction != bus_error) handler_before = before;
}

/// Fast signal trace, GTKWave's own packed format: about 5 bytes per change, and GTKWave opens long runs at once.
/// Names of values are in the file, for every viewer that knows them.
class FstSink final : public WaveSink {
 public:
  explicit FstSink(std::filesystem::path path);
  ~FstSink() override;
  FstSink(const FstSink&) = delete;
  FstSink& operator=(const FstSink&) = delete;

  void open_scope(const std::string& name) override;
  void close_scope() override;
  void add_signal(const std::string& name, int width, const std::vector<std::string>& value_names) override;
  void add_text(const std::string& name) override;
  void end_declarations() override {}
  void set_time(Picoseconds time) override;
  void set_value(std::size_t signal, std::uint64_t value) override;
  void set_text(std::size_t signal, const std::string& text) override;
  void finish(Picoseconds end) override;

 private:
  struct Signal {
    std::uint32_t handle = 0;
    std::uint32_t width = 1;
  };

  /// Gives the signal that is declared next the names of its values.
  void refer_to_table(const std::string& name, std::uint32_t width, const std::vector<std::string>& value_names);
  void check_limit();
  void check_complete(Picoseconds end) const;

  std::filesystem::path path_;
  void* writer_ = nullptr;  ///< writer of fstapi
  std::vector<Signal> signals_;
  std::map<std::pair<std::uint32_t, std::vector<std::string>>, std::uint32_t> tables_;  ///< by width and names
  std::uint64_t declared_bytes_ = 0;  ///< at most, of names and what goes with them
  std::string refused_;               ///< why nothing is written; told at the end
  bool begun_ = false;                ///< a time has been set
};

FstSink::FstSink(std::filesystem::path path) : path_(std::move(path)) {
  make_folder_of(path_);
  watch_for_bus_errors(path_);
  errno = 0;
  writer_ = fstWriterCreate(partial_name(path_).c_str(), 1);
  if (writer_ == nullptr) throw ResultFileError(path_, std::generic_category().message(errno));
  fstWriterSetPackType(writer_, FST_WR_PT_LZ4);
  fstWriterSetTimescale(writer_, -12);
  fstWriterSetVersion(writer_, "Tactus");
  fstWriterSetDate(writer_, "");  // the same run gives the same file
}

FstSink::~FstSink() {
  if (writer_ != nullptr) {
    fstWriterClose(writer_);
    std::error_code ignored;
    std::filesystem::remove(partial_name(path_), ignored);
  }
  sigaction(SIGBUS, &handler_before, nullptr);
}

void FstSink::open_scope(const std::string& name) {
  declared_bytes_ += name.size() + kDeclarationBytes;
  fstWriterSetScope(writer_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
}

void FstSink::close_scope() { fstWriterSetUpscope(writer_); }

void FstSink::refer_to_table(const std::string& name, std::uint32_t width,
                             const std::vector<std::string>& value_names) {
  const auto [entry, is_new] = tables_.try_emplace({width, value_names});
  if (is_new) {
    declared_bytes_ += name.size() + kDeclarationBytes;
    std::vector<std::string> values;
    for (std::size_t value = 0; value < value_names.size(); ++value) {
      values.push_back(std::bitset<64>(value).to_string().substr(64 - width));
      declared_bytes_ += kEscapedBytes * value_names[value].size() + width + 2;  // a blank behind each
    }
    const auto pointers = [](const std::vector<std::string>& texts) {
      std::vector<const char*> all;
      for (const std::string& text : texts) all.push_back(text.c_str());
      return all;
    };
    entry->second = fstWriterCreateEnumTable(writer_, name.c_str(), static_cast<std::uint32_t>(values.size()), width,
                                             pointers(value_names).data(), pointers(values).data());
  }
  declared_bytes_ += kDeclarationBytes;
  fstWriterEmitEnumTableRef(writer_, entry->second);
}

void FstSink::add_signal(const std::string& name, int width, const std::vector<std::string>& value_names) {
  const std::string range = width > 1 ? fmt::format(" [{}:0]", width - 1) : "";
  const auto bits = static_cast<std::uint32_t>(width);
  declared_bytes_ += name.size() + range.size() + kDeclarationBytes;
  if (!value_names.empty()) refer_to_table(name, bits, value_names);
  signals_.push_back(
      {fstWriterCreateVar(writer_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, (name + range).c_str(), 0), bits});
}

void FstSink::add_text(const std::string& name) {
  declared_bytes_ += name.size() + kDeclarationBytes;
  signals_.push_back({fstWriterCreateVar(writer_, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name.c_str(), 0), 0});
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

void FstSink::set_text(std::size_t signal, const std::string& text) {
  if (!refused_.empty()) return;
  fstWriterEmitVariableLengthValueChange(writer_, signals_[signal].handle, text.data(),
                                         static_cast<std::uint32_t>(text.size()));
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

}  // namespace

std::unique_ptr<WaveSink> make_fst_sink(std::filesystem::path path) {
  return std::make_unique<FstSink>(std::move(path));
}

}  // namespace tactus
