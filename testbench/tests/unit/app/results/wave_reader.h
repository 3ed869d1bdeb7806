#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tactus {

/// A waveform file, read with other code than wrote it.
struct Wave {
  std::map<std::string, std::map<std::uint64_t, std::string>> changes;  ///< by name as GTKWave shows it, then by ps
  std::map<std::string, std::map<std::uint64_t, std::string>> texts;    ///< of signals that are texts, by name and ps
  std::map<std::string, std::vector<std::string>> value_names;  ///< text of value i, of an FST's signals that have such
  std::uint64_t end = 0;                                        ///< ps

  [[nodiscard]] std::set<std::string> names() const;
  /// Number shown at `time` ps; throws if nothing is shown yet.
  [[nodiscard]] std::uint64_t at(const std::string& name, std::uint64_t time) const;
  /// Text shown at `time` ps; throws if nothing is shown yet.
  [[nodiscard]] std::string text_at(const std::string& name, std::uint64_t time) const;
};

Wave read_vcd(const std::filesystem::path& path);
Wave read_fst(const std::filesystem::path& path);

/// Signals that the text of a GTKWave save file names, without their aliases ("+{alias} name").
std::set<std::string> gtkwave_signals(const std::string& save);

}  // namespace tactus
