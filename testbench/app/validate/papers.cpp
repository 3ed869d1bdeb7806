#include "testbench/app/validate/nsim_paper.h"

namespace tactus {

Paper nsim_paper() {
  Paper paper = {"nsim", "packet pacing for A2AT on 2D tori", nsim_run_sets(), {}};
  for (const auto& claims : {nsim_ideal_claims(), nsim_unpaced_claims(), nsim_uniform_bias_claims(),
                             nsim_sequence_bias_claims(), nsim_imbalance_claims()}) {
    paper.claims.insert(paper.claims.end(), claims.begin(), claims.end());
  }
  return paper;
}

std::vector<Paper> papers() { return {nsim_paper(), jitter_paper(), mfs_paper(), multirail_paper(), pvas_paper()}; }

}  // namespace tactus
