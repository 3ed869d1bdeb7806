#include "testbench/app/results/rtl_trace_save.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/app/results/gtkwave_file.h"

namespace tactus {
namespace {

/// Cycles before the marker that the view shows.
constexpr Cycles kBeforeMarker{40};

void write_instances(const PartPins& pins, GtkwaveFile& save) {
  for (const std::string& path : pins.paths) {
    const bool open = path == pins.paths.front();
    save.begin_group(path, open);
    for (std::size_t port = 0; port < pins.ports.size(); ++port) {
      GtkwaveFile::Look look;
      look.hexadecimal = pins.bits[port] == 1;
      const std::string range = pins.bits[port] > 1 ? fmt::format("[{}:0]", pins.bits[port] - 1) : "";
      save.trace(fmt::format("{}.{}{}", path, pins.ports[port], range), "", look);
    }
    save.end_group(path, open);
  }
}

}  // namespace

void write_rtl_trace_saves(const RtlTraceFiles& files, Clock clock, Picoseconds end, Cycles marked) {
  for (const RtlTraceFiles::File& file : files.files()) {
    std::filesystem::path path = files.file_of(file.instance);
    path.replace_extension(".gtkw");
    GtkwaveFile save(path);
    const Picoseconds marker = clock.edge(marked);
    const Picoseconds first = clock.edge(marked - std::min(marked, kBeforeMarker));
    const bool whole = marked == Cycles{};
    save.head(RtlTraceFiles::name_of(file.instance), first, whole ? end : clock.edge(marked + Cycles{1}), marker);
    write_instances(file.pins, save);
    save.commit();
  }
}

}  // namespace tactus
