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
#include "testbench/app/scenario/flow_config.h"
#include "testbench/app/scenario/network_config.h"
#include "testbench/app/scenario/rtl_config.h"
#include "testbench/app/scenario/run_config.h"
#include "testbench/app/scenario/yaml_tree.h"
#include "tlm_models/noise/noise_config.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Limits of a value, or of each item of a list, as they are written in scenarios; empty for none.
struct ValueRange {
  std::string least;
  std::string most;
  bool above = false;  ///< `least` is no value
  bool below = false;  ///< `most` is no value

  /// "1 to 8", "at least 1", "above 0", "below 1"; empty if there is no limit.
  [[nodiscard]] std::string text() const;
};

/// What may stand behind a key, for the schema and the key table.
struct ValueForm {
  enum class Kind : std::uint8_t {
    kText,
    kCount,
    kNumber,
    kBoolean,
    kSize,
    kTime,
    kCycles,
    kRate,
    kEighths,
    kWord,
    kNode,
    kNodeList,
    kCountList,
    kEighthsList,
    kRates,
    kTimes,
    kReplacements,
    kDatatype,
    kList,
    kMap,
  };
  Kind kind = Kind::kText;
  std::vector<std::string> words;    ///< kWord: all of them; otherwise words that may stand instead of a value
  std::vector<std::string> names{};  ///< kMap: its keys
  std::vector<ValueForm> parts{};    ///< kMap: of the values of its keys; kList: one, of its items
  ValueRange range{};
};

/// What reading one value needs to know.
struct ValueContext {
  DiagnosticList& diagnostics;
  std::string key;     ///< dotted
  Clock clock;         ///< above 0
  int dimensions = 0;  ///< of the network, as many as a node has coordinates; 0: not known yet, any number will do

  /// Puts "key: message" on the list, and how the value came about if a parameter is in it.
  void fault(const YamlNode& node, const std::string& message) const;
  /// The scalar's text, or a fault that names what is wanted.
  [[nodiscard]] const std::string* scalar(const YamlNode& node, const std::string& wanted) const;
};

/// The words of an enumeration in scenarios.
template <class T>
struct EnumWords;

/// How a configuration type is read from YAML and shown in it: `form`, `decode` (assigns only a good value) and
/// `show` (which `decode` reads back).
template <class T>
struct Codec;

/// Puts a fault on the list unless `text` is one of `words`; the answer is its position or -1.
int decode_word(const YamlNode& node, const ValueContext& context, const std::vector<std::string>& words);

/// Codec of the types that have EnumWords.
template <class T>
struct EnumCodec {
  static std::vector<std::string> words() {
    std::vector<std::string> list;
    for (const auto& entry : EnumWords<T>::kWords) list.emplace_back(entry.first);
    return list;
  }
  static ValueForm form() { return {ValueForm::Kind::kWord, words()}; }
  static void decode(const YamlNode& node, const ValueContext& context, T& value) {
    const int position = decode_word(node, context, words());
    if (position >= 0) value = EnumWords<T>::kWords[static_cast<std::size_t>(position)].second;
  }
  static std::string show(T value) {
    for (const auto& entry : EnumWords<T>::kWords) {
      if (entry.second == value) return entry.first;
    }
    return {};
  }
};

template <class T, std::size_t N>
using WordTable = std::array<std::pair<const char*, T>, N>;

