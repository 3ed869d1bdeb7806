#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

#include "testbench/app/results/run_summary.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Reads the fields of `result`, a result.json, that an explanation and its suggestions are made of. Throws as
/// `read_run`.
RunSummary explained_run(const nlohmann::ordered_json& result);

/// Why `run` cannot be explained, and what the user can do; empty if the run says what latencies of packets or messages
/// were spent on.
std::string why_unexplained(const RunSummary& run);

/// Why a run that can be explained took as long as it did, in a page of text: what packets' latencies were spent on,
/// the outputs that were waited for longest and what held them, the roots of congestion, and the critical path. At flow
/// level what messages' time was spent on, the links at which they lost most, and the critical path.
std::string explanation_text(const RunSummary& run);

/// Texts behind `--set`.
using Settings = std::vector<std::string>;
/// Settings that may make a run faster, all of them together.
struct Suggestion {
  Settings settings;
  std::string name{};  ///< in short; empty: the settings
};

/// Some ways round are equally long: packets have ties that `router.tie_break` decides.
bool has_even_ring(const NetworkShape& network);

/// Changes that are worth trying on `scenario`, whose result is `run`: by what its packets waited for. They are no more
/// than that until they have been run. None of them is what the scenario says already; some may not fit the scenario,
/// which is found out when it is read with them.
std::vector<Suggestion> suggestions(const Scenario& scenario, const RunSummary& run);

}  // namespace tactus
