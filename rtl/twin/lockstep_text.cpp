#include "rtl/twin/lockstep_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

using Row = Lockstep::Row;

/// The text of one lockstep.
class HistoryText {
 public:
  explicit HistoryText(const Lockstep& lockstep) : lockstep_(lockstep), rows_(lockstep.rows()) {
    for (const TwinPart& part : lockstep.parts()) {
      const TwinPort* port = nullptr;
      const Row* row = first_difference(part, port);
      if (row != nullptr) note_difference(part, *port, *row);
      if (row != nullptr || (!rows_.empty() && part_concerned(lockstep, part, rows_.back()))) shown_.push_back(&part);
    }
  }

  [[nodiscard]] std::string text() const {
    const std::size_t printed = std::min(rows_.size(), Lockstep::kPrinted);
    std::string text = differences_;
    text += rows_.size() == printed
                ? fmt::format("\nThe ports in the last {} cycles that were not slept through:", printed)
                : fmt::format("\nThe ports in the last {} of {} remembered cycles; cycles slept through are left out:",
                              printed, rows_.size());
    for (std::size_t i = rows_.size() - printed; i < rows_.size(); ++i) text += describe(rows_[i]);
    return text;
  }

 private:
  /// The first remembered edge at which a compared port of `part` differs, and the port; null if none does.
  const Row* first_difference(const TwinPart& part, const TwinPort*& port) const {
    for (const Row& row : rows_) {
      const auto found = std::find_if(part.ports.begin(), part.ports.end(),
                                      [&](const TwinPort& p) { return p.compared && !same_in_part(p, row); });
      if (found == part.ports.end()) continue;
      port = &*found;
      return &row;
    }
    return nullptr;
  }

  void note_difference(const TwinPart& part, const TwinPort& port, const Row& row) {
    const auto value = [&port](const std::vector<PinWord>& words) {
      const std::string text = port_value(port, words);
      return text.empty() ? "0" : text;
    };
    differences_ += fmt::format("\n{} differs first at {}, cycle {}: the model has {}, the RTL {}", part.name,
                                port.name, row.edge.count(), value(row.part_model), value(row.part_rtl));
  }

  [[nodiscard]] std::string describe(const Row& row) const {
    std::string line;
    const auto add = [&line](const char* who, const TwinPort& port, const std::string& value) {
      if (!value.empty()) line += fmt::format("\n    {}{} {}", who, port.name, value);
    };
    for (const TwinPort& port : lockstep_.inputs()) add("", port, port_value(port, row.inputs));
    for (const TwinPort& port : lockstep_.outputs()) {
      if (same(port, row)) {
        add("", port, port_value(port, row.model));
      } else {
        add("model: ", port, or_idle(port_value(port, row.model)));
        add("RTL:   ", port, or_idle(port_value(port, row.rtl)));
      }
    }
    for (const TwinPart* part : shown_) line += describe(*part, row);
    return fmt::format("\n  cycle {}:{}", row.edge.count(), line.empty() ? " idle" : line);
  }

  /// One line if both have the same, otherwise one for each.
  static std::string describe(const TwinPart& part, const Row& row) {
    const std::string model = values(part, row.part_model, true);
    const std::string rtl = values(part, row.part_rtl, false);
    const bool equal = std::all_of(part.ports.begin(), part.ports.end(),
                                   [&row](const TwinPort& port) { return !port.modelled || same_in_part(port, row); });
    if (equal) return rtl.empty() ? "" : fmt::format("\n    {}:{}", part.name, rtl);
    return fmt::format("\n    model: {}:{}\n    RTL:   {}:{}", part.name, model.empty() ? " all 0" : model, part.name,
                       rtl.empty() ? " all 0" : rtl);
  }

  static std::string values(const TwinPart& part, const std::vector<PinWord>& words, bool of_model) {
    std::string text;
    for (const TwinPort& port : part.ports) {
      const std::string value = port_value(port, words);
      if (!value.empty() && (port.modelled || !of_model)) {
        text += fmt::format("{} {} {}", text.empty() ? "" : ",", port.name, value);
      }
    }
    return text;
  }

  const Lockstep& lockstep_;
  std::vector<Row> rows_;
  std::vector<const TwinPart*> shown_;
  std::string differences_;
};

}  // namespace

std::string or_idle(const std::string& value) { return value.empty() ? "idle" : value; }

std::string history_text(const Lockstep& lockstep) { return HistoryText(lockstep).text(); }

}  // namespace tactus
