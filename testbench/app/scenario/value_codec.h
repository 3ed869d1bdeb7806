#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/nic_config.h"
#include "hw/common/router_config.h"
#include "hw/common/units.h"
#include "testbench/app/scenario/codec.h"
#include "testbench/app/scenario/flow_config.h"
#include "testbench/app/scenario/graph_config.h"
#include "testbench/app/scenario/node_config.h"
#include "testbench/app/scenario/parts_config.h"
#include "testbench/app/scenario/phase_settings.h"
#include "testbench/app/scenario/rtl_config.h"
#include "testbench/app/scenario/run_config.h"
#include "testbench/app/scenario/yaml_tree.h"
#include "tlm_models/noise/noise_config.h"
#include "tlm_models/traffic/synchronisation/synchronisation_config.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

// clang-format off
template <> struct EnumWords<bool> {
  static constexpr WordTable<bool, 2> kWords = {{{"false", false}, {"true", true}}};
};
template <> struct EnumWords<InputQueueKind> {
  static constexpr WordTable<InputQueueKind, 2> kWords = {{{"fifo", InputQueueKind::kFifo},
      {"per_output", InputQueueKind::kPerOutput}}};
};
template <> struct EnumWords<InputTransfers> {
  static constexpr WordTable<InputTransfers, 3> kWords = {{{"port", InputTransfers::kPort},
      {"vc", InputTransfers::kVc}, {"queue", InputTransfers::kQueue}}};
};
template <> struct EnumWords<SwitchHold> {
  static constexpr WordTable<SwitchHold, 2> kWords = {{{"packet", SwitchHold::kPacket}, {"flit", SwitchHold::kFlit}}};
};
template <> struct EnumWords<FlowControl> {
  static constexpr WordTable<FlowControl, 2> kWords = {{{"dateline", FlowControl::kDateline},
      {"bubble", FlowControl::kBubble}}};
};
template <> struct EnumWords<NodeKind> {
  static constexpr WordTable<NodeKind, 2> kWords = {{{"plain", NodeKind::kPlain}, {"numa", NodeKind::kNuma}}};
};
template <> struct EnumWords<CopiesKind> {
  static constexpr WordTable<CopiesKind, 2> kWords = {{{"rate", CopiesKind::kRate}, {"cores", CopiesKind::kCores}}};
};
enum class DimensionLetter : std::uint8_t { kX, kY, kZ, kW, kV, kU };
template <> struct EnumWords<DimensionLetter> {
  static constexpr WordTable<DimensionLetter, 6> kWords = {{{"x", DimensionLetter::kX}, {"y", DimensionLetter::kY},
      {"z", DimensionLetter::kZ}, {"w", DimensionLetter::kW}, {"v", DimensionLetter::kV}, {"u", DimensionLetter::kU}}};
};
template <> struct EnumWords<NoiseKind> {
  static constexpr WordTable<NoiseKind, 4> kWords = {{{"none", NoiseKind::kNone}, {"periodic", NoiseKind::kPeriodic},
      {"poisson", NoiseKind::kPoisson}, {"trace", NoiseKind::kTrace}}};
};
template <> struct EnumWords<CounterMethod> {
  static constexpr WordTable<CounterMethod, 2> kWords = {{{"none", CounterMethod::kNone},
      {"neighbours", CounterMethod::kNeighbours}}};
};
template <> struct EnumWords<NoiseLength> {
  static constexpr WordTable<NoiseLength, 2> kWords = {{{"fixed", NoiseLength::kFixed},
      {"exponential", NoiseLength::kExponential}}};
};
template <> struct EnumWords<FlowTopologyKind> {
  static constexpr WordTable<FlowTopologyKind, 5> kWords = {{{"torus", FlowTopologyKind::kTorus},
      {"mesh", FlowTopologyKind::kMesh}, {"fat_tree", FlowTopologyKind::kFatTree},
      {"k_ary_n_tree", FlowTopologyKind::kKaryNTree}, {"hyper_crossbar", FlowTopologyKind::kHyperCrossbar}}};
};
template <> struct EnumWords<GraphKind> {
  static constexpr WordTable<GraphKind, 7> kWords = {{{"fat_tree", GraphKind::kFatTree},
      {"k_ary_n_tree", GraphKind::kKaryNTree}, {"dragonfly", GraphKind::kDragonfly}, {"hyperx", GraphKind::kHyperX},
      {"full_mesh", GraphKind::kFullMesh}, {"hyper_crossbar", GraphKind::kHyperCrossbar}, {"file", GraphKind::kFile}}};
};
template <> struct EnumWords<FlowTieBreak> {
  static constexpr WordTable<FlowTieBreak, 2> kWords = {{{"router", FlowTieBreak::kRouter},
      {"alternate", FlowTieBreak::kAlternate}}};
};
template <> struct EnumWords<FlowSolverKind> {
  static constexpr WordTable<FlowSolverKind, 3> kWords = {{{"maxmin", FlowSolverKind::kMaxMin},
      {"mfs_n", FlowSolverKind::kMfsN}, {"mfs_f", FlowSolverKind::kMfsF}}};
};
template <> struct EnumWords<RtlPart> {
  static constexpr WordTable<RtlPart, 4> kWords = {{{"pacer", RtlPart::kPacer}, {"arbiter", RtlPart::kArbiter},
      {"router", RtlPart::kRouter}, {"nic", RtlPart::kNic}}};
};
template <> struct EnumWords<WaveFormat> {
  static constexpr WordTable<WaveFormat, 2> kWords = {{{"fst", WaveFormat::kFst}, {"vcd", WaveFormat::kVcd}}};
};
// clang-format on

