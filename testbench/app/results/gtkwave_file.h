#pragma once

#include <filesystem>
#include <string>

#include "hw/common/units.h"
#include "testbench/app/results/atomic_file.h"

namespace tactus {

/// A save file of GTKWave being written: head, groups, traces. Throws ResultFileError.
class GtkwaveFile {
 public:
  /// How a trace is shown.
  struct Look {
    bool text = false;  ///< a text itself
    bool hexadecimal = false;
    bool curve = false;       ///< analog, twice as high
    bool named = false;       ///< by the texts of its values that the dump has
    std::string translation;  ///< file with a text for each value; empty for none
  };

  explicit GtkwaveFile(const std::filesystem::path& path) : name_(path.filename()), file_(path) {}

  /// The file `dump_name` beside it, from `begin` to `end` in the window, the marker at `marker`.
  void head(const std::string& dump_name, Picoseconds begin, Picoseconds end, Picoseconds marker);
  void begin_group(const std::string& name, bool open);
  void end_group(const std::string& name, bool open);
  /// `signal`: its full name in the dump; `alias`: what is shown instead, empty for the signal's own name.
  void trace(const std::string& signal, const std::string& alias, const Look& look);
  /// A line of text between traces.
  void comment(const std::string& text);
  void commit() { file_.commit(); }

 private:
  std::string name_;
  AtomicFile file_;
};

}  // namespace tactus
