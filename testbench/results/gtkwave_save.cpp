#include "testbench/results/gtkwave_save.h"

#include <cmath>
#include <map>
#include <utility>

#include "testbench/results/atomic_file.h"

namespace tactus {
namespace {

// Flags of a trace in a save file (GTKWave's analyzer.h).
constexpr unsigned kHex = 1U << 1;
constexpr unsigned kDecimal = 1U << 2;
constexpr unsigned kRightJustified = 1U << 5;
constexpr unsigned kBlank = 1U << 9;
constexpr unsigned kTranslated = 1U << 13;
constexpr unsigned kClosed = 1U << 22;
constexpr unsigned kGroupBegin = 1U << 23;
constexpr unsigned kGroupEnd = 1U << 24;

/// Numbers wider than this are contents of flits, which people read in hexadecimal.
constexpr int kWidestDecimal = 48;

constexpr int kWindowWidth = 1600;
constexpr int kWindowHeight = 1000;
constexpr int kSignalsWidth = 380;
constexpr int kWavesWidth = kWindowWidth - kSignalsWidth - 40;

class SaveFile {
 public:
  SaveFile(const std::filesystem::path& folder, const ProbeList& probes)
      : folder_(folder), probes_(probes), file_(folder / "waves.gtkw") {}

  void write(const std::string& dump_name, const WaveScope& hierarchy, Picoseconds begin, Picoseconds end) {
    file_.print("[dumpfile] \"{}\"\n[savefile] \"waves.gtkw\"\n", dump_name);
    file_.print("[timestart] {}\n[size] {} {}\n[pos] -1 -1\n", begin.count(), kWindowWidth, kWindowHeight);
    file_.print("*{:.6f} {}\n", zoom(begin, end), begin.count());
    file_.print("[sst_expanded] 0\n[signals_width] {}\n", kSignalsWidth);
    for (const WaveScope& scope : hierarchy.scopes) write_scope(scope, 0);
    file_.commit();
  }

 private:
  /// GTKWave's zoom is minus the binary logarithm of the time that 200 pixels show.
  static double zoom(Picoseconds begin, Picoseconds end) {
    const double per_pixel = static_cast<double>((end - begin).count()) / kWavesWidth;
    return -std::log2(per_pixel * 200);
  }

  void write_scope(const WaveScope& scope, int depth) {
    write_group_line(kGroupBegin, scope.name);
    for (const std::size_t signal : scope.signals) write_signal(probes_[signal]);
    for (const WaveScope& inner : scope.scopes) write_scope(inner, depth + 1);
    write_group_line(kGroupEnd, scope.name);
  }

  void write_group_line(unsigned flags, const std::string& name) { file_.print("@{:x}\n-{}\n", flags | kBlank, name); }

  void write_signal(const Probe& probe) {
    if (probe.enum_names.empty()) {
      file_.print("@{:x}\n", kRightJustified | (probe.width > kWidestDecimal || probe.width == 1 ? kHex : kDecimal));
    } else {
      file_.print("@{:x}\n^1 {}\n", kRightJustified | kHex | kTranslated, translation_of(probe));
    }
    file_.print("{}\n", wave_name(probe));
  }

  /// Name of the file that translates the values of `probe`; written if it is the first to need it.
  std::string translation_of(const Probe& probe) {
    const auto [entry, is_new] = translations_.try_emplace({probe.name, probe.width, probe.enum_names});
    if (!is_new) return entry->second;
    entry->second = fmt::format("enums/{}.txt", unused_name(probe.name));
    AtomicFile file(folder_ / entry->second);
    for (std::size_t value = 0; value < probe.enum_names.size(); ++value) {
      file.print("{:0{}x} {}\n", value, (probe.width + 3) / 4, probe.enum_names[value]);
    }
    file.commit();
    return entry->second;
  }

  std::string unused_name(const std::string& name) {
    const int uses = ++name_uses_[name];
    return uses == 1 ? name : fmt::format("{}_{}", name, uses);
  }

  using Translation = std::tuple<std::string, int, std::vector<std::string>>;

  const std::filesystem::path& folder_;
  const ProbeList& probes_;
  AtomicFile file_;
  std::map<Translation, std::string> translations_;
  std::map<std::string, int> name_uses_;
};

}  // namespace

void write_gtkwave_save(const std::filesystem::path& folder, const std::string& dump_name, const ProbeList& probes,
                        const WaveScope& hierarchy, Picoseconds begin, Picoseconds end) {
  SaveFile(folder, probes).write(dump_name, hierarchy, begin, end);
}

}  // namespace tactus
