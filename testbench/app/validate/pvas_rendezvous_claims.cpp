// The PVAS paper, section 5.1: ping-pongs of DDTBench, rendezvous by shared buffers against rendezvous by PVAS.
#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/validate/pvas_paper.h"

namespace tactus {
namespace {

using namespace pvas_runs;

constexpr char kLatencies[] = "section 5.1, figure 5";
constexpr char kMisses[] = "section 5.1, figure 12";
constexpr char kFaceX[] = "NAS_MG_x";
constexpr char kLammps[] = "LAMMPS_full";
constexpr std::size_t k4KiB = 0;
constexpr std::size_t k32KiB = 3;

using Number = std::function<double(const PvasSize&)>;

bool every_size(double) { return true; }

Claim claim(std::string text, const char* source, Expectation expected,
            std::function<double(const Measurements&)> measure) {
  Claim made = {std::move(text), source, std::move(expected), {kRendezvous, kEager, kPvas}, std::move(measure)};
  if (source == kLatencies) made.fitted = kPvasFitted;
  return made;
}

double least(const std::vector<PvasSize>& sizes, const Number& number) {
  double least = number(sizes.front());
  for (const PvasSize& size : sizes) least = std::min(least, number(size));
  return least;
}

double best_ratio(const PvasSize& size) { return size.best_rendezvous() / size.pvas; }

/// By how many percent PVAS takes longer than the rendezvous with this buffer.
double percent_longer(const PvasSize& size, std::size_t buffer) {
  return 100 * (size.pvas / size.rendezvous[buffer] - 1);
}

void add_orderings(std::vector<Claim>& claims) {
  for (const PvasLayout& layout : pvas_layouts()) {
    if (layout.patterns.front() == kFaceX) continue;
    claims.push_back(claim(fmt::format("{}: PVAS takes less time with every size and buffer; least ratio", layout.name),
                           kLatencies, Expectation::above(1, 0, "x"), [layout](const Measurements& m) {
                             std::vector<double> ratios;
                             for (const std::string& pattern : layout.patterns) {
                               ratios.push_back(least(pvas_sizes(m, pattern, every_size), best_ratio));
                             }
                             return *std::min_element(ratios.begin(), ratios.end());
                           }));
  }
}

void add_face_x(std::vector<Claim>& claims) {
  claims.push_back(claim("NAS_MG_x, 2 KB: PVAS takes longer than SM", kLatencies, on_phi(20, 30, 0, "%"),
                         [](const Measurements& m) { return percent_longer(pvas_size(m, kFaceX, 2048), k4KiB); }));
  // The number is of the size as such, and so of the buffer with which SM is fastest; of larger ones the order is told.
  for (std::size_t buffer = k4KiB; buffer < k32KiB; ++buffer) {
    claims.push_back(
        claim(fmt::format("NAS_MG_x, 32 KB: PVAS takes longer than SM with buffers of {}", pvas_buffers()[buffer]),
              kLatencies, buffer == k4KiB ? on_phi(20, 30, 0, "%") : Expectation::above(0, 0, "%"),
              [buffer](const Measurements& m) { return percent_longer(pvas_size(m, kFaceX, 32768), buffer); }));
  }
  // All of the message is in the first buffer: larger ones are the same.
  claims.push_back(claim("NAS_MG_x, 32 KB: PVAS takes less than SM with buffers of 32 KiB and more", kLatencies,
                         Expectation::below(0, 0, "%"),
                         [](const Measurements& m) { return percent_longer(pvas_size(m, kFaceX, 32768), k32KiB); }));
  claims.push_back(claim("NAS_MG_x, 131 KB and more: PVAS takes less with every buffer; least ratio", kLatencies,
                         Expectation::above(1, 0, "x"), [](const Measurements& m) {
                           return least(pvas_sizes(m, kFaceX, [](double bytes) { return bytes >= 131072; }),
                                        best_ratio);
                         }));
  claims.push_back(claim("NAS_MG_x, 32 KB: SM is fastest with the smallest buffer, 4 KB; its time of the fastest",
                         kMisses, Expectation::exactly(1, 2, "x"), [](const Measurements& m) {
                           const PvasSize size = pvas_size(m, kFaceX, 32768);
                           return size.rendezvous[k4KiB] / size.best_rendezvous();
                         }));
}

void add_lammps(std::vector<Claim>& claims) {
  claims.push_back(claim("LAMMPS_full: SM takes as long as PVAS, mean of its sizes", kLatencies, on_phi(2.3, 1, "x"),
                         [](const Measurements& m) {
                           const std::vector<PvasSize> sizes = pvas_sizes(m, kLammps, every_size);
                           double sum = 0;
                           for (const PvasSize& size : sizes) sum += best_ratio(size);
                           return sum / static_cast<double>(sizes.size());
                         }));
  claims.back().fitted += ", copy.split";
  claims.push_back(claim("LAMMPS_full: SM is fastest with buffers of 32 KB; most time of the fastest", kMisses,
                         Expectation::exactly(1, 2, "x"), [](const Measurements& m) {
                           return -least(pvas_sizes(m, kLammps, every_size), [](const PvasSize& size) {
                             return -size.rendezvous[k32KiB] / size.best_rendezvous();
                           });
                         }));
}

void add_misses(std::vector<Claim>& claims) {
  for (const double bytes : {2048, 32768}) {
    claims.push_back(
        claim(fmt::format("NAS_MG_x, {:.0f} KB: PVAS misses L1 more often than SM with 4 KB", bytes / 1024), kMisses,
              Expectation::above(1, 0, "x"), [bytes](const Measurements& m) {
                const PvasSize size = pvas_size(m, kFaceX, bytes);
                return size.pvas_misses / size.rendezvous_misses[k4KiB];
              }));
  }
  claims.push_back(claim("LAMMPS_full: SM with 32 KB misses L1 more often than PVAS; least ratio", kMisses,
                         Expectation::above(1, 0, "x"), [](const Measurements& m) {
                           return least(pvas_sizes(m, kLammps, every_size), [](const PvasSize& size) {
                             return size.rendezvous_misses[k32KiB] / size.pvas_misses;
                           });
                         }));
}

}  // namespace

std::vector<Claim> pvas_rendezvous_claims() {
  std::vector<Claim> claims;
  add_orderings(claims);
  add_face_x(claims);
  add_lammps(claims);
  add_misses(claims);
  return claims;
}

}  // namespace tactus
