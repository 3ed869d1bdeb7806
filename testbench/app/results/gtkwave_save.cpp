#include "testbench/app/results/gtkwave_save.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/link/packet_number.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/gtkwave_file.h"
#include "testbench/app/results/wave_text.h"

namespace tactus {
namespace {

/// Numbers wider than this are contents of flits, which people read in hexadecimal.
constexpr int kWidestDecimal = kPacketNumberBits;

bool is_fill_level(const Probe& probe) {
  static const std::set<std::string> kNames = {"occupancy", "queue", "under_way", "load"};
  return kNames.count(probe.name) != 0;
}

/// True for what the first look at a node is for: what its rank and its engines do, which input each output serves, and
/// how full the buffers of the links are. Of a NUMA node: what its process, its NICs and its memories do, and what
/// limits the NICs. Of a node of many cores: what its processes do, and what they stall for.
bool in_overview(const Probe& probe) {
  static const std::set<std::string> kNames = {
      "state",           "noise",          "granted_to", "send_step", "receive_step", "limit",
      "limit_of_writes", "limit_of_reads", "queue",      "bus",       "stall"};
  if (kNames.count(probe.name) != 0) return true;
  return is_fill_level(probe) && probe.scope.find(".router.") != std::string::npos &&
         probe.scope.find(".nic_") == std::string::npos;
}

/// "plus_x vc_0 occupancy", "rank state": the path within the node, without its router or NIC, or without the NUMA
/// node or the many cores behind it. GTKWave would show a dotted name's last part only.
std::string overview_name(const Probe& probe, const std::string& node_path) {
  std::string name = probe.scope.substr(std::min(node_path.size() + 1, probe.scope.size())) + "." + probe.name;
  const std::string first = name.substr(0, name.find('.'));
  const bool known = first == "router" || first == "nic" || first == "numa" || first == "manycore";
  if (known && std::count(name.begin(), name.end(), '.') > 1) name.erase(0, first.size() + 1);
  std::replace(name.begin(), name.end(), '.', ' ');
  return name;
}

class SaveFile {
 public:
  SaveFile(const std::filesystem::path& folder, WaveFormat format, const ProbeList& probes)
      : folder_(folder), format_(format), probes_(probes), file_(folder / "waves.gtkw") {}

  void write(const WaveScope& hierarchy, const WaveView& view) {
    for (const Probe& probe : probes_) {
      if (probe.name == "granted_to") neighbours_[probe.scope.substr(0, probe.scope.rfind('.'))] = probe.enum_names;
    }
    file_.head(dump_name(format_), view.begin, view.end, view.marker);
    for (const WaveScope& top : hierarchy.scopes) {
      for (const std::size_t signal : top.signals) write_signal(probes_[signal], "");
    }
    if (view.first) write_first(*view.first);
    const std::string open = view.first ? view.first->node : first_node(hierarchy);
    write_nodes(hierarchy, open, true);  // one only: a screen holds no more
    write_nodes(hierarchy, open, false);
    file_.commit();
  }

 private:
  static std::string first_node(const WaveScope& hierarchy) {
    for (const WaveScope& top : hierarchy.scopes) {
      if (!top.scopes.empty()) return top.scopes.front().path;
    }
    return "";
  }

  void write_first(const WaveGroup& group) {
    file_.begin_group(group.title, true);
    for (const WaveGroup::Row& row : group.rows) {
      if (row.probe) {
        write_signal(probes_[*row.probe], row.text);
      } else {
        file_.comment(row.text);
      }
    }
    file_.end_group(group.title, true);
  }

  /// The node whose path is `open`, or all others.
  void write_nodes(const WaveScope& hierarchy, const std::string& open, bool this_one) {
    for (const WaveScope& top : hierarchy.scopes) {
      for (const WaveScope& node : top.scopes) {
        if ((node.path == open) == this_one) write_node(node, this_one);
      }
    }
  }

