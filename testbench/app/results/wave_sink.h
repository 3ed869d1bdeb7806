#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "hw/common/units.h"

namespace tactus {

/// A waveform file being written: first the hierarchy, then values in the order of time. The file appears under its
/// name with `finish`; without it nothing is left. A failure to open throws ResultFileError, a failure to write is told
/// by `finish`.
class WaveSink {
 public:
  virtual ~WaveSink() = default;

  virtual void open_scope(const std::string& name) = 0;
  virtual void close_scope() = 0;
  /// Signals are numbered from 0 in the order of their declaration. `width` is 1..64 bits. `value_names`: text of value
  /// i, for formats that have such; empty for a plain number.
  virtual void add_signal(const std::string& name, int width, const std::vector<std::string>& value_names) = 0;
  /// A signal that is a text, numbered with the others.
  virtual void add_text(const std::string& name) = 0;
  /// After the last declaration.
  virtual void end_declarations() = 0;

  /// Later values hold from `time` on. Times grow.
  virtual void set_time(Picoseconds time) = 0;
  virtual void set_value(std::size_t signal, std::uint64_t value) = 0;
  /// `signal` is a text; an empty one is shown as a line.
  virtual void set_text(std::size_t signal, const std::string& text) = 0;

  /// The waveform ends at `end`.
  virtual void finish(Picoseconds end) = 0;
};

std::unique_ptr<WaveSink> make_fst_sink(std::filesystem::path path);
std::unique_ptr<WaveSink> make_vcd_sink(const std::filesystem::path& path);

}  // namespace tactus
