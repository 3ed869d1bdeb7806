#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "hw/node/numa_node.h"
#include "tlm_models/node/rdma/rdma_process.h"

namespace tactus {

/// Stations of a rail's data on its way from one node to the other.
struct RailWay {
  int rail;  ///< rail of the process
  int nic;   ///< in its node
  const NumaNode* sender;
  const NumaNode* receiver;
  const LinkChannel* cable;
  const RailNic* receiving;
  const RdmaProcess* process;  ///< that receives
};

/// Share of the time that a rail waited for a resource.
struct LimitShare {
  std::string resource;
  double share = 0;  ///< 0 to 1
};

/// Asks from time to time what each rail's data waits for: the memory side of the receiver first, then upstream, until
/// something has work. Shares are shares of the samples, so that they add up to one.
class RailSampler final : public TimedPart {
 public:
  RailSampler(std::vector<RailWay> ways, TimedEvents& events)
      : ways_(std::move(ways)), events_(events), counts_(ways_.size()) {}

  /// Begins anew. Samples are `every` apart on average; the distance varies, lest they fall into step with what they
  /// look at.
  void begin(Picoseconds every);
  void end() { on_ = false; }
  void due(std::uint32_t what, Picoseconds now) override;

  /// Shares of a rail, the largest first.
  [[nodiscard]] std::vector<LimitShare> shares(std::size_t rail) const;
  [[nodiscard]] std::uint64_t samples() const { return samples_; }
  [[nodiscard]] const std::vector<RailWay>& ways() const { return ways_; }

  enum class Stage : std::uint8_t { kProtocol, kReceiver, kPacketWork, kCable, kSender };
  using Limit = std::tuple<Stage, NodeLimit, int>;
  /// Resource that the data of a rail waits for at `now`.
  static Limit limit(const RailWay& way, Picoseconds now);
  static std::string name_of(const RailWay& way, const Limit& limit);

 private:
  std::vector<RailWay> ways_;
  TimedEvents& events_;
  Picoseconds every_;
  Picoseconds next_ = Picoseconds::max();
  std::uint64_t samples_ = 0;
  bool on_ = false;
  std::vector<std::map<Limit, std::uint64_t>> counts_;  ///< by rail
};

}  // namespace tactus
