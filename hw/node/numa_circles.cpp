#include "hw/node/numa_circles.h"

#include <algorithm>
#include <set>

#include "hw/node/numa_routes.h"

namespace tactus {
namespace {

/// One direction of each link between sockets: 2 x link from `from` to `to`, 2 x link + 1 back. Who holds a buffer of
/// which one may wait for which others.
class WaitsFor {
 public:
  explicit WaitsFor(const NumaNodeConfig& config)
      : config_(config), routes_(config), after_(config.socket_links.size() * 2) {}

  void add_way(int from, int to) {
    int last = NumaRoutes::kNowhere;
    for (int here = from; here != to;) {
      const int link = routes_.link(here, to);
      const NumaNodeConfig::SocketLink& ends = config_.socket_links[static_cast<std::size_t>(link)];
      const int channel = link * 2 + (ends.from == here ? 0 : 1);
      if (last != NumaRoutes::kNowhere) after_[static_cast<std::size_t>(last)].insert(channel);
      last = channel;
      here = ends.from == here ? ends.to : ends.from;
    }
  }

  /// Sockets from which the channels of a circle begin.
  [[nodiscard]] std::vector<int> circle() const {
    std::vector<Mark> marks(after_.size(), Mark::kNew);
    std::vector<int> way;
    for (int channel = 0; channel < static_cast<int>(after_.size()); ++channel) {
      if (follow(channel, marks, way)) break;
    }
    std::vector<int> sockets;
    for (const int channel : way) {
      const NumaNodeConfig::SocketLink& ends = config_.socket_links[static_cast<std::size_t>(channel / 2)];
      sockets.push_back(channel % 2 == 0 ? ends.from : ends.to);
    }
    return sockets;
  }

 private:
  enum class Mark { kNew, kOnWay, kDone };

  /// Depth first; whether a circle was found, which `way` then is.
  bool follow(int channel, std::vector<Mark>& marks, std::vector<int>& way) const {
    Mark& mark = marks[static_cast<std::size_t>(channel)];
    if (mark == Mark::kOnWay) {
      way.erase(way.begin(), std::find(way.begin(), way.end(), channel));
      return true;
    }
    if (mark == Mark::kDone) return false;
    mark = Mark::kOnWay;
    way.push_back(channel);
    for (const int next : after_[static_cast<std::size_t>(channel)]) {
      if (follow(next, marks, way)) return true;
    }
    mark = Mark::kDone;
    way.pop_back();
    return false;
  }

  const NumaNodeConfig& config_;
  NumaRoutes routes_;
  std::vector<std::set<int>> after_;
};

}  // namespace

std::vector<int> find_circle_of_links(const NumaNodeConfig& config) {
  WaitsFor requests(config);
  WaitsFor answers(config);
  for (const NumaNodeConfig::Nic& nic : config.nics) {
    for (const NumaNodeConfig::Memory& memory : config.memories) {
      requests.add_way(config.socket_of(nic), memory.socket);
      answers.add_way(memory.socket, config.socket_of(nic));
    }
  }
  const std::vector<int> circle = requests.circle();
  return circle.empty() ? answers.circle() : circle;
}

}  // namespace tactus
