// The mfs paper, sections 5 and 6: all-to-all on n x n tori in mode F.
#include "testbench/app/validate/mfs_paper.h"

namespace tactus {
namespace {

constexpr char kVirtualTime[] = "section 5.2, figure 4";
constexpr char kRunTime[] = "section 5.3, table 2";
constexpr char kFigure6[] = "section 6.3, figure 6";
constexpr auto kShift = ExchangeAlgorithm::kShift;
constexpr auto kPairwise = ExchangeAlgorithm::kPairwise;

double milliseconds(MfsExchanges& exchanges, int n, ExchangeAlgorithm algorithm) {
  return static_cast<double>(exchanges.torus(n, algorithm).time.count()) * 1e-9;
}

/// Flows that the solver goes through: a node has one at any time.
double work(MfsExchanges& exchanges, int n, ExchangeAlgorithm algorithm) {
  const FlowExchangeResult& result = exchanges.torus(n, algorithm);
  return static_cast<double>(result.passes) * result.nodes;
}

/// Time of one 16x16 exchange, of that of another.
double against(MfsExchanges& exchanges, ExchangeAlgorithm one, ExchangeAlgorithm other) {
  return milliseconds(exchanges, 16, one) / milliseconds(exchanges, 16, other);
}

}  // namespace

std::vector<Claim> mfs_torus_claims(const SharedExchanges& exchanges) {
  std::vector<Claim> claims;
  claims.push_back(mfs_claim(
      "225 nodes (A2ASS) take longer than 256 (A2APW), mode F", kVirtualTime, Expectation::above(1, 0, "x"),
      [exchanges] { return milliseconds(*exchanges, 15, kShift) / milliseconds(*exchanges, 16, kPairwise); }));
  claims.push_back(mfs_claim("16x16 torus, mode F: A2ASS takes longer than A2ASS2D", kFigure6,
                             Expectation::above(1, 0, "x"),
                             [exchanges] { return against(*exchanges, kShift, ExchangeAlgorithm::kShift2d); }));
  claims.push_back(mfs_claim("16x16 torus, mode F: A2ASS2D takes longer than A2APW", kFigure6,
                             Expectation::above(1, 0, "x"),
                             [exchanges] { return against(*exchanges, ExchangeAlgorithm::kShift2d, kPairwise); }));
  claims.push_back(
      mfs_claim("run time, as passes x flows, falls from 225 nodes (A2ASS) to 256 (A2APW), mode F; 225, of 256",
                kRunTime, Expectation::above(1, 0, "x"),
                [exchanges] { return work(*exchanges, 15, kShift) / work(*exchanges, 16, kPairwise); }));
  return claims;
}

}  // namespace tactus
