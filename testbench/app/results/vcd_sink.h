#pragma once

#include <filesystem>
#include <vector>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/wave_sink.h"

namespace tactus {

/// Value change dump, IEEE 1364: text, any viewer reads it, about 20 bytes per change.
class VcdSink final : public WaveSink {
 public:
  explicit VcdSink(const std::filesystem::path& path);

  void open_scope(const std::string& name) override;
  void close_scope() override;
  void add_signal(const std::string& name, int width, const std::vector<std::string>& value_names) override;
  void end_declarations() override;
  void set_time(Picoseconds time) override;
  void set_value(std::size_t signal, std::uint64_t value) override;
  void finish(Picoseconds end) override;

 private:
  struct Signal {
    std::string code;
    int width = 1;
  };

  AtomicFile file_;
  std::vector<Signal> signals_;
};

}  // namespace tactus
