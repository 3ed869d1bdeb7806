// The PVAS paper, section 5.3: ping-pongs of DDTBench, eager messages against rendezvous by PVAS.
#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "testbench/app/validate/pvas_paper.h"

namespace tactus {
namespace {

using namespace pvas_runs;

constexpr char kEagerLatencies[] = "section 5.3, figure 15";

/// A size with which the paper's PVAS takes longer than eager messages.
struct Slower {
  const char* pattern;
  double bytes;
};
constexpr Slower kSlower[] = {{"NAS_MG_x", 2048}, {"NAS_LU_x", 480}, {"NAS_LU_x", 1320}, {"NAS_LU_y", 480}};

bool is_slower(const std::string& pattern, double bytes) {
  return std::any_of(std::begin(kSlower), std::end(kSlower),
                     [&](const Slower& each) { return pattern == each.pattern && bytes == each.bytes; });
}

/// By how many percent PVAS takes less.
double percent_less(const PvasSize& size) { return 100 * (1 - size.pvas / size.eager); }

/// Of the sizes with which the paper's PVAS takes less, more than `above` bytes.
std::vector<double> reductions(const Measurements& m, const std::vector<std::string>& patterns, double above) {
  std::vector<double> all;
  for (const std::string& pattern : patterns) {
    const auto wanted = [&](double bytes) { return !is_slower(pattern, bytes); };
    for (const PvasSize& size : pvas_sizes(m, pattern, wanted)) {
      if (size.bytes > above) all.push_back(percent_less(size));
    }
  }
  return all;
}

double least_of(const std::vector<double>& all) { return *std::min_element(all.begin(), all.end()); }

Claim claim(std::string text, Expectation expected, std::function<double(const Measurements&)> measure) {
  Claim made = {
      std::move(text), kEagerLatencies, std::move(expected), {kRendezvous, kEager, kPvas}, std::move(measure)};
  made.fitted = kPvasFitted;
  return made;
}

}  // namespace

std::vector<Claim> pvas_eager_claims() {
  std::vector<Claim> claims;
  for (const PvasLayout& layout : pvas_layouts()) {
    claims.push_back(
        claim(fmt::format("{}: PVAS takes less than eager, but for the sizes below; least by", layout.name),
              Expectation::above(0, 0, "%"),
              [layout](const Measurements& m) { return least_of(reductions(m, layout.patterns, 0)); }));
  }
  claims.push_back(claim("PVAS takes less than eager: least difference", on_phi(10, 0, "%"),
                         [](const Measurements& m) { return least_of(reductions(m, pvas_patterns(), 0)); }));
  claims.push_back(
      claim("PVAS takes less than eager: largest difference", on_phi(80, 0, "%"), [](const Measurements& m) {
        const std::vector<double> all = reductions(m, pvas_patterns(), 0);
        return *std::max_element(all.begin(), all.end());
      }));
  claims.push_back(claim("More than 4 KB: PVAS takes less than eager on every pattern; least by",
                         Expectation::above(0, 0, "%"),
                         [](const Measurements& m) { return least_of(reductions(m, pvas_patterns(), 4096)); }));
  for (const Slower& each : kSlower) {
    claims.push_back(claim(
        fmt::format("{}, {:.0f} B: PVAS takes longer than eager", each.pattern, each.bytes), on_phi(20, 60, 0, "%"),
        [each](const Measurements& m) { return -percent_less(pvas_size(m, each.pattern, each.bytes)); }));
  }
  return claims;
}

}  // namespace tactus