  /// An overview, then everything in closed groups.
  void write_node(const WaveScope& node, bool open) {
    file_.begin_group(node.name, open);
    write_overview(node, node.path);
    for (const std::size_t signal : node.signals) write_signal(probes_[signal], "");
    for (const WaveScope& inner : node.scopes) write_scope(inner);
    file_.end_group(node.name, open);
  }

  void write_overview(const WaveScope& scope, const std::string& node_path) {
    for (const std::size_t signal : scope.signals) {
      const Probe& probe = probes_[signal];
      if (!in_overview(probe)) continue;
      const std::string name = overview_name(probe, node_path);
      const std::size_t end = name.find(' ');
      const std::string neighbour = neighbour_at(node_path + ".router", name.substr(0, end));
      if (neighbour.empty() && name.rfind("port_", 0) == 0) continue;  // without a cable
      write_signal(probe, neighbour.empty() ? name : neighbour + name.substr(end));
    }
    for (const WaveScope& inner : scope.scopes) write_overview(inner, node_path);
  }

  void write_scope(const WaveScope& scope) {
    const std::string neighbour = neighbour_at(scope.path.substr(0, scope.path.rfind('.')), scope.name);
    const std::string name = neighbour.empty() ? scope.name : fmt::format("{} {}", scope.name, neighbour);
    file_.begin_group(name, false);
    for (const std::size_t signal : scope.signals) write_signal(probes_[signal], "");
    for (const WaveScope& inner : scope.scopes) write_scope(inner);
    file_.end_group(name, false);
  }

  /// Neighbour at the port "port_3" of a router in a graph; empty for any other name.
  [[nodiscard]] std::string neighbour_at(const std::string& router, const std::string& port) const {
    constexpr std::string_view kPort = "port_";
    const auto found = neighbours_.find(router);
    if (found == neighbours_.end() || port.rfind(kPort, 0) != 0) return {};
    const auto number = static_cast<std::size_t>(std::atoi(port.c_str() + kPort.size()));
    return number < found->second.size() && found->second[number] != port ? found->second[number] : "";
  }

  /// `alias`: what is shown instead of the signal's own name; empty for that.
  void write_signal(const Probe& probe, const std::string& alias) {
    GtkwaveFile::Look look;
    look.text = is_text(probe);
    look.hexadecimal = probe.width > kWidestDecimal || probe.width == 1;
    look.curve = !alias.empty() && is_fill_level(probe);
    if (!probe.enum_names.empty()) {
      look.named = format_ == WaveFormat::kFst;
      if (!look.named) look.translation = translation_of(probe);
    }
    file_.trace(wave_name(probe), alias, look);
  }

  /// Name of the file that translates the values of `probe`; written if it is the first to need it.
  std::string translation_of(const Probe& probe) {
    const auto [entry, is_new] = translations_.try_emplace({probe.name, probe.width, probe.enum_names});
    if (!is_new) return entry->second;
    entry->second = fmt::format("enums/{}.txt", unused_name(probe.name));
    AtomicFile file(folder_ / entry->second);
    for (std::size_t value = 0; value < probe.enum_names.size(); ++value) {
      file.print("{:0{}x} {}\n", value, (probe.width + 3) / 4, probe.enum_names[value]);
    }
    file.commit();
    return entry->second;
  }

  std::string unused_name(const std::string& name) {
    const int uses = ++name_uses_[name];
    return uses == 1 ? name : fmt::format("{}_{}", name, uses);
  }

  using Translation = std::tuple<std::string, int, std::vector<std::string>>;

  const std::filesystem::path& folder_;
  WaveFormat format_;
  const ProbeList& probes_;
  GtkwaveFile file_;
  std::map<Translation, std::string> translations_;
  std::map<std::string, int> name_uses_;
  std::map<std::string, std::vector<std::string>> neighbours_;  ///< by router: its ports, as its values name them
};

}  // namespace

void write_gtkwave_save(const std::filesystem::path& folder, WaveFormat format, const ProbeList& probes,
                        const WaveScope& hierarchy, const WaveView& view) {
  SaveFile(folder, format, probes).write(hierarchy, view);
}

}  // namespace tactus
