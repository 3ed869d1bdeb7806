#pragma once

#include <optional>
#include <vector>

#include "testbench/app/kinds/lone_node/lone_node_config.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {

// clang-format off
template <> struct EnumWords<CopyProtocolKind> {
  static constexpr WordTable<CopyProtocolKind, 8> kWords = {{{"sm_rendezvous", CopyProtocolKind::kSmRendezvous},
      {"sm_eager", CopyProtocolKind::kSmEager}, {"pvas", CopyProtocolKind::kPvas}, {"cma", CopyProtocolKind::kCma},
      {"knem", CopyProtocolKind::kKnem}, {"xpmem", CopyProtocolKind::kXpmem},
      {"smartmap", CopyProtocolKind::kSmartmap}, {"advised", CopyProtocolKind::kAdvised}}};
};
template <> struct EnumWords<CopySplit> {
  static constexpr WordTable<CopySplit, 2> kWords = {{{"bytes", CopySplit::kBytes}, {"pieces", CopySplit::kPieces}}};
};
template <> struct EnumWords<NasClass> {
  static constexpr WordTable<NasClass, 5> kWords = {{{"S", NasClass::kS}, {"W", NasClass::kW}, {"A", NasClass::kA},
      {"B", NasClass::kB}, {"C", NasClass::kC}}};
};
// clang-format on

inline constexpr char kSameWord[] = "same";

template <>
struct ListOf<CopyProtocolKind> {
  static constexpr char kWanted[] = "a list of protocols, as in [sm_rendezvous, pvas]";
  static ValueForm form() { return {ValueForm::Kind::kList, {}, {}, {Codec<CopyProtocolKind>::form()}}; }
};
template <>
struct Codec<std::optional<CopyProtocolKind>> : OptionalOrWord<kSameWord, CopyProtocolKind> {};
template <>
struct Codec<PatternSize> : Within<&PatternSize::one, OptionalOrWord<kAllWord, Bytes>> {};
/// `none` is nothing. Whatever is wrong with a datatype is said at its place.
template <>
struct Codec<std::optional<DatatypeConfig>> {
  static ValueForm form();
  static void decode(const YamlNode& node, const ValueContext& context, std::optional<DatatypeConfig>& value);
  static std::string show(const std::optional<DatatypeConfig>& value);
};

}  // namespace tactus
