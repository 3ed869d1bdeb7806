#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/results/wave_sink.h"

namespace tactus {

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
  void end_declarations() override {}
  void set_time(Picoseconds time) override;
  void set_value(std::size_t signal, std::uint64_t value) override;
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

}  // namespace tactus
