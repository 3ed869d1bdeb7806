#include "testbench/app/report/trace_lives.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "testbench/app/report/torus_map.h"
#include "testbench/app/results/result_file.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostKept = 20'000;
constexpr double kPicosecondsOfMicrosecond = 1e6;

struct Slice {
  std::uint32_t track = 0;
  double start_us = 0;
  double length_us = 0;
};

struct TracedPacket {
  std::uint64_t number = 0;
  std::uint32_t message = 0;
  std::uint32_t index = 0;  ///< within its message
  std::vector<Slice> slices{};

  [[nodiscard]] double length_us() const {
    return slices.back().start_us + slices.back().length_us - slices.front().start_us;
  }
};

struct TracedMessage {
  std::uint32_t number = 0;
  std::uint32_t track = 0;
  double begin_us = 0;
  double end_us = -1;  ///< below 0: it did not end
  std::string to{};
  std::uint64_t bytes = 0;
  std::int64_t tag = 0;
};

/// What the events of a trace say of packets and messages.
class Lives {
 public:
  void add(const Json& event) {
    const std::string kind = event.value("ph", "");
    const std::string category = event.value("cat", "");
    if (kind == "M") return name(event);
    if (category == "packet" && kind == "X") return add_slice(event);
    if (category != "message" || (kind != "b" && kind != "e")) return;
    TracedMessage& message = messages_[event.at("id").get<std::uint32_t>()];
    message.number = event.at("id").get<std::uint32_t>();
    if (kind == "e") {
      message.end_us = event.at("ts").get<double>();
      return;
    }
    const Json& facts = event.at("args");
    message.track = track(event);
    message.begin_us = event.at("ts").get<double>();
    message.to = facts.value("to", "");
    message.bytes = facts.value("bytes", std::uint64_t{0});
    message.tag = facts.value("tag", std::int64_t{0});
  }

  /// Packets with the longest lives first, their slices in the order of time.
  [[nodiscard]] std::vector<TracedPacket> packets() const {
    std::vector<TracedPacket> list;
    for (const auto& [number, life] : packets_) {
      list.push_back(life);
      std::sort(list.back().slices.begin(), list.back().slices.end(),
                [](const Slice& a, const Slice& b) { return a.start_us < b.start_us; });
    }
    std::sort(list.begin(), list.end(), [](const TracedPacket& a, const TracedPacket& b) {
      return std::make_pair(-a.length_us(), a.number) < std::make_pair(-b.length_us(), b.number);
    });
    return list;
  }

  /// Messages that took longest first.
  [[nodiscard]] std::vector<TracedMessage> messages() const {
    std::vector<TracedMessage> list;
    for (const auto& [number, message] : messages_) list.push_back(message);
    std::stable_sort(list.begin(), list.end(), [](const TracedMessage& a, const TracedMessage& b) {
      return a.end_us - a.begin_us > b.end_us - b.begin_us;
    });
    return list;
  }

  [[nodiscard]] Json tracks() const {
    Json list = Json::array();
    for (const auto& place : places_) {
      const auto process = processes_.find(place.first);
      const auto thread = threads_.find(place);
      list.push_back({{"node", process == processes_.end() ? "" : process->second},
                      {"name", thread == threads_.end() ? "" : thread->second}});
    }
    return list;
  }

 private:
  using Place = std::pair<std::int64_t, std::int64_t>;  ///< process and thread of the trace

  static Place place_of(const Json& event) { return {event.at("pid"), event.value("tid", std::int64_t{0})}; }

  void name(const Json& event) {
    const std::string what = event.value("name", "");
    if (what == "process_name") processes_[event.at("pid")] = event.at("args").at("name");
    if (what == "thread_name") threads_[place_of(event)] = event.at("args").at("name");
  }

  std::uint32_t track(const Json& event) {
    const Place place = place_of(event);
    const auto [found, is_new] = numbers_.emplace(place, static_cast<std::uint32_t>(places_.size()));
    if (is_new) places_.push_back(place);
    return found->second;
  }

  void add_slice(const Json& event) {
    const Json& facts = event.at("args");
    const auto number = facts.at("packet").get<std::uint64_t>();
    TracedPacket& life = packets_[number];
    life.number = number;
    life.message = facts.at("message");
    life.index = facts.value("index", 0U);
    life.slices.push_back({track(event), event.at("ts"), event.at("dur")});
  }

