#include "testbench/app/validate/pvas_paper.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tactus {
namespace {

using namespace pvas_runs;

constexpr char kDdtBench[] = "manycore/ddtbench.yaml";
constexpr double kTolerance = 0.25;
constexpr char kReason[] =
    "measured on a machine whose replacement, prefetching and library instructions are published in part, and told in "
    "words or read off plots";
constexpr char kFewRepetitions[] = "workload.repetitions=3";

std::string over(const char* key, const std::vector<std::string>& values) {
  return fmt::format("{}={}", key, fmt::join(values, ","));
}

RunSet fft(const char* name, int n, bool full) {
  return {name,
          "manycore/fft2d.yaml",
          {fmt::format("n={}", n)},
          {"protocol=pvas,sm_rendezvous,sm_eager", over("manycore.quantum", pvas_quanta())},
          full};
}

}  // namespace

Expectation on_phi(double value, int decimals, std::string unit) {
  return Expectation::about(value, decimals, std::move(unit)).within(kTolerance, kReason);
}

Expectation on_phi(double least, double most, int decimals, std::string unit) {
  return Expectation::between(least, most, decimals, std::move(unit)).within(kTolerance, kReason);
}

const std::vector<std::string>& pvas_patterns() {
  static const std::vector<std::string> kPatterns = {"WRF_y_vec",    "WRF_y_sa",     "WRF_x_vec",    "WRF_x_sa",
                                                     "MILC_su3_zd",  "NAS_LU_x",     "NAS_LU_y",     "NAS_MG_x",
                                                     "NAS_MG_y",     "NAS_MG_z",     "LAMMPS_full",  "LAMMPS_atomic",
                                                     "SPECFEM3D_oc", "SPECFEM3D_cm", "SPECFEM3D_mt", "FFT"};
  return kPatterns;
}

std::vector<PvasLayout> pvas_layouts() {
  std::vector<PvasLayout> layouts = {{"WRF_y_vec and _sa", {"WRF_y_vec", "WRF_y_sa"}},
                                     {"WRF_x_vec and _sa", {"WRF_x_vec", "WRF_x_sa"}}};
  for (const std::string& pattern : pvas_patterns()) {
    if (pattern.rfind("WRF", 0) != 0) layouts.push_back({pattern, {pattern}});
  }
  return layouts;
}

const std::vector<std::string>& pvas_buffers() {
  static const std::vector<std::string> kBuffers = {"4 KiB", "8 KiB", "16 KiB", "32 KiB", "64 KiB"};
  return kBuffers;
}

const std::vector<std::string>& pvas_quanta() {
  static const std::vector<std::string> kQuanta = {"300 cycles", "1000 cycles", "3000 cycles"};
  return kQuanta;
}

const std::vector<std::string>& pvas_classes() {
  static const std::vector<std::string> kClasses = {"A", "B", "C"};
  return kClasses;
}

std::vector<RunSet> pvas_run_sets() {
  const std::string patterns = over("pattern", pvas_patterns());
  std::vector<RunSet> sets = {
      {kRendezvous,
       kDdtBench,
       {kFewRepetitions, "protocol=sm_rendezvous"},
       {patterns, over("copy.buffer_size", pvas_buffers())}},
      {kEager, kDdtBench, {kFewRepetitions, "protocol=sm_eager"}, {patterns}},
      {kPvas, kDdtBench, {kFewRepetitions, "protocol=pvas", "copy.split=pieces"}, {patterns}},
      fft(kFft4800, 4800, false),
      fft(kFft9600, 9600, true),
  };
  for (const std::string& size : pvas_classes()) {
    sets.push_back({std::string(kLu) + size,
                    "manycore/nas_lu.yaml",
                    {"class=" + size},
                    {"protocol=pvas,sm_rendezvous", over("manycore.quantum", pvas_quanta())}});
  }
  return sets;
}

double PvasSize::best_rendezvous() const { return *std::min_element(rendezvous.begin(), rendezvous.end()); }

std::vector<PvasSize> pvas_sizes(const Measurements& m, const std::string& pattern, const SizeFilter& wanted) {
  const auto pvas = m.run(kPvas, {pattern}).copies();
  const auto eager = m.run(kEager, {pattern}).copies();
  std::vector<std::vector<RunResult::CopyCase>> rendezvous;
  for (const std::string& buffer : pvas_buffers()) rendezvous.push_back(m.run(kRendezvous, {pattern, buffer}).copies());
  std::vector<PvasSize> sizes;
  for (std::size_t i = 0; i < pvas.size(); ++i) {
    if (!wanted(pvas[i].bytes)) continue;
    PvasSize& size = sizes.emplace_back();
    size.bytes = pvas[i].bytes;
    size.pvas = pvas[i].seconds;
    size.pvas_misses = pvas[i].l1_misses;
    size.eager = eager.at(i).seconds;
    for (const auto& cases : rendezvous) {
      size.rendezvous.push_back(cases.at(i).seconds);
      size.rendezvous_misses.push_back(cases.at(i).l1_misses);
    }
  }
  if (sizes.empty()) throw std::runtime_error(fmt::format("{}: no such size", pattern));
  return sizes;
}

PvasSize pvas_size(const Measurements& m, const std::string& pattern, double bytes) {
  return pvas_sizes(m, pattern, [bytes](double each) { return each == bytes; }).front();
}

Paper pvas_paper() {
  Paper paper = {"pvas", "derived datatypes copied inside a many-core node", pvas_run_sets(), {}};
  for (const auto& claims : {pvas_rendezvous_claims(), pvas_application_claims(), pvas_eager_claims()}) {
    paper.claims.insert(paper.claims.end(), claims.begin(), claims.end());
  }
  return paper;
}

}  // namespace tactus