// clang-format off
template <> struct EnumWords<InputQueueKind> {
  static constexpr WordTable<InputQueueKind, 2> kWords = {{{"fifo", InputQueueKind::kFifo},
      {"per_output", InputQueueKind::kPerOutput}}};
};
template <> struct EnumWords<InputTransfers> {
  static constexpr WordTable<InputTransfers, 3> kWords = {{{"port", InputTransfers::kPort},
      {"vc", InputTransfers::kVc}, {"queue", InputTransfers::kQueue}}};
};
template <> struct EnumWords<InputNomination> {
  static constexpr WordTable<InputNomination, 2> kWords = {{{"any", InputNomination::kAny},
      {"oldest", InputNomination::kOldest}}};
};
template <> struct EnumWords<SwitchHold> {
  static constexpr WordTable<SwitchHold, 2> kWords = {{{"packet", SwitchHold::kPacket}, {"flit", SwitchHold::kFlit}}};
};
enum class DimensionLetter : std::uint8_t { kX, kY, kZ, kW, kV, kU };
template <> struct EnumWords<DimensionLetter> {
  static constexpr WordTable<DimensionLetter, 6> kWords = {{{"x", DimensionLetter::kX}, {"y", DimensionLetter::kY},
      {"z", DimensionLetter::kZ}, {"w", DimensionLetter::kW}, {"v", DimensionLetter::kV}, {"u", DimensionLetter::kU}}};
};
template <> struct EnumWords<TieBreak> {
  static constexpr WordTable<TieBreak, 2> kWords = {{{"positive", TieBreak::kPositive}, {"signed", TieBreak::kSigned}}};
};
template <> struct EnumWords<PaceMode> {
  static constexpr WordTable<PaceMode, 3> kWords = {{{"off", PaceMode::kOff}, {"fixed", PaceMode::kFixed},
      {"hops", PaceMode::kHops}}};
};
template <> struct EnumWords<ControlKind> {
  static constexpr WordTable<ControlKind, 5> kWords = {{{"none", ControlKind::kNone}, {"pieces", ControlKind::kPieces},
      {"receiver_credits", ControlKind::kReceiverCredits}, {"injection_limit", ControlKind::kInjectionLimit},
      {"delay_window", ControlKind::kDelayWindow}}};
};
template <> struct EnumWords<NoiseKind> {
  static constexpr WordTable<NoiseKind, 4> kWords = {{{"none", NoiseKind::kNone}, {"periodic", NoiseKind::kPeriodic},
      {"poisson", NoiseKind::kPoisson}, {"trace", NoiseKind::kTrace}}};
};
template <> struct EnumWords<NoiseLength> {
  static constexpr WordTable<NoiseLength, 2> kWords = {{{"fixed", NoiseLength::kFixed},
      {"exponential", NoiseLength::kExponential}}};
};
template <> struct EnumWords<NetworkKind> {
  static constexpr WordTable<NetworkKind, 3> kWords = {{{"torus", NetworkKind::kTorus}, {"rails", NetworkKind::kRails},
      {"none", NetworkKind::kNone}}};
};
template <> struct EnumWords<FlowTopologyKind> {
  static constexpr WordTable<FlowTopologyKind, 5> kWords = {{{"torus", FlowTopologyKind::kTorus},
      {"mesh", FlowTopologyKind::kMesh}, {"fat_tree", FlowTopologyKind::kFatTree},
      {"k_ary_n_tree", FlowTopologyKind::kKaryNTree}, {"hyper_crossbar", FlowTopologyKind::kHyperCrossbar}}};
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

/// Codec of the names of policies.
template <class Kind>
struct Codec<PolicyName<Kind>> {
  static std::vector<std::string> words() {
    std::vector<std::string> list;
    for (const Policy* policy : policies_of(Kind::kName)) list.push_back(policy->name);
    return list;
  }
  static ValueForm form() { return {ValueForm::Kind::kWord, words()}; }
  static void decode(const YamlNode& node, const ValueContext& context, PolicyName<Kind>& value) {
    const int position = decode_word(node, context, words());
    if (position >= 0) value = words()[static_cast<std::size_t>(position)];
  }
  static std::string show(const PolicyName<Kind>& value) { return value.name(); }
};
template <>
struct Codec<InputQueueKind> : EnumCodec<InputQueueKind> {};
template <>
struct Codec<InputTransfers> : EnumCodec<InputTransfers> {};
template <>
struct Codec<InputNomination> : EnumCodec<InputNomination> {};
template <>
struct Codec<SwitchHold> : EnumCodec<SwitchHold> {};
template <>
struct Codec<TieBreak> : EnumCodec<TieBreak> {};
template <>
struct Codec<DimensionLetter> : EnumCodec<DimensionLetter> {};
template <>
struct Codec<PaceMode> : EnumCodec<PaceMode> {};
template <>
struct Codec<ControlKind> : EnumCodec<ControlKind> {};
template <>
struct Codec<NoiseKind> : EnumCodec<NoiseKind> {};
template <>
struct Codec<NoiseLength> : EnumCodec<NoiseLength> {};
template <>
struct Codec<NetworkKind> : EnumCodec<NetworkKind> {};
template <>
struct Codec<FlowTopologyKind> : EnumCodec<FlowTopologyKind> {};
template <>
struct Codec<FlowTieBreak> : EnumCodec<FlowTieBreak> {};
template <>
struct Codec<FlowSolverKind> : EnumCodec<FlowSolverKind> {};
template <>
struct Codec<RtlPart> : EnumCodec<RtlPart> {};
template <>
struct Codec<WaveFormat> : EnumCodec<WaveFormat> {};

/// The codec of a type that is no enumeration.
template <class T>
struct PlainCodec {
  static ValueForm form();
  static void decode(const YamlNode& node, const ValueContext& context, T& value);
  static std::string show(const T& value);
};

/// Its members are specialised, each in the file that is about such values.
#define TACTUS_PLAIN_CODEC(...)                                                                                \
  template <>                                                                                                  \
  ValueForm PlainCodec<__VA_ARGS__>::form();                                                                   \
  template <>                                                                                                  \
  void PlainCodec<__VA_ARGS__>::decode(const YamlNode& node, const ValueContext& context, __VA_ARGS__& value); \
  template <>                                                                                                  \
  std::string PlainCodec<__VA_ARGS__>::show(const __VA_ARGS__& value);                                         \
  template <>                                                                                                  \
  struct Codec<__VA_ARGS__> : PlainCodec<__VA_ARGS__> {};

TACTUS_PLAIN_CODEC(std::string)
TACTUS_PLAIN_CODEC(bool)
TACTUS_PLAIN_CODEC(int)
TACTUS_PLAIN_CODEC(std::uint64_t)
TACTUS_PLAIN_CODEC(double)
TACTUS_PLAIN_CODEC(Bytes)
TACTUS_PLAIN_CODEC(Picoseconds)
TACTUS_PLAIN_CODEC(Clock)
/// `none` is no limit.
TACTUS_PLAIN_CODEC(TimeLimit)
TACTUS_PLAIN_CODEC(Cycles)
TACTUS_PLAIN_CODEC(BytesPerSecond)
/// `by_link` is none.
TACTUS_PLAIN_CODEC(std::optional<BytesPerSecond>)
TACTUS_PLAIN_CODEC(PacketEighths)
TACTUS_PLAIN_CODEC(Coordinate)
TACTUS_PLAIN_CODEC(DimensionList<int>)
/// By their letters, [x, y]; `ascending` is the empty list.
TACTUS_PLAIN_CODEC(DimensionLetters)
/// `per_direction` is none.
TACTUS_PLAIN_CODEC(std::optional<int>)
/// `all` is the empty list.
TACTUS_PLAIN_CODEC(DimensionList<bool>)
/// A time or a list of times.
TACTUS_PLAIN_CODEC(CableDelays)
/// `all` is the empty list.
TACTUS_PLAIN_CODEC(std::vector<int>)
/// `none` is the empty list.
TACTUS_PLAIN_CODEC(std::vector<PacketEighths>)
/// `machine` is the empty list.
TACTUS_PLAIN_CODEC(FlowDimensions)
/// A rate or a list of rates; `machine` is the empty list.
TACTUS_PLAIN_CODEC(FlowBandwidths)
/// `machine` is no time.
TACTUS_PLAIN_CODEC(FlowLatency)
/// `none` is the empty list.
TACTUS_PLAIN_CODEC(std::vector<Coordinate>)
TACTUS_PLAIN_CODEC(WaveNodes)
/// `none` is the empty list.
TACTUS_PLAIN_CODEC(NodeSelection)
/// `none` is the empty list.
TACTUS_PLAIN_CODEC(std::vector<RtlReplacement>)

#undef TACTUS_PLAIN_CODEC

/// Values that are nodes, which have as many coordinates as the network has dimensions.
template <class T>
inline constexpr bool kIsNodes = std::is_same_v<T, Coordinate> || std::is_same_v<T, std::vector<Coordinate>> ||
                                 std::is_same_v<T, WaveNodes> || std::is_same_v<T, NodeSelection>;
/// In place of their codecs' `show`.
std::string show_nodes(const Coordinate& value, int dimensions);
std::string show_nodes(const std::vector<Coordinate>& value, int dimensions);
std::string show_nodes(const WaveNodes& value, int dimensions);
std::string show_nodes(const NodeSelection& value, int dimensions);

}  // namespace tactus
