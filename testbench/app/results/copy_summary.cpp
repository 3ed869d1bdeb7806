#include "testbench/app/results/copy_summary.h"

#include <fmt/format.h>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/run_fields.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {

ResultFields<AccessCounts> declare(Struct<AccessCounts>) {
  using Of = AccessCounts;
  return {
      field("l1_hits", &Of::l1_hits, "", "Lines that were found in L1."),
      field("l2_hits", &Of::l2_hits, "", "Lines that were found in L2."),
      field("other_core", &Of::other_core, "", "Lines that the L2 of another core had."),
      field("memory", &Of::memory, "", "Lines that came from memory."),
      field("upgrades", &Of::upgrades, "", "Lines that were found, and needed the right to write."),
      field("tlb_misses", &Of::tlb_misses, "", "Accesses whose page was not in the TLB."),
  };
}

namespace {

/// Lines over all processes and repetitions.
AccessCounts sum_of(const CopyCaseSummary& each) {
  AccessCounts sum;
  for (const AccessCounts& counts : each.counts) sum += counts;
  return sum;
}

std::string case_text(const CopyCaseSummary& each) {
  std::string text = each.name;
  if (each.size != Bytes{0}) {
    const double rate = static_cast<double>(each.size.count()) / each.time_s * 1e-9;
    text += fmt::format(", {} B: {}, {:.3f} GB/s", each.size.count(), duration_text(each.time_s), rate);
  } else {
    text += fmt::format(": {} a repetition", duration_text(each.time_s));
  }
  if (!each.advised.empty()) text += " by " + each.advised;
  const AccessCounts sum = sum_of(each);
  return text + fmt::format("; lines from L1 {}, L2 {}, other cores {}, memory {}", sum.l1_hits, sum.l2_hits,
                            sum.other_core, sum.memory);
}

}  // namespace

ResultFields<CopyCaseSummary> declare(Struct<CopyCaseSummary>) {
  using Of = CopyCaseSummary;
  return {
      field("name", &Of::name, "", "Name of the pattern, or of the application."),
      field_if_any("bytes", &Of::size, "B", "Length of a message; only of ping-pongs."),
      field_if_any("advised", &Of::advised, "",
                   "Protocol that a ping-pong went by, if it was [advised](copies.md#advice)."),
      field("time_s", &Of::time_s, "s", "Time of a message, half of a round trip; or time of a repetition."),
      within(sum_of),
      computed<Of>(
          "l1_misses", [](const Of& each) { return sum_of(each).l1_misses(); }, "", "Lines that were not found in L1."),
  };
}

ResultFields<CopySummary> declare(Struct<CopySummary>) {
  return {field("cases", &CopySummary::cases, "",
                "Copies that were timed, with lines over all processes and repetitions.")};
}

void add_lines(const CopySummary& summary, SummaryLines& lines) {
  for (const CopyCaseSummary& each : summary.cases) lines.add("copies", "{}", case_text(each));
}

void write_copies(const std::filesystem::path& folder, const CopySummary& summary) {
  AtomicFile file(folder / "copies.csv");
  file.write("name,bytes,time_ns,process");
  for (const ResultField<AccessCounts>& count : fields_of<AccessCounts>()) file.print(",{}", count.name);
  file.write("\n");
  for (const CopyCaseSummary& each : summary.cases) {
    for (std::size_t process = 0; process < each.counts.size(); ++process) {
      file.print("{},{},{:.3f},{}", each.name, each.size.count(), each.time_s * 1e9, process);
      for (const ResultField<AccessCounts>& count : fields_of<AccessCounts>()) {
        file.print(",{}", count.write(each.counts[process]).dump());
      }
      file.write("\n");
    }
  }
  file.commit();
}

}  // namespace tactus
