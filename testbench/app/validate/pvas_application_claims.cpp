// The PVAS paper, sections 5.2 and 5.3: applications.
#include <fmt/core.h>

#include "testbench/app/validate/pvas_paper.h"

namespace tactus {
namespace {

using namespace pvas_runs;

constexpr char kFftTimes[] = "section 5.2.1, figure 13";
constexpr char kLuRates[] = "section 5.2.2, figure 14";
constexpr char kFftEager[] = "section 5.3, figure 16";

/// By how many percent the performance with PVAS is above that with another protocol.
double percent_faster(const Measurements& m, const char* set, std::vector<std::string> values, const char* other) {
  const auto seconds = [&](const char* protocol) {
    std::vector<std::string> all = values;
    all.emplace_back(protocol);
    return m.run(set, all).copies().at(0).seconds;
  };
  return 100 * (seconds(other) / seconds("pvas") - 1);
}

Claim fft_claim(const char* set, int n, const char* other, const char* source, double percent) {
  return {fmt::format("fft2d {}: PVAS is faster than {}", n, other),
          source,
          on_phi(percent, 0, "%"),
          {set},
          [set, other](const Measurements& m) { return percent_faster(m, set, {}, other); }};
}

}  // namespace

std::vector<Claim> pvas_application_claims() {
  std::vector<Claim> claims = {fft_claim(kFft4800, 4800, "sm_rendezvous", kFftTimes, 5),
                               fft_claim(kFft9600, 9600, "sm_rendezvous", kFftTimes, 21),
                               fft_claim(kFft4800, 4800, "sm_eager", kFftEager, 13),
                               fft_claim(kFft9600, 9600, "sm_eager", kFftEager, 27)};
  for (const char* size : {"A", "B", "C"}) {
    claims.push_back({fmt::format("NAS LU, class {}: PVAS is faster than SM", size),
                      kLuRates,
                      on_phi(4, 6, 0, "%"),
                      {kLu},
                      [size](const Measurements& m) { return percent_faster(m, kLu, {size}, "sm_rendezvous"); }});
  }
  return claims;
}

}  // namespace tactus
