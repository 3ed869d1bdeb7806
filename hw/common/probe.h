#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tactus {

/// Values that are read at once, for little more than the cost of one. Writes as many as there are probes in it.
using ReadTogether = std::function<void(std::uint64_t* values)>;

/// One value that a waveform can show: a port's field or an internal state.
/// Reading it between two clock edges has no side effect and costs nothing when nobody reads.
struct Probe {
  std::string scope;  ///< dotted instance path, e.g. "torus.node_0_0.router.plus_x.vc_0"
  std::string name;   ///< e.g. "occupancy"
  int width = 1;      ///< bits, 1..64
  std::function<std::uint64_t()> read;
  std::vector<std::string> enum_names;             ///< text of value i; empty for a plain number
  std::shared_ptr<const ReadTogether> together{};  ///< reads all probes that were added together; null: it is alone
  std::size_t place = 0;                           ///< place of its value among the values that are read together
};
using ProbeList = std::vector<Probe>;

/// Largest number of probes that are read together.
inline constexpr std::size_t kMostProbesTogether = 64;

/// Adds probes whose values `read` gives, in this order; each can also be read by itself.
inline void add_probes_together(ProbeList& probes, ProbeList group, ReadTogether read) {
  const auto together = std::make_shared<const ReadTogether>(std::move(read));
  for (std::size_t place = 0; place < group.size(); ++place) {
    Probe& probe = group[place];
    probe.together = together;
    probe.place = place;
    probe.read = [together, place] {
      std::array<std::uint64_t, kMostProbesTogether> values{};
      (*together)(values.data());
      return values[place];
    };
    probes.push_back(std::move(probe));
  }
}

}  // namespace tactus
