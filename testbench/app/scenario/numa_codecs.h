#pragma once

#include "testbench/app/kinds/rails/rails_settings.h"
#include "testbench/app/scenario/struct_codec.h"

namespace tactus {

// clang-format off
template <> struct EnumWords<CopiesKind> {
  static constexpr WordTable<CopiesKind, 2> kWords = {{{"rate", CopiesKind::kRate}, {"cores", CopiesKind::kCores}}};
};
template <> struct EnumWords<NodeKind> {
  static constexpr WordTable<NodeKind, 2> kWords = {{{"plain", NodeKind::kPlain}, {"numa", NodeKind::kNuma}}};
};
template <> struct EnumWords<RailSplit> {
  static constexpr WordTable<RailSplit, 3> kWords = {
      {{"even", RailSplit::kEven}, {"measured", RailSplit::kMeasured}, {"near", RailSplit::kNear}}};
};
// clang-format on
/// `in_order`, `nearest`, or a list.
template <>
struct Codec<NicChoice> : PlainCodec<NicChoice> {};
/// `near`, `far`, `same`, or a list.
template <>
struct Codec<MemoryChoice> : PlainCodec<MemoryChoice> {};
template <>
const std::vector<MapKey<HtBuffers>>& map_keys<HtBuffers>();
template <>
const std::vector<MapKey<PcieCredits>>& map_keys<PcieCredits>();
template <>
const std::vector<MapKey<PcieLinkConfig>>& map_keys<PcieLinkConfig>();
template <>
const std::vector<MapKey<NumaNodeConfig::Memory>>& map_keys<NumaNodeConfig::Memory>();
template <>
const std::vector<MapKey<NumaNodeConfig::SocketLink>>& map_keys<NumaNodeConfig::SocketLink>();
template <>
const std::vector<MapKey<NumaNodeConfig::Bridge>>& map_keys<NumaNodeConfig::Bridge>();
template <>
const std::vector<MapKey<NumaNodeConfig::Nic>>& map_keys<NumaNodeConfig::Nic>();

template <>
struct Codec<HtBuffers> : MapCodec<HtBuffers> {};
template <>
struct Codec<PcieCredits> : MapCodec<PcieCredits> {};
template <>
struct Codec<PcieLinkConfig> : MapCodec<PcieLinkConfig> {};
template <>
struct Codec<NumaNodeConfig::Memory> : MapCodec<NumaNodeConfig::Memory> {};
template <>
struct Codec<NumaNodeConfig::SocketLink> : MapCodec<NumaNodeConfig::SocketLink> {};
template <>
struct Codec<NumaNodeConfig::Bridge> : MapCodec<NumaNodeConfig::Bridge> {};
template <>
struct Codec<NumaNodeConfig::Nic> : MapCodec<NumaNodeConfig::Nic> {};

}  // namespace tactus