  std::map<std::int64_t, std::string> processes_;
  std::map<Place, std::string> threads_;
  std::map<Place, std::uint32_t> numbers_;
  std::vector<Place> places_;
  std::unordered_map<std::uint64_t, TracedPacket> packets_;
  std::map<std::uint32_t, TracedMessage> messages_;
};

/// The finest unit, a power of ten of picoseconds, in which the last of these times is below 2^32.
double unit_ps(const std::vector<TracedPacket>& packets, const std::vector<TracedMessage>& messages) {
  double last_us = 0;
  for (const TracedPacket& life : packets) last_us = std::max(last_us, life.slices.front().start_us + life.length_us());
  for (const TracedMessage& message : messages) last_us = std::max({last_us, message.begin_us, message.end_us});
  double unit = 1;
  while (last_us * kPicosecondsOfMicrosecond / unit > 4e9) unit *= 10;
  return unit;
}

std::uint32_t in_units(double us, double unit) {
  return static_cast<std::uint32_t>(std::llround(std::max(0.0, us) * kPicosecondsOfMicrosecond / unit));
}

/// Starts are told from the start of the slice before, which packs well.
Json packed_packets(const std::vector<TracedPacket>& packets, std::size_t kept, double unit) {
  std::vector<std::uint32_t> low, high, message, index, slices, track, start, length;
  for (std::size_t i = 0; i < kept; ++i) {
    const TracedPacket& life = packets[i];
    low.push_back(static_cast<std::uint32_t>(life.number));
    high.push_back(static_cast<std::uint32_t>(life.number >> 32U));
    message.push_back(life.message);
    index.push_back(life.index);
    slices.push_back(static_cast<std::uint32_t>(life.slices.size()));
    std::uint32_t before = 0;
    for (const Slice& slice : life.slices) {
      const std::uint32_t at = in_units(slice.start_us, unit);
      track.push_back(slice.track);
      start.push_back(at - before);
      length.push_back(in_units(slice.length_us, unit));
      before = at;
    }
  }
  return {{"recorded", packets.size()}, {"kept", kept},
          {"low", packed(low)},         {"high", packed(high)},
          {"message", packed(message)}, {"index", packed(index)},
          {"slices", packed(slices)},   {"track", packed(track)},
          {"start", packed(start)},     {"length", packed(length)}};
}

Json listed_messages(const std::vector<TracedMessage>& messages, std::size_t kept, double unit) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < kept; ++i) {
    const TracedMessage& message = messages[i];
    const Json end = message.end_us < 0 ? Json() : Json(in_units(message.end_us, unit));
    rows.push_back(Json::array({message.number, message.track, in_units(message.begin_us, unit), end, message.to,
                                message.bytes, message.tag}));
  }
  return {{"recorded", messages.size()}, {"kept", kept}, {"rows", rows}};
}

Lives read_lives(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw UnreadableResult(file, "cannot be read");
  Lives lives;
  // An event is looked at when it is whole, and forgotten: a trace has hundreds of megabytes.
  const auto take = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth != 2 || event != Json::parse_event_t::object_end) return true;
    lives.add(parsed);
    return false;
  };
  try {
    [[maybe_unused]] const Json rest = Json::parse(in, take);
  } catch (const Json::exception& error) {
    throw UnreadableResult(file, std::string("is not a trace that tactus wrote: ") + error.what());
  }
  return lives;
}

}  // namespace

Json trace_lives(const std::filesystem::path& file, std::size_t most_bytes) {
  const Lives lives = read_lives(file);
  const std::vector<TracedPacket> packets = lives.packets();
  const std::vector<TracedMessage> messages = lives.messages();
  if (packets.empty()) return nullptr;
  const double unit = unit_ps(packets, messages);
  for (std::size_t most = kMostKept;; most /= 2) {
    Json all = {{"unit_ps", unit},
                {"tracks", lives.tracks()},
                {"packets", packed_packets(packets, std::min(most, packets.size()), unit)},
                {"messages", listed_messages(messages, std::min(most, messages.size()), unit)}};
    if (most < 2 || all.dump().size() <= most_bytes) return all;
  }
}

}  // namespace tactus
