#include "testbench/app/scenario/numa_codecs.h"

namespace tactus {

namespace {

constexpr std::array<std::pair<const char*, MemoryChoice::Kind>, 3> kMemoryWords = {
    {{"near", MemoryChoice::Kind::kNear}, {"far", MemoryChoice::Kind::kFar}, {"same", MemoryChoice::Kind::kSame}}};
constexpr std::array<std::pair<const char*, NicChoice::Kind>, 2> kNicWords = {
    {{"in_order", NicChoice::Kind::kInOrder}, {"nearest", NicChoice::Kind::kNearest}}};

template <typename Words>
ValueForm form_of(const Words& words) {
  ValueForm form{ValueForm::Kind::kCountList, {}};
  for (const auto& word : words) form.words.emplace_back(word.first);
  return form;
}

/// One of `words`, or a list into `numbers`.
template <typename Words, typename Choice>
void decode_choice(const YamlNode& node, const ValueContext& context, const Words& words, Choice& value,
                   std::vector<int>& numbers) {
  if (node.is(YamlNode::Kind::kSequence)) {
    value.kind = Choice::Kind::kListed;
    return ListCodec<int>::decode(node, context, numbers);
  }
  const int position = decode_word(node, context, form_of(words).words);
  if (position >= 0) value = {words.at(static_cast<std::size_t>(position)).second, {}};
}

template <typename Words, typename Kind>
std::string show_choice(const Words& words, Kind kind, const std::vector<int>& numbers) {
  for (const auto& word : words) {
    if (word.second == kind) return word.first;
  }
  return ListCodec<int>::show(numbers);
}

}  // namespace

template <>
ValueForm PlainCodec<MemoryChoice>::form() {
  return form_of(kMemoryWords);
}
template <>
void PlainCodec<MemoryChoice>::decode(const YamlNode& node, const ValueContext& context, MemoryChoice& value) {
  decode_choice(node, context, kMemoryWords, value, value.memories);
}
template <>
std::string PlainCodec<MemoryChoice>::show(const MemoryChoice& value) {
  return show_choice(kMemoryWords, value.kind, value.memories);
}

template <>
ValueForm PlainCodec<NicChoice>::form() {
  return form_of(kNicWords);
}
template <>
void PlainCodec<NicChoice>::decode(const YamlNode& node, const ValueContext& context, NicChoice& value) {
  decode_choice(node, context, kNicWords, value, value.nics);
}
template <>
std::string PlainCodec<NicChoice>::show(const NicChoice& value) {
  return show_choice(kNicWords, value.kind, value.nics);
}

// A key of a map, its name, and a lambda that reaches it in a const or a mutable one.
#define MAP_KEY(T, name, member) \
  map_key<T>(                    \
      name, [](auto& value) -> auto& { return value.member; })

template <>
const std::vector<MapKey<HtBuffers>>& map_keys<HtBuffers>() {
  static const std::vector<MapKey<HtBuffers>> kKeys = {MAP_KEY(HtBuffers, "posted", posted),
                                                       MAP_KEY(HtBuffers, "non_posted", non_posted),
                                                       MAP_KEY(HtBuffers, "response", response)};
  return kKeys;
}

template <>
const std::vector<MapKey<PcieCredits>>& map_keys<PcieCredits>() {
  static const std::vector<MapKey<PcieCredits>> kKeys = {MAP_KEY(PcieCredits, "headers", headers),
                                                         MAP_KEY(PcieCredits, "data", data)};
  return kKeys;
}

template <>
const std::vector<MapKey<PcieLinkConfig>>& map_keys<PcieLinkConfig>() {
  using Slot = PcieLinkConfig;
  static const std::vector<MapKey<Slot>> kKeys = {MAP_KEY(Slot, "generation", generation),
                                                  MAP_KEY(Slot, "lanes", lanes),
                                                  MAP_KEY(Slot, "max_payload", max_payload),
                                                  MAP_KEY(Slot, "max_read_request", max_read_request),
                                                  MAP_KEY(Slot, "read_tags", read_tags),
                                                  MAP_KEY(Slot, "latency", latency),
                                                  MAP_KEY(Slot, "posted", posted),
                                                  MAP_KEY(Slot, "non_posted_headers", non_posted_headers),
                                                  MAP_KEY(Slot, "completions", completions),
                                                  MAP_KEY(Slot, "dllp", dllp),
                                                  MAP_KEY(Slot, "tlps_per_dllp", tlps_per_dllp)};
  return kKeys;
}

template <>
const std::vector<MapKey<NumaNodeConfig::Memory>>& map_keys<NumaNodeConfig::Memory>() {
  using Memory = NumaNodeConfig::Memory;
  static const std::vector<MapKey<Memory>> kKeys = {MAP_KEY(Memory, "socket", socket),
                                                    MAP_KEY(Memory, "rate", controller.rate),
                                                    MAP_KEY(Memory, "latency", controller.latency),
                                                    MAP_KEY(Memory, "banks", controller.banks),
                                                    MAP_KEY(Memory, "bank_interleave", controller.bank_interleave),
                                                    MAP_KEY(Memory, "bank_busy", controller.bank_busy),
                                                    MAP_KEY(Memory, "queue", controller.queue)};
  return kKeys;
}

template <>
const std::vector<MapKey<NumaNodeConfig::SocketLink>>& map_keys<NumaNodeConfig::SocketLink>() {
  using Link = NumaNodeConfig::SocketLink;
  static const std::vector<MapKey<Link>> kKeys = {
      MAP_KEY(Link, "from", from), MAP_KEY(Link, "to", to), MAP_KEY(Link, "rate", link.rate),
      MAP_KEY(Link, "latency", link.latency), MAP_KEY(Link, "buffers", buffers)};
  return kKeys;
}

template <>
const std::vector<MapKey<NumaNodeConfig::Bridge>>& map_keys<NumaNodeConfig::Bridge>() {
  using Bridge = NumaNodeConfig::Bridge;
  static const std::vector<MapKey<Bridge>> kKeys = {MAP_KEY(Bridge, "socket", socket),
                                                    MAP_KEY(Bridge, "rate", link.rate),
                                                    MAP_KEY(Bridge, "latency", link.latency),
                                                    MAP_KEY(Bridge, "socket_buffers", socket_buffers),
                                                    MAP_KEY(Bridge, "bridge_buffers", bridge_buffers),
                                                    MAP_KEY(Bridge, "reads", reads),
                                                    MAP_KEY(Bridge, "completions", completions),
                                                    MAP_KEY(Bridge, "slots", slots)};
  return kKeys;
}

template <>
const std::vector<MapKey<NumaNodeConfig::Nic>>& map_keys<NumaNodeConfig::Nic>() {
  using Nic = NumaNodeConfig::Nic;
  static const std::vector<MapKey<Nic>> kKeys = {MAP_KEY(Nic, "bridge", bridge), MAP_KEY(Nic, "slot", slot)};
  return kKeys;
}

#undef MAP_KEY

}  // namespace tactus
