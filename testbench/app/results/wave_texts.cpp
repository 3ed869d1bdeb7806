#include "testbench/app/results/wave_texts.h"

#include <fmt/core.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "testbench/app/results/probe_names.h"

namespace tactus {
namespace {

WaveText link_text(const Probe& kind, std::size_t number, std::size_t length, const ProbeNames& names) {
  WaveText text{kind.scope, "carries", {number, length}, {}};
  const auto tag = names.find(kind.scope, "tag");
  const auto message = names.find(kind.scope, "message");
  for (const auto& source : {tag, message}) {
    if (source) text.sources.push_back(*source);
  }
  text.text = [kinds = kind.enum_names, tagged = tag.has_value(), numbered = message.has_value()](
                  const std::vector<std::uint64_t>& values, Cycles) {
    if (values[0] == 0) return std::string();
    std::string all = kinds[values[0]];
    if (values[1] == 0) return all;  // an update of credits is about nothing
    all += fmt::format(" {} B", values[1]);
    if (tagged) all += fmt::format(", tag {}", values[2]);
    if (numbered && values.back() != 0) all += fmt::format(", message {}", values.back());
    return all;
  };
  return text;
}

/// Number of the engine in whose scope a probe is, as "torus.node_1_0.nic.engine_2"; nothing for others.
std::optional<int> engine_of(const std::string& scope) {
  const std::size_t place = scope.find(".nic.engine_");
  if (place == std::string::npos) return std::nullopt;
  return std::atoi(scope.c_str() + place + std::strlen(".nic.engine_"));
}

}  // namespace

WaveTexts link_texts(const ProbeList& probes) {
  const ProbeNames names(probes);
  WaveTexts texts;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (probes[i].name != "kind") continue;
    const auto length = names.find(probes[i].scope, "length");
    if (length) texts.push_back(link_text(probes[i], i, *length, names));
  }
  return texts;
}

WaveTexts message_texts(const ProbeList& probes) {
  const ProbeNames names(probes);
  WaveTexts texts;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const auto message = names.find(probes[i].scope, "message");
    const auto peer = names.find(probes[i].scope, "peer");
    if (probes[i].name != "part" || !message || !peer) continue;
    texts.push_back({probes[i].scope,
                     "about",
                     {i, *message, *peer},
                     [parts = probes[i].enum_names, peers = probes[*peer].enum_names](
                         const std::vector<std::uint64_t>& values, Cycles) {
                       const std::string& part = parts[values[0]];
                       if (part == "pack") return std::string("message to another node, packed");
                       if (values[1] == 0) return std::string();
                       if (part == "unpack") return fmt::format("message {}, unpacked", values[1]);
                       return fmt::format("message {} {} {}{}", values[1], part == "send" ? "to" : "from",
                                          peers[values[2]], part == "aside" ? ", set aside" : "");
                     }});
  }
  return texts;
}

WaveTexts packet_texts(const ProbeList& probes, const PacketTexts& packets) {
  const ProbeNames names(probes);
  const auto shared = std::make_shared<const PacketTexts>(packets);
  const auto by_number = [shared](const std::vector<std::uint64_t>& values, Cycles) {
    return values[0] == 0 ? std::string() : shared->text(values[0]);
  };
  WaveTexts texts;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const Probe& probe = probes[i];
    if (probe.name == "packet" && names.find(probe.scope, "granted_to")) {
      texts.push_back({probe.scope, "carries", {i}, by_number});
    } else if (probe.name == "front_packet") {
      texts.push_back({probe.scope, "front", {i}, by_number});
    } else if (const auto engine = engine_of(probe.scope); engine && probe.name == "flit_o_valid") {
      const auto head = names.find(probe.scope, "flit_o_head");
      if (!head) continue;
      const std::string node = probe.scope.substr(0, probe.scope.find(".nic."));
      texts.push_back({probe.scope,
                       "sends",
                       {i, *head},
                       [shared, node, engine = *engine](const std::vector<std::uint64_t>& values, Cycles cycle) {
                         if (values[0] == 0) return std::string();
                         return shared->text(shared->injected(node, engine, cycle));
                       }});
    }
  }
  return texts;
}

}  // namespace tactus
