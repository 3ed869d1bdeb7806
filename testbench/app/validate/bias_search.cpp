#include "testbench/app/validate/bias_search.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "hw/nic/pacer.h"
#include "hw/nic/packetiser.h"

namespace tactus {
namespace {

constexpr Bytes kMessage{1 << 20};

/// From the first flit of a message to its last one.
Cycles time_of_message(const MachineConfig& machine, Bytes message, PacketEighths gap) {
  Packetiser packetiser(machine.max_payload());
  packetiser.begin(message);
  Cycles slot;
  Cycles end;
  while (packetiser.has_next()) {
    const int flits = packetiser.next().flits;
    const Cycles start = std::max(end, slot);
    slot = next_slot(start, flits, gap);
    end = start + Cycles{static_cast<std::uint64_t>(flits)};
  }
  return end;
}

/// Time of the gaps of a bias by themselves, in an exchange with the sequences of that run.
double gaps_alone_seconds(const RunResult& unpaced, const std::string& bias) {
  std::vector<int> hops;
  for (const int sequence : unpaced.sequences()) {
    hops.push_back(static_cast<int>(unpaced.sequence_figure(sequence, "hops")));
  }
  const PacketEighths eighths{static_cast<int>(std::lround(std::stod(bias) * 8))};
  return static_cast<double>(gaps_alone(MachineConfig{}, kMessage, hops, eighths).count()) * 1e-12;
}

}  // namespace

Picoseconds gaps_alone(const MachineConfig& machine, Bytes message, const std::vector<int>& hops, PacketEighths bias) {
  Pacer pacer;
  pacer.set({"hops", {}, bias});
  Cycles sum;
  for (const int each : hops) sum += time_of_message(machine, message, pacer.gap({{}, 0, each, message}, Cycles{}));
  return machine.clock.edge(sum);
}

const RunResult& fastest(const std::vector<RunResult>& runs) {
  return *std::min_element(runs.begin(), runs.end(),
                           [](const RunResult& a, const RunResult& b) { return a.seconds() < b.seconds(); });
}

bool may_be_best(const Measurements& m, const RunSet& set, const std::vector<std::string>& values) {
  const std::string& n = values.front();
  try {
    const double best = fastest(m.group({set.name, {n}})).seconds();
    return gaps_alone_seconds(m.group({set.unpaced, {n}}).front(), values.back()) < best;
  } catch (const std::runtime_error&) {
    return true;  // nothing of the size has been run, or a run has failed, which the claims tell
  }
}

}  // namespace tactus
