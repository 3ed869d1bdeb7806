#include "hw/router/channel.h"

#include <fmt/core.h>

#include <cstddef>
#include <utility>

namespace tactus {

std::optional<std::vector<Channel>> find_channel_cycle(int channels, const SuccessorsOf& successors_of,
                                                       const std::function<Channel(int number)>& channel_of) {
  std::vector<Channel> cycle;
  for (const int number : find_cycle(channels, successors_of)) cycle.push_back(channel_of(number));
  if (cycle.empty()) return std::nullopt;
  return cycle;
}

void take_shorter(std::optional<std::vector<Channel>>& shortest, std::optional<std::vector<Channel>> other) {
  if (other && (!shortest || other->size() < shortest->size())) shortest = std::move(other);
}

std::string describe(const NetworkShape& shape, const std::vector<Channel>& cycle) {
  std::string text;
  const auto append = [&](const Channel& c) {
    text += fmt::format("{} VC {}", shape.link_text(c.node, static_cast<int>(c.direction)), c.vc);
  };
  for (const Channel& held : cycle) {
    append(held);
    text += " -> ";
  }
  if (!cycle.empty()) append(cycle.front());
  return text;
}

}  // namespace tactus
