#pragma once

#include <systemc>

#include <cstdint>
#include <memory>
#include <utility>

#include "hw/common/clocked_input.h"
#include "hw/common/clocked_module.h"
#include "hw/common/reports.h"

namespace tactus {

/// A registered wire between two modules of a clock domain: what its writer puts at edge `k` is sampled by its one
/// reader at edge `k + delay`, and at no other. Idle, the value `T{}`, in cycles for which nothing was put.
///
/// It is bound to `sc_in` and `sc_out` ports like a signal, but has no events: a process that is to be sensitive to it
/// needs a WireToSignal. Reset of the domain clears it. Reference: docs/reference/wire.md.
template <class T>
class Wire final : public sc_core::sc_object, public sc_core::sc_signal_inout_if<T>, private ClockedInput {
 public:
  /// `delay`: at least 1; a cable of `D` cycles is a wire of `D + 1`. `domain` must outlive it.
  Wire(const char* name, ClockDomain& domain, Cycles delay = Cycles{1})
      : sc_object(name), delay_(delay), near_(delay < Cycles{ClockDomain::kSlots}), domain_(domain) {
    sc_assert(delay >= Cycles{1});
    domain.add(static_cast<ClockedInput&>(*this));
  }

  // For the modules at its ends, from their `tick`.
  /// `reader` gets bit `bit` (0..31) of its arrivals set at the edges at which a value arrives, and takes every one of
  /// them. Before the simulation starts.
  void read_by(ClockedModule& reader, int bit) {
    sc_assert(reader_ == nullptr && &reader.domain() == &domain_);
    reader_ = &reader;
    bit_ = 1U << bit;
  }
  /// The value of edge `now`, at most one per edge.
  void put(Cycles now, const T& value) {
    if (count_ > mask_) make_room(now);
    ring_[(first_ + count_) & mask_] = {value, now + delay_};
    ++count_;
    if (near_) {
      tell_reader(now + delay_);
    } else if (count_ == 1) {
      announce_later(now + delay_);
    }
  }
  /// The value that arrives at this edge, before it is taken.
  [[nodiscard]] const T& arriving() const { return ring_[first_].value; }
  /// The value that arrives at this edge. The reference is good until the next `put`.
  const T& take() {
    const T& value = ring_[first_].value;
    drop_first();
    if (!near_) announce();
    return value;
  }
  /// A hint to the cache that a value is about to be taken.
  void prefetch() const { __builtin_prefetch(&ring_[first_]); }

  // Between two edges.
  /// What the reader will sample at the next edge.
  [[nodiscard]] const T& read() const override { return due_at(domain_.next_edge()); }
  /// What the writer has put at the last edge.
  [[nodiscard]] const T& driven() const {
    if (count_ == 0) return idle_;
    const Entry& last = ring_[(first_ + count_ - 1) & mask_];
    return last.due == domain_.next_edge() + delay_ - Cycles{1} ? last.value : idle_;
  }
  /// Values that have been put and not yet sampled.
  [[nodiscard]] std::size_t under_way() const { return count_; }
  /// Puts `value` as at the last edge, in place of what was put then, if anything. `T{}` puts nothing.
  void write(const T& value) override;

  [[nodiscard]] const T& get_data_ref() const override { return read(); }
  [[nodiscard]] bool event() const override { return false; }
  [[nodiscard]] const sc_core::sc_event& value_changed_event() const override { return no_event(); }
  [[nodiscard]] const sc_core::sc_event& default_event() const override { return no_event(); }

 private:
  /// In one cache line.
  struct alignas(sizeof(T) > sizeof(Cycles) ? 32 : 16) Entry {
    T value{};
    Cycles due;
  };

  [[nodiscard]] Entry& entry(std::size_t i) { return ring_[(first_ + i) & mask_]; }
  [[nodiscard]] const Entry& entry(std::size_t i) const { return ring_[(first_ + i) & mask_]; }
  void drop_first() {
    first_ = (first_ + 1) & mask_;
    --count_;
  }
  void tell_reader(Cycles due) {
    if (reader_ != nullptr) reader_->arrive(due, bit_);
  }
  void announce_later(Cycles due) {
    if (reader_ != nullptr) domain_.announce_later(due, *this);
  }
  [[nodiscard]] const T& due_at(Cycles edge) const;
  void make_room(Cycles now);
  [[nodiscard]] const sc_core::sc_event& no_event() const {
    SC_REPORT_ERROR(reports::kWireNoEvent, name());
    return sc_core::sc_interface::default_event();
  }

  void announce() override;
  void clear() override { first_ = count_ = 0; }

  // What `put` and `take` need lies in one cache line.
  alignas(64) std::unique_ptr<Entry[]> ring_ = std::make_unique<Entry[]>(2);  ///< grows with what is under way
  std::size_t mask_ = 1;                                                      ///< its size, a power of two, less 1
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  const Cycles delay_;
  ClockedModule* reader_ = nullptr;
  std::uint32_t bit_ = 0;
  const bool near_;  ///< the reader's wheel reaches over the delay

  ClockDomain& domain_;
  const T idle_{};
};

template <class T>
void Wire<T>::write(const T& value) {
  const Cycles due = domain_.next_edge() + delay_ - Cycles{1};
  const bool idle = value == idle_;
  if (count_ != 0 && entry(count_ - 1).due == due) {
    entry(count_ - 1).value = value;
    if (!idle) return;
    --count_;
    if (near_ && reader_ != nullptr) reader_->withdraw(due, bit_);
  } else if (!idle) {
    put(due - delay_, value);
    domain_.rouse();
  }
}

template <class T>
void Wire<T>::announce() {
  if (count_ == 0) return;
  const Cycles due = entry(0).due;
  if (due < domain_.cycle_now() + Cycles{ClockDomain::kSlots}) {
    tell_reader(due);
  } else {
    announce_later(due);
  }
}

template <class T>
const T& Wire<T>::due_at(Cycles edge) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (entry(i).due == edge) return entry(i).value;
  }
  return idle_;
}

template <class T>
void Wire<T>::make_room(Cycles now) {
  // Where nobody reads, what has passed the end is gone.
  while (reader_ == nullptr && count_ != 0 && entry(0).due <= now) drop_first();
  if (count_ <= mask_) return;
  auto more = std::make_unique<Entry[]>(2 * count_);
  for (std::size_t i = 0; i < count_; ++i) more[i] = entry(i);
  ring_ = std::move(more);
  mask_ = 2 * count_ - 1;
  first_ = 0;
}

/// Makes the wires of an `sc_vector`.
template <class T>
auto wires_of(ClockDomain& domain) {
  return [&domain](const char* name, std::size_t) { return new Wire<T>(name, domain); };
}

/// The wire that `port` is bound to. Raises kPortWithoutWire if it is bound to something else, a signal for example:
/// between the two belongs a SignalToWire or a WireToSignal. To be called from `end_of_elaboration`.
template <class T, class Port>
Wire<T>& wire_at(Port& port) {
  auto* wire = dynamic_cast<Wire<T>*>(port.get_interface());
  if (wire == nullptr) SC_REPORT_ERROR(reports::kPortWithoutWire, port.name());
  return *wire;
}

}  // namespace tactus