#define TACTUS_SCALAR(T)                   \
  template <>                              \
  const Scalar<T> ScalarCodec<T>::kScalar; \
  template <>                              \
  struct Codec<T> : ScalarCodec<T> {};

TACTUS_SCALAR(std::string)
TACTUS_SCALAR(int)
TACTUS_SCALAR(std::uint32_t)
TACTUS_SCALAR(std::uint64_t)
TACTUS_SCALAR(double)
TACTUS_SCALAR(Bytes)
TACTUS_SCALAR(Picoseconds)
TACTUS_SCALAR(Clock)
TACTUS_SCALAR(Cycles)
TACTUS_SCALAR(BytesPerSecond)
TACTUS_SCALAR(PacketEighths)

#undef TACTUS_SCALAR

template <>
struct Codec<bool> : EnumCodec<bool> {
  static ValueForm form() { return {ValueForm::Kind::kBoolean, {}}; }
};

#define TACTUS_CODEC(...)                                                                      \
  template <>                                                                                  \
  struct Codec<__VA_ARGS__> {                                                                  \
    static ValueForm form();                                                                   \
    static void decode(const YamlNode& node, const ValueContext& context, __VA_ARGS__& value); \
    static std::string show(const __VA_ARGS__& value);                                         \
  };

TACTUS_CODEC(Coordinate)
TACTUS_CODEC(Cable)
TACTUS_CODEC(LinkOverride)
TACTUS_CODEC(LinkOutage)
TACTUS_CODEC(LinkBreak)
TACTUS_CODEC(DimensionLetters)
/// A time or a list of times.
TACTUS_CODEC(CableDelays)
/// A rate or a list of rates; `machine` is the empty list.
TACTUS_CODEC(FlowBandwidths)
TACTUS_CODEC(WaveNodes)
TACTUS_CODEC(NodeSelection)
/// `none` is the empty list.
TACTUS_CODEC(std::vector<RtlReplacement>)
/// Names of files; `none` is the empty list.
TACTUS_CODEC(std::vector<std::string>)

#undef TACTUS_CODEC

// Parts of one kind of policies: `none`, or a map of names and nodes.
ValueForm parts_form();
void decode_parts(const YamlNode& node, const ValueContext& context, const char* kind, std::vector<PlacedPart>& value);
template <class Kind>
struct Codec<PlacedParts<Kind>> {
  static ValueForm form() { return parts_form(); }
  static void decode(const YamlNode& node, const ValueContext& context, PlacedParts<Kind>& value) {
    decode_parts(node, context, Kind::kName, value.list);
  }
};

inline constexpr char kAllWord[] = "all";
inline constexpr char kNoneWord[] = "none";
inline constexpr char kMachineWord[] = "machine";
inline constexpr char kByLinkWord[] = "by_link";
inline constexpr char kPerDirectionWord[] = "per_direction";
inline constexpr char kByCallsWord[] = "by_calls";

template <>
struct ListOf<int> {
  static constexpr char kWanted[] = "a list of numbers, as in [1, 2]";
  static ValueForm form() { return {ValueForm::Kind::kCountList, {}}; }
};
template <>
struct ListOf<PacketEighths> {
  static constexpr char kWanted[] = "a list of numbers of packets, as in [0, 1.25]";
  static ValueForm form() { return {ValueForm::Kind::kEighthsList, {}}; }
};
template <>
struct ListOf<Coordinate> {
  static constexpr char kWanted[] = "a list of nodes, as in [[0, 0], [1, 0]]";
  static ValueForm form() { return {ValueForm::Kind::kNodeList, {}}; }
};

template <>
struct ListOf<Cable> {
  static constexpr char kWanted[] = "a list of cables, as in [[[0, 0], [1, 0]]]";
  static ValueForm form() { return {ValueForm::Kind::kList, {}, {}, {Codec<Cable>::form()}}; }
};

template <>
struct ListOf<LinkOverride> {
  static constexpr char kWanted[] = "a list of overrides, as in [{dimension: 1, bandwidth: 2 GB/s}]";
  static ValueForm form() { return {ValueForm::Kind::kList, {}, {}, {Codec<LinkOverride>::form()}}; }
};

