#include "testbench/app/validate/mfs_paper.h"

namespace tactus {

Claim mfs_claim(std::string text, const char* source, Expectation expected, std::function<double()> measure,
                bool full) {
  Claim claim = {std::move(text), source, std::move(expected), {}, [measure = std::move(measure)](const Measurements&) {
                   return measure();
                 }};
  claim.full = full;
  return claim;
}

Paper mfs_paper() {
  Paper paper = {"mfs", "message flows on fat trees and tori", mfs_run_sets(), {}};
  const auto exchanges = std::make_shared<MfsExchanges>();
  for (const auto& claims : {mfs_fat_tree_claims(exchanges), mfs_torus_claims(exchanges), mfs_packet_claims()}) {
    paper.claims.insert(paper.claims.end(), claims.begin(), claims.end());
  }
  return paper;
}

}  // namespace tactus
