#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "testbench/app/validate/mfs_exchanges.h"
#include "testbench/app/validate/paper.h"

namespace tactus {

// Names of mfs's sets of runs, all on scenarios/mfs/torus.yaml; the fat tree's exchanges are no runs of scenarios.
namespace mfs_runs {
inline constexpr char kFlow[] = "flow";                      ///< by n, 10 to 15: A2ASS
inline constexpr char kFlowAlgorithms[] = "flow_16x16";      ///< by algorithm
inline constexpr char kPacket[] = "packet";                  ///< by n
inline constexpr char kPacketAlgorithms[] = "packet_16x16";  ///< by algorithm
}  // namespace mfs_runs

std::vector<RunSet> mfs_run_sets();

/// A claim on exchanges alone, without runs of scenarios.
Claim mfs_claim(std::string text, const char* source, Expectation expected, std::function<double()> measure,
                bool full = false);

using SharedExchanges = std::shared_ptr<MfsExchanges>;

std::vector<Claim> mfs_fat_tree_claims(const SharedExchanges& exchanges);  ///< section 4
std::vector<Claim> mfs_torus_claims(const SharedExchanges& exchanges);     ///< sections 5 and 6: mfs itself
std::vector<Claim> mfs_packet_claims();                                    ///< sections 5 and 6: beside packets

}  // namespace tactus
