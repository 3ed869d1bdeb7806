#include <systemc>
#include <vector>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/wave_sink.h"

namespace tactus {
namespace {

/// Identifier code of a signal: printable characters from '!' to '~'.
std::string code_of(std::size_t number) {
  constexpr std::size_t kCharacters = 94;
  std::string code;
  do {
    code.push_back(static_cast<char>('!' + number % kCharacters));
    number /= kCharacters;
  } while (number > 0);
  return code;
}

/// `text` without white space, which a VCD cannot have; GTKWave shows what it means.
std::string escaped(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == ' ') {
      all += "\\x20";
    } else if (c == '\\') {
      all += "\\\\";
    } else {
      all += c;
    }
  }
  return all;
}

/// Value change dump, IEEE 1364: text, any viewer reads it, about 20 bytes per change.
class VcdSink final : public WaveSink {
 public:
  explicit VcdSink(const std::filesystem::path& path);

  void open_scope(const std::string& name) override;
  void close_scope() override;
  void add_signal(const std::string& name, int width, const std::vector<std::string>& value_names) override;
  void add_text(const std::string& name) override;
  void end_declarations() override;
  void set_time(Picoseconds time) override;
  void set_value(std::size_t signal, std::uint64_t value) override;
  void set_text(std::size_t signal, const std::string& text) override;
  void finish(Picoseconds end) override;

 private:
  struct Signal {
    std::string code;
    int width = 1;
  };

  AtomicFile file_;
  std::vector<Signal> signals_;
};

VcdSink::VcdSink(const std::filesystem::path& path) : file_(path, sc_core::sc_stop) {
  file_.write("$version Tactus $end\n$timescale 1ps $end\n");
}

void VcdSink::open_scope(const std::string& name) { file_.print("$scope module {} $end\n", name); }
void VcdSink::close_scope() { file_.write("$upscope $end\n"); }

void VcdSink::add_signal(const std::string& name, int width, const std::vector<std::string>& /*value_names*/) {
  signals_.push_back({code_of(signals_.size()), width});
  const std::string range = width > 1 ? fmt::format(" [{}:0]", width - 1) : "";
  file_.print("$var wire {} {} {}{} $end\n", width, signals_.back().code, name, range);
}

void VcdSink::add_text(const std::string& name) {
  signals_.push_back({code_of(signals_.size()), 0});
  file_.print("$var string 1 {} {} $end\n", signals_.back().code, name);
}

void VcdSink::end_declarations() { file_.write("$enddefinitions $end\n"); }

void VcdSink::set_time(Picoseconds time) { file_.print("#{}\n", time.count()); }

void VcdSink::set_value(std::size_t signal, std::uint64_t value) {
  const Signal& s = signals_[signal];
  if (s.width == 1) {
    file_.print("{}{}\n", value & 1U, s.code);
  } else {
    file_.print("b{:b} {}\n", value, s.code);
  }
}

void VcdSink::set_text(std::size_t signal, const std::string& text) {
  file_.print("s{} {}\n", escaped(text), signals_[signal].code);
}

void VcdSink::finish(Picoseconds end) {
  set_time(end);
  file_.commit();
}

}  // namespace

std::unique_ptr<WaveSink> make_vcd_sink(const std::filesystem::path& path) { return std::make_unique<VcdSink>(path); }

}  // namespace tactus
