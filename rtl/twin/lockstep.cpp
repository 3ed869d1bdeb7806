#include "rtl/twin/lockstep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <systemc>
#include <utility>

#include "hw/common/reports.h"
#include "rtl/twin/flit_pins.h"

namespace tactus {
namespace {

unsigned bits_of(const std::vector<TwinPort>& ports) {
  return ports.empty() ? 0 : ports.back().lsb + ports.back().bits;
}

std::string or_idle(const std::string& value) { return value.empty() ? "idle" : value; }

bool all_zero(const std::vector<PinWord>& words) {
  return std::all_of(words.begin(), words.end(), [](PinWord word) { return word == 0; });
}

}  // namespace

bool same(const TwinPort& port, const Lockstep::Row& row) {
  for (unsigned done = 0; done < port.bits; done += 32) {
    const unsigned width = std::min(32U, port.bits - done);
    if (pin_bits(row.model.data(), port.lsb + done, width) != pin_bits(row.rtl.data(), port.lsb + done, width)) {
      return false;
    }
  }
  return true;
}

std::string port_value(const TwinPort& port, const std::vector<PinWord>& words) {
  if (port.kind == TwinPort::Kind::kFlit) {
    const Flit flit = flit_at(words.data(), port.lsb);
    if (flit == Flit{}) return {};
    std::ostringstream text;
    if (!flit.valid) text << "not valid, but not 0: ";
    Flit shown = flit;
    shown.valid = true;
    text << shown;
    return text.str();
  }
  const std::uint64_t value = pin_bits(words.data(), port.lsb, port.bits);
  if (value == 0) return {};
  if (port.kind == TwinPort::Kind::kPlain) return fmt::format("{:x}", value);
  std::string text;
  for (int vc = 0; vc < 8; ++vc) {
    const unsigned credits = credits_of(value, vc);
    if (credits != 0) text += fmt::format("{}vc{}: {}", text.empty() ? "" : ", ", vc, credits);
  }
  return text;
}

Lockstep::Lockstep(std::string instance, std::vector<TwinPort> inputs, std::vector<TwinPort> outputs, Listener listener)
    : instance_(std::move(instance)),
      inputs_(std::move(inputs)),
      outputs_(std::move(outputs)),
      listener_(std::move(listener)),
      rows_(kHistory) {
  for (Row& row : rows_) {
    row.inputs.resize(words_for(bits_of(inputs_)));
    row.model.resize(words_for(bits_of(outputs_)));
    row.rtl.resize(words_for(bits_of(outputs_)));
  }
}

Lockstep::Row& Lockstep::begin(Cycles now) {
  newest_ = (newest_ + 1) % kHistory;
  count_ = std::min(count_ + 1, kHistory);
  Row& row = rows_[newest_];
  row.edge = now;
  std::fill(row.inputs.begin(), row.inputs.end(), 0);
  std::fill(row.model.begin(), row.model.end(), 0);
  std::fill(row.rtl.begin(), row.rtl.end(), 0);
  return row;
}

void Lockstep::clear() { count_ = 0; }

bool Lockstep::outputs_idle() const { return all_zero(newest().model) && all_zero(newest().rtl); }

std::string Lockstep::describe(const Row& row) const {
  std::string line;
  const auto add = [&line](const char* who, const TwinPort& port, const std::string& value) {
    if (!value.empty()) line += fmt::format("\n    {}{} {}", who, port.name, value);
  };
  for (const TwinPort& port : inputs_) add("", port, port_value(port, row.inputs));
  for (const TwinPort& port : outputs_) {
    if (same(port, row)) {
      add("", port, port_value(port, row.model));
    } else {
      add("model: ", port, or_idle(port_value(port, row.model)));
      add("RTL:   ", port, or_idle(port_value(port, row.rtl)));
    }
  }
  return fmt::format("\n  cycle {}:{}", row.edge.count(), line.empty() ? " idle" : line);
}

std::vector<const Lockstep::Row*> Lockstep::rows() const {
  std::vector<const Row*> rows;
  for (std::size_t back = count_; back-- > 0;) rows.push_back(&rows_[(newest_ + kHistory - back) % kHistory]);
  return rows;
}

std::string Lockstep::history() const {
  std::string text = fmt::format("\nThe ports in the last {} cycles that were not slept through:", count_);
  for (const Row* row : rows()) text += describe(*row);
  return text;
}

void Lockstep::raise(const char* report, const std::string& text) const {
  if (listener_) listener_(*this);
  SC_REPORT_ERROR(report, (instance_ + ", " + text + history()).c_str());
  std::abort();  // whoever turned the exception of SC_REPORT_ERROR off
}

void Lockstep::report_difference() const {
  const Row& row = newest();
  const auto port = std::find_if(outputs_.begin(), outputs_.end(), [&row](const auto& p) { return !same(p, row); });
  sc_assert(port != outputs_.end());
  raise(reports::kRtlDifference,
        fmt::format("{}, cycle {}: the model has {}, the RTL {}", port->name, row.edge.count(),
                    or_idle(port_value(*port, row.model)), or_idle(port_value(*port, row.rtl))));
}

void Lockstep::differ(Cycles now, const std::string& how) const {
  raise(reports::kRtlDifference, fmt::format("register bus, cycle {}: {}", now.count(), how));
}

void Lockstep::fail(const RtlAssertion& assertion) const {
  raise(reports::kRtlAssertion, fmt::format("cycle {}: {}", newest().edge.count(), assertion.what()));
}

}  // namespace tactus
