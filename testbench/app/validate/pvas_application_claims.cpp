// The PVAS paper, sections 5.2 and 5.3: applications.
#include <fmt/core.h>

#include "testbench/app/validate/pvas_paper.h"

namespace tactus {
namespace {

using namespace pvas_runs;

constexpr char kFftTimes[] = "section 5.2.1, figure 13";
constexpr char kLuRates[] = "section 5.2.2, figure 14";
constexpr char kFftEager[] = "section 5.3, figure 16";

/// By how many percent the performance with PVAS is above that with another protocol, by quantum: a simulation's
/// quantum is no property of the machine.
std::vector<double> percents_faster(const Measurements& m, const std::string& set, const char* other) {
  std::vector<double> percents;
  for (const std::string& quantum : pvas_quanta()) {
    const auto seconds = [&](const char* protocol) { return m.run(set, {protocol, quantum}).copies().at(0).seconds; };
    percents.push_back(100 * (seconds(other) / seconds("pvas") - 1));
  }
  return percents;
}

Claim faster_claim(std::string text, const char* source, Expectation expected, const std::string& set,
                   const char* other) {
  Claim claim = {std::move(text), source, std::move(expected), {set}, nullptr};
  claim.measure_each = [set, other](const Measurements& m) { return percents_faster(m, set, other); };
  return claim;
}

Claim fft_claim(const char* set, int n, const char* other, const char* source, double percent) {
  return faster_claim(fmt::format("fft2d {}: PVAS is faster than {}", n, other), source, on_phi(percent, 0, "%"), set,
                      other);
}

}  // namespace

std::vector<Claim> pvas_application_claims() {
  std::vector<Claim> claims = {fft_claim(kFft4800, 4800, "sm_rendezvous", kFftTimes, 5),
                               fft_claim(kFft9600, 9600, "sm_rendezvous", kFftTimes, 21),
                               fft_claim(kFft4800, 4800, "sm_eager", kFftEager, 13),
                               fft_claim(kFft9600, 9600, "sm_eager", kFftEager, 27)};
  for (const std::string& size : pvas_classes()) {
    claims.push_back(faster_claim(fmt::format("NAS LU, class {}: PVAS is faster than SM", size), kLuRates,
                                  on_phi(4, 6, 0, "%"), std::string(kLu) + size, "sm_rendezvous"));
  }
  return claims;
}

}  // namespace tactus
