#include "testbench/app/results/difference_wave.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/results/gtkwave_file.h"
#include "testbench/app/results/wave_sink.h"

namespace tactus {
namespace {

constexpr char kDump[] = "difference.fst";
constexpr char kSave[] = "difference.gtkw";
/// Cycles that the view shows at first.
constexpr std::size_t kSeen = 40;

using Row = Lockstep::Row;
using Words = std::vector<PinWord>;

/// Part of a port that is one signal.
struct Field {
  std::string name;
  unsigned lsb;
  unsigned bits;
};

std::vector<Field> fields_of(const TwinPort& port) {
  if (port.kind != TwinPort::Kind::kFlit) return {{"", 0, port.bits}};
  return {{"valid", 133, 1}, {"head", 132, 1},    {"tail", 131, 1},
          {"vc", 128, 3},    {"data_hi", 64, 64}, {"data_lo", 0, 64}};
}

/// "flit_o[2] (plus_y)" as a name in a waveform: "flit_o_2".
std::string plain_name(const std::string& port) {
  std::string name = port.substr(0, port.find(' '));
  std::replace(name.begin(), name.end(), '[', '_');
  name.erase(std::remove(name.begin(), name.end(), ']'), name.end());
  return name;
}

class DifferenceWave {
 public:
  DifferenceWave(const std::filesystem::path& folder, const Lockstep& lockstep, Clock clock)
      : lockstep_(lockstep),
        clock_(clock),
        rows_(lockstep.rows()),
        sink_(make_fst_sink(folder / kDump)),
        save_(folder / kSave) {}

  void write() {
    declare();
    write_values();
    write_save();
  }

 private:
  /// One signal of the file.
  struct Signal {
    std::string path;  ///< its name in the file
    unsigned bits;
    std::function<std::uint64_t(const Row&)> value;
  };

  [[nodiscard]] Picoseconds time_of(Cycles cycle) const { return clock_.edge(cycle); }

  void add(const std::string& scope, const std::string& name, unsigned bits,
           std::function<std::uint64_t(const Row&)> value) {
    sink_->add_signal(name, static_cast<int>(bits), {});
    signals_.push_back(
        {fmt::format("{}.{}{}", scope, name, bits > 1 ? fmt::format("[{}:0]", bits - 1) : ""), bits, std::move(value)});
  }

  void add_ports(const std::string& side, const std::vector<TwinPort>& ports, Words Row::*words) {
    const std::string scope = lockstep_.instance() + "." + side;
    sink_->open_scope(side);
    for (const TwinPort& port : ports) {
      for (const Field& field : fields_of(port)) {
        const std::string name = plain_name(port.name) + (field.name.empty() ? "" : "_" + field.name);
        const unsigned lsb = port.lsb + field.lsb;
        add(scope, name, field.bits,
            [lsb, bits = field.bits, words](const Row& row) { return pin_bits((row.*words).data(), lsb, bits); });
      }
    }
    sink_->close_scope();
  }

  /// The ports of all parts, in a scope for each: "model.engine_0.pacer". Some have no value in the model.
  void add_parts(const std::string& side, Words Row::*words) {
    const bool of_model = side == "model";
    for (const TwinPart& part : lockstep_.parts()) {
      const std::string scope = lockstep_.instance() + "." + side + "." + part.name;
      const int scopes = open_scopes(side + "." + part.name);
      for (const TwinPort& port : part.ports) {
        if (of_model && !port.modelled) continue;
        part_signals_[scope + "." + port.name] = signals_.size();
        add(scope, port.name, port.bits, [lsb = port.lsb, bits = port.bits, words](const Row& row) {
          return pin_bits((row.*words).data(), lsb, bits);
        });
      }
      close_scopes(scopes);
    }
  }

  int open_scopes(const std::string& path) {
    int scopes = 0;
    for (std::size_t begin = 0; begin <= path.size(); ++scopes) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      sink_->open_scope(path.substr(begin, end - begin));
      begin = end + 1;
    }
    return scopes;
  }
  void close_scopes(int scopes) {
    for (; scopes > 0; --scopes) sink_->close_scope();
  }

