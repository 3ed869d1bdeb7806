#include "testbench/app/results/gtkwave_file.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace tactus {
namespace {

// Flags of a trace in a save file (GTKWave's analyzer.h).
constexpr unsigned kHex = 1U << 1;
constexpr unsigned kDecimal = 1U << 2;
constexpr unsigned kBinary = 1U << 3;
constexpr unsigned kRightJustified = 1U << 5;
constexpr unsigned kAscii = 1U << 11;
constexpr unsigned kBlank = 1U << 9;
constexpr unsigned kCollapsed = 1U << 12;
constexpr unsigned kTranslated = 1U << 13;
constexpr unsigned kAnalogStep = 1U << 15;
constexpr unsigned kAnalogStretch = 1U << 17;
constexpr unsigned kClosed = 1U << 22;
constexpr unsigned kGroupBegin = 1U << 23;
constexpr unsigned kGroupEnd = 1U << 24;
constexpr std::uint64_t kEnum = std::uint64_t{1} << 32U;

constexpr int kWindowWidth = 1600;
constexpr int kWindowHeight = 1000;
constexpr int kSignalsWidth = 480;
constexpr int kWavesWidth = kWindowWidth - kSignalsWidth - 70;

/// GTKWave's zoom is minus the binary logarithm of the time that 200 pixels show.
double zoom(Picoseconds begin, Picoseconds end) {
  const double per_pixel = static_cast<double>((end - begin).count()) / kWavesWidth;
  return -std::log2(per_pixel * 200);
}

}  // namespace

void GtkwaveFile::head(const std::string& dump_name, Picoseconds begin, Picoseconds end, Picoseconds marker) {
  file_.print("[dumpfile] \"{}\"\n[savefile] \"{}\"\n", dump_name, name_);
  file_.print("[timestart] {}\n[size] {} {}\n[pos] -1 -1\n", begin.count(), kWindowWidth, kWindowHeight);
  file_.print("*{:.6f} {}\n", zoom(begin, end), marker.count());
  file_.print("[sst_expanded] 0\n[signals_width] {}\n", kSignalsWidth);
}

void GtkwaveFile::begin_group(const std::string& name, bool open) {
  file_.print("@{:x}\n-{}\n", kGroupBegin | kBlank | (open ? 0 : kClosed), name);
}

void GtkwaveFile::end_group(const std::string& name, bool open) {
  file_.print("@{:x}\n-{}\n", kGroupEnd | kBlank | (open ? 0 : kClosed | kCollapsed), name);
}

void GtkwaveFile::comment(const std::string& text) { file_.print("@{:x}\n-{}\n", kBlank, text); }

void GtkwaveFile::trace(const std::string& signal, const std::string& alias, const Look& look) {
  if (look.text) {
    file_.print("@{:x}\n", kRightJustified | kAscii);
  } else if (look.named) {
    file_.print("@{:x}\n", kRightJustified | kBinary | kEnum);
  } else if (look.translation.empty()) {
    file_.print("@{:x}\n", kRightJustified | (look.hexadecimal ? kHex : kDecimal) | (look.curve ? kAnalogStep : 0));
  } else {
    file_.print("@{:x}\n^1 {}\n", kRightJustified | kHex | kTranslated, look.translation);
  }
  file_.print("{}{}\n", alias.empty() ? "" : fmt::format("+{{{}}} ", alias), signal);
  if (look.curve) file_.print("@{:x}\n-\n", kAnalogStretch);  // one line more of height
}

}  // namespace tactus
