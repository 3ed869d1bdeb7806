#include "rtl/twin/lockstep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <systemc>
#include <utility>

#include "hw/common/reports.h"
#include "rtl/twin/flit_pins.h"
#include "rtl/twin/lockstep_text.h"

namespace tactus {
namespace {

using Words = std::vector<PinWord>;

unsigned bits_of(const std::vector<TwinPort>& ports) {
  return ports.empty() ? 0 : ports.back().lsb + ports.back().bits;
}

bool all_zero(const Words& words) {
  return std::all_of(words.begin(), words.end(), [](PinWord word) { return word == 0; });
}

bool same_bits(const TwinPort& port, const Words& left, const Words& right) {
  for (unsigned done = 0; done < port.bits; done += 32) {
    const unsigned width = std::min(32U, port.bits - done);
    if (pin_bits(left.data(), port.lsb + done, width) != pin_bits(right.data(), port.lsb + done, width)) return false;
  }
  return true;
}

/// The lists of a row that differ from edge to edge before a difference. Until then the RTL drives what the model does.
constexpr Words Lockstep::Row::*kPacked[] = {&Lockstep::Row::inputs, &Lockstep::Row::model, &Lockstep::Row::part_model,
                                             &Lockstep::Row::part_rtl};

}  // namespace

bool same(const TwinPort& port, const Lockstep::Row& row) { return same_bits(port, row.model, row.rtl); }

bool same_in_part(const TwinPort& port, const Lockstep::Row& row) {
  return same_bits(port, row.part_model, row.part_rtl);
}

bool part_concerned(const Lockstep& lockstep, const TwinPart& part, const Lockstep::Row& row) {
  const std::string number = fmt::format("[{}]", part.index);
  const std::vector<TwinPort>& outputs = lockstep.outputs();
  return std::any_of(outputs.begin(), outputs.end(), [&](const TwinPort& port) {
    return port.name.find(number) != std::string::npos && !same(port, row);
  });
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
  if (port.kind == TwinPort::Kind::kNumber) return fmt::format("{}", value);
  std::string text;
  for (int vc = 0; vc < 8; ++vc) {
    const unsigned credits = credits_of(value, vc);
    if (credits != 0) text += fmt::format("{}vc{}: {}", text.empty() ? "" : ", ", vc, credits);
  }
  return text;
}

Lockstep::Lockstep(std::string instance, std::vector<TwinPort> inputs, std::vector<TwinPort> outputs, Listener listener,
                   std::vector<TwinPart> parts)
    : instance_(std::move(instance)),
      inputs_(std::move(inputs)),
      outputs_(std::move(outputs)),
      parts_(std::move(parts)),
      listener_(std::move(listener)),
      newest_(empty_row()),
      older_(kHistory - 1) {}

void Lockstep::name_policy(const std::string& title) { model_ = fmt::format("the model ({})", title); }

Lockstep::Row Lockstep::empty_row() const {
  Row row;
  row.inputs.resize(words_for(bits_of(inputs_)));
  row.model.resize(words_for(bits_of(outputs_)));
  row.rtl.resize(row.model.size());
  row.part_model.resize(words_for(parts_.empty() ? 0 : bits_of(parts_.back().ports)));
  row.part_rtl.resize(row.part_model.size());
  return row;
}

Lockstep::Row& Lockstep::begin(Cycles now) {
  if (count_ > 0) {
    pack(older_[next_]);
    next_ = (next_ + 1) % older_.size();
  }
  count_ = std::min(count_ + 1, kHistory);
  newest_.edge = now;
  for (Words* words : {&newest_.inputs, &newest_.model, &newest_.rtl, &newest_.part_model, &newest_.part_rtl}) {
    std::fill(words->begin(), words->end(), 0);
  }
  return newest_;
}

void Lockstep::pack(PackedRow& packed) const {
  packed.edge = newest_.edge;
  packed.words.clear();
  std::uint32_t number = 0;
  for (const auto list : kPacked) {
    for (const PinWord word : newest_.*list) {
      if (word != 0) packed.words.push_back({number, word});
      ++number;
    }
  }
}

Lockstep::Row Lockstep::unpack(const PackedRow& packed) const {
  Row row = empty_row();
  row.edge = packed.edge;
  for (PackedWord packed_word : packed.words) {
    std::size_t number = packed_word.number;
    for (const auto list : kPacked) {
      Words& words = row.*list;
      if (number < words.size()) {
        words[number] = packed_word.word;
        break;
      }
      number -= words.size();
    }
  }
  row.rtl = row.model;
  return row;
}

void Lockstep::clear() { count_ = 0; }

bool Lockstep::outputs_idle() const { return all_zero(newest_.model) && all_zero(newest_.rtl); }

std::vector<Lockstep::Row> Lockstep::rows() const {
  std::vector<Row> rows;
  if (count_ == 0) return rows;
  for (std::size_t back = count_ - 1; back > 0; --back) {
    rows.push_back(unpack(older_[(next_ + older_.size() - back) % older_.size()]));
  }
  rows.push_back(newest_);
  return rows;
}

void Lockstep::raise(const char* report, const std::string& text) const {
  if (listener_) listener_(*this);
  SC_REPORT_ERROR(report, (instance_ + ", " + text + history_text(*this)).c_str());
  std::abort();  // whoever turned the exception of SC_REPORT_ERROR off
}

void Lockstep::report_difference() const {
  const Row& row = newest();
  const auto port = std::find_if(outputs_.begin(), outputs_.end(), [&row](const auto& p) { return !same(p, row); });
  sc_assert(port != outputs_.end());
  raise(reports::kRtlDifference,
        fmt::format("{}, cycle {}: {} has {}, the RTL {}", port->name, row.edge.count(), model_,
                    or_idle(port_value(*port, row.model)), or_idle(port_value(*port, row.rtl))));
}

void Lockstep::differ(Cycles now, const std::string& how) const {
  raise(reports::kRtlDifference, fmt::format("register bus, cycle {}: {}", now.count(), how));
}

void Lockstep::fail(const RtlAssertion& assertion) const {
  raise(reports::kRtlAssertion, fmt::format("cycle {}: {}", newest().edge.count(), assertion.what()));
}

}  // namespace tactus