  void declare() {
    const std::string& path = lockstep_.instance();
    const int scopes = open_scopes(path);
    add(path, "cycle", 48, [](const Row& row) { return row.edge.count(); });
    add(path, "differs", 1, [](const Row& row) { return row.model == row.rtl ? 0 : 1; });
    first_input_ = signals_.size();
    add_ports("inputs", lockstep_.inputs(), &Row::inputs);
    first_model_ = signals_.size();
    add_ports("model", lockstep_.outputs(), &Row::model);
    first_rtl_ = signals_.size();
    add_ports("rtl", lockstep_.outputs(), &Row::rtl);
    add_parts("model", &Row::part_model);
    add_parts("rtl", &Row::part_rtl);
    close_scopes(scopes);
    sink_->end_declarations();
  }

  /// Between the edges that are remembered nothing was on the ports.
  void write_values() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      sink_->set_time(time_of(rows_[i].edge));
      for (std::size_t s = 0; s < signals_.size(); ++s) sink_->set_value(s, signals_[s].value(rows_[i]));
      const Cycles after = rows_[i].edge + Cycles{1};
      if (i + 1 < rows_.size() && rows_[i + 1].edge == after) continue;
      end_ = time_of(after);
      if (i + 1 == rows_.size()) break;
      sink_->set_time(end_);
      for (std::size_t s = 1; s < signals_.size(); ++s) sink_->set_value(s, 0);
    }
    sink_->finish(end_);
  }

  void write_save() {
    // The last cycles are seen, with the difference at the marker; the others are to the left.
    const std::size_t seen = rows_.size() - std::min(rows_.size(), kSeen);
    save_.head(kDump, time_of(rows_[seen].edge), end_, time_of(rows_.back().edge));
    trace(0, "");
    trace(1, "");
    const Row& last = rows_.back();
    for (const bool differing : {true, false}) {
      std::size_t signal = 0;
      for (const TwinPort& port : lockstep_.outputs()) {
        const std::size_t fields = fields_of(port).size();
        if (same(port, last) != differing) write_pairs(port, signal, fields, differing);
        signal += fields;
      }
      write_parts(differing);
    }
    save_.begin_group("inputs", false);
    for (std::size_t s = first_input_; s < first_model_; ++s) trace(s, "");
    save_.end_group("inputs", false);
    save_.commit();
  }

  void write_pairs(const TwinPort& port, std::size_t first, std::size_t fields, bool open) {
    save_.begin_group(port.name, open);
    for (std::size_t s = first; s < first + fields; ++s) {
      const std::string name = fields_of(port)[s - first].name;
      trace(first_model_ + s, fmt::format("{} model", name.empty() ? plain_name(port.name) : name));
      trace(first_rtl_ + s, fmt::format("{} RTL", name.empty() ? plain_name(port.name) : name));
    }
    save_.end_group(port.name, open);
  }

  /// The parts of outputs that differ in the last cycle, open, or all others.
  void write_parts(bool differing) {
    for (const TwinPart& part : lockstep_.parts()) {
      if (part_concerned(lockstep_, part, rows_.back()) != differing) continue;
      save_.begin_group(part.name, differing);
      for (const TwinPort& port : part.ports) {
        for (const auto& [side, who] : {std::pair{"model", "model"}, {"rtl", "RTL"}}) {
          const auto signal =
              part_signals_.find(fmt::format("{}.{}.{}.{}", lockstep_.instance(), side, part.name, port.name));
          if (signal != part_signals_.end()) trace(signal->second, fmt::format("{} {}", port.name, who));
        }
      }
      save_.end_group(part.name, differing);
    }
  }

  void trace(std::size_t signal, const std::string& alias) {
    GtkwaveFile::Look look;
    look.hexadecimal = signals_[signal].bits > 48 || signals_[signal].bits == 1;
    save_.trace(signals_[signal].path, alias, look);
  }

  const Lockstep& lockstep_;
  Clock clock_;
  std::vector<Row> rows_;
  std::unique_ptr<WaveSink> sink_;
  GtkwaveFile save_;
  std::vector<Signal> signals_;
  std::map<std::string, std::size_t> part_signals_;  ///< number of a port's signal, by its path
  std::size_t first_input_ = 0;
  std::size_t first_model_ = 0;
  std::size_t first_rtl_ = 0;
  Picoseconds end_;
};

}  // namespace

void write_difference_wave(const std::filesystem::path& folder, const Lockstep& lockstep, Clock clock) {
  if (lockstep.rows().empty()) return;
  DifferenceWave(folder, lockstep, clock).write();
}

}  // namespace tactus
