#include "testbench/app/results/copy_summary.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

struct NamedCount {
  const char* name;
  std::uint64_t AccessCounts::*member;
};
constexpr std::array<NamedCount, 6> kCounts = {{{"l1_hits", &AccessCounts::l1_hits},
                                                {"l2_hits", &AccessCounts::l2_hits},
                                                {"other_core", &AccessCounts::other_core},
                                                {"memory", &AccessCounts::memory},
                                                {"upgrades", &AccessCounts::upgrades},
                                                {"tlb_misses", &AccessCounts::tlb_misses}}};

AccessCounts sum_of(const CopyCaseSummary& each) {
  AccessCounts sum;
  for (const AccessCounts& counts : each.counts) sum += counts;
  return sum;
}

Json case_json(const CopyCaseSummary& each) {
  Json json = {{"name", each.name}};
  if (each.size != Bytes{0}) json["bytes"] = each.size.count();
  if (!each.advised.empty()) json["advised"] = each.advised;
  json["time_s"] = each.time_s;
  const AccessCounts sum = sum_of(each);
  for (const NamedCount& count : kCounts) json[count.name] = sum.*count.member;
  json["l1_misses"] = sum.l1_misses();
  return json;
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

Json json_of(const CopySummary& summary) {
  Json cases = Json::array();
  for (const CopyCaseSummary& each : summary.cases) cases.push_back(case_json(each));
  return {{"cases", cases}};
}

std::vector<std::pair<std::string, std::string>> text_lines(const CopySummary& summary) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const CopyCaseSummary& each : summary.cases) lines.emplace_back("copies", case_text(each));
  return lines;
}

void write_copies(const std::filesystem::path& folder, const CopySummary& summary) {
  AtomicFile file(folder / "copies.csv");
  file.write("name,bytes,time_ns,process");
  for (const NamedCount& count : kCounts) file.print(",{}", count.name);
  file.write("\n");
  for (const CopyCaseSummary& each : summary.cases) {
    for (std::size_t process = 0; process < each.counts.size(); ++process) {
      file.print("{},{},{:.3f},{}", each.name, each.size.count(), each.time_s * 1e9, process);
      for (const NamedCount& count : kCounts) file.print(",{}", each.counts[process].*count.member);
      file.write("\n");
    }
  }
  file.commit();
}

}  // namespace tactus