template <>
struct ListOf<LinkOutage> {
  static constexpr char kWanted[] =
      "a list of outages, as in [{cables: [[[0, 0], [1, 0]]], from: 10 us, until: 20 us}]";
  static ValueForm form() { return {ValueForm::Kind::kList, {}, {}, {Codec<LinkOutage>::form()}}; }
};

template <>
struct ListOf<LinkBreak> {
  static constexpr char kWanted[] = "a list of breaks, as in [{cables: [[[0, 0], [1, 0]]], at: 10 us}]";
  static ValueForm form() { return {ValueForm::Kind::kList, {}, {}, {Codec<LinkBreak>::form()}}; }
};

template <>
struct ForEachDimension<int> {
  static constexpr char kWanted[] = "a list of 1 to 6 sizes, as in [8, 8]";
};
template <>
struct ForEachDimension<bool> {
  static constexpr char kWanted[] = "true or false for each dimension, as in [true, false]";
};
template <>
struct ForEachDimension<DimensionLetter> {
  static constexpr char kWanted[] = "the dimensions in their order, as in [y, x]";
};

template <>
struct Codec<TimeLimit> : OptionalOrWord<kNoneWord, Picoseconds> {};
template <>
struct Codec<std::optional<BytesPerSecond>> : OptionalOrWord<kByLinkWord, BytesPerSecond> {};
template <>
struct Codec<std::optional<Bytes>> : OptionalOrWord<kByLinkWord, Bytes> {};
template <>
struct Codec<std::optional<int>> : OptionalOrWord<kPerDirectionWord, int> {};
template <>
struct Codec<FlowLatency> : Within<&FlowLatency::time, OptionalOrWord<kMachineWord, Picoseconds>> {};
template <>
struct Codec<CallTime> : Within<&CallTime::time, OptionalOrWord<kByCallsWord, Picoseconds>> {};
template <>
struct Codec<FlowDimensions> : Within<&FlowDimensions::sizes, ListOrWord<kMachineWord, int>> {};
template <>
struct Codec<GraphSizes> : Within<&GraphSizes::list, ListCodec<int>> {};
template <>
struct Codec<std::vector<int>> : ListOrWord<kAllWord, int> {};
template <>
struct Codec<std::vector<PacketEighths>> : ListOrWord<kNoneWord, PacketEighths> {};
template <>
struct Codec<std::vector<Coordinate>> : ListOrWord<kNoneWord, Coordinate> {};
template <>
struct Codec<std::vector<Cable>> : ListOrWord<kNoneWord, Cable> {};
template <>
struct Codec<std::vector<LinkOverride>> : ListOrWord<kNoneWord, LinkOverride> {};
template <>
struct Codec<std::vector<LinkOutage>> : ListOrWord<kNoneWord, LinkOutage> {};
template <>
struct Codec<std::vector<LinkBreak>> : ListOrWord<kNoneWord, LinkBreak> {};
template <>
struct Codec<DimensionList<int>> : DimensionsCodec<int> {};
template <>
struct Codec<DimensionList<bool>> : OrWord<kAllWord, DimensionList<bool>, DimensionsCodec<bool>> {};

/// Values that are nodes, which have as many coordinates as the network has dimensions.
template <class T>
inline constexpr bool kIsNodes =
    std::is_same_v<T, Coordinate> || std::is_same_v<T, std::vector<Coordinate>> ||
    std::is_same_v<T, std::vector<Cable>> || std::is_same_v<T, std::vector<LinkOverride>> ||
    std::is_same_v<T, std::vector<LinkOutage>> || std::is_same_v<T, std::vector<LinkBreak>> ||
    std::is_same_v<T, WaveNodes> || std::is_same_v<T, NodeSelection>;
template <class Kind>
inline constexpr bool kIsNodes<PlacedParts<Kind>> = true;
/// In place of their codecs' `show`.
std::string show_nodes(const Coordinate& value, int dimensions);
std::string show_nodes(const std::vector<Coordinate>& value, int dimensions);
std::string show_nodes(const WaveNodes& value, int dimensions);
std::string show_nodes(const std::vector<Cable>& value, int dimensions);
std::string show_nodes(const std::vector<LinkOverride>& value, int dimensions);
std::string show_nodes(const std::vector<LinkOutage>& value, int dimensions);
std::string show_nodes(const std::vector<LinkBreak>& value, int dimensions);
std::string show_nodes(const NodeSelection& value, int dimensions);
std::string show_nodes(const std::vector<PlacedPart>& value, int dimensions);
template <class Kind>
std::string show_nodes(const PlacedParts<Kind>& value, int dimensions) {
  return show_nodes(value.list, dimensions);
}

}  // namespace tactus
