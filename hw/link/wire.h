#pragma once

#include <systemc>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>

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
  Wire(const char* name, ClockDomain& domain, Cycles delay = Cycles{1});

  /// Value of a near wire. Its place is the edge at which it is due, modulo the number of slots.
  struct alignas(sizeof(T) > sizeof(Cycles) ? 32 : 16) Slot {
    T value{};
    Cycles due;  ///< edge at which it is sampled; 0: there is none, or it has been taken
  };
  /// All that a writer needs of its wire, to be kept where it looks anyway: the wire itself need not be touched.
  class WriteEnd : private ClockedModule::Bell {
   public:
    /// Where the value of edge `now` belongs: to be filled in at once, whatever is there.
    [[nodiscard]] T& place(Cycles now) const {
      return __builtin_expect(mask_ != 0, 1) ? near_slot(now).value : wire->far_place(now);
    }
    /// Value that the writer has put at this edge, if it has put one: for a writer that has more to put.
    [[nodiscard]] T& placed(Cycles now) const {
      return mask_ != 0 ? slots[(now.count() + delay_) & mask_].value : wire->far_.back().value;
    }

   private:
    friend class Wire;
    [[nodiscard]] Slot& near_slot(Cycles now) const {
      const Cycles due = now + Cycles{delay_};
      ring(due);
      Slot& slot = slots[due.count() & mask_];
      slot.due = due;
      return slot;
    }
    std::uint8_t delay_ = 0;
    std::uint8_t mask_ = 0;  ///< number of slots less 1; 0 if it is not near
    union {
      Slot* slots = nullptr;
      Wire* wire;  ///< if it is not near
    };
  };
  /// All that a reader needs of its wire, to be kept where it looks anyway.
  class ReadEnd {
   public:
    /// As the wire's.
    [[nodiscard]] const T& take(Cycles now) const {
      if (__builtin_expect(mask_ == 0, 0)) return wire->far_take();
      Slot& slot = slots[now.count() & mask_];
      slot.due = Cycles{};
      return slot.value;
    }

   private:
    friend class Wire;
    union {
      Slot* slots = nullptr;
      Wire* wire;  ///< if it is not near
    };
    std::uint8_t mask_ = 0;  ///< number of slots less 1; 0 if it is not near
  };
  static_assert(sizeof(WriteEnd) == 32, "two to a cache line");
  /// Copies of them are good from the first edge on, when the wire knows its reader.
  [[nodiscard]] const WriteEnd& write_end() const { return write_; }
  [[nodiscard]] const ReadEnd& read_end() const { return read_; }

  // For the modules at its ends, from their `tick`.
  /// `reader` gets bit `bit` (0..127) of its arrivals set at the edges at which a value arrives, and takes every one of
  /// them. Before the simulation starts.
  void read_by(ClockedModule& reader, int bit) {
    sc_assert(!write_.answers() && &reader.domain() == &domain_);
    static_cast<ClockedModule::Bell&>(write_) = reader.bell(bit);
  }
  /// The value of edge `now`, at most one per edge.
  void put(Cycles now, const T& value) { write_.place(now) = value; }
  /// The value that arrives at this edge, before it is taken.
  [[nodiscard]] const T& arriving() const { return near() ? slot(domain_.edge_now()).value : far_.front().value; }
  /// The value that arrives at this edge. The reference is good until the next `put`.
  const T& take() { return read_.take(domain_.edge_now()); }

  // Between two edges.
  /// Value that the reader will sample at the next edge.
  [[nodiscard]] const T& read() const override { return due_at(domain_.next_edge()); }
  /// Value that the writer has put at the last edge.
  [[nodiscard]] const T& driven() const { return due_at(domain_.next_edge() + delay_ - Cycles{1}); }
  /// Value that is sampled at `edge`, if it has been put and not been taken yet.
  [[nodiscard]] const T& due_at(Cycles edge) const {
    const Slot* found =
        const_cast<Wire*>(this)->find(edge);  // NOLINT(cppcoreguidelines-pro-type-const-cast): one search
    return found != nullptr ? found->value : idle_;
  }
  [[nodiscard]] Cycles delay() const { return delay_; }
  [[nodiscard]] bool has_reader() const { return write_.answers(); }
  /// Values that have been put and not yet sampled.
  [[nodiscard]] std::size_t under_way() const;
  /// Puts `value` as at the last edge, in place of what was put then, if anything. `T{}` puts nothing.
  void write(const T& value) override;

  [[nodiscard]] const T& get_data_ref() const override { return read(); }
  [[nodiscard]] bool event() const override { return false; }
  [[nodiscard]] const sc_core::sc_event& value_changed_event() const override { return no_event(); }
  [[nodiscard]] const sc_core::sc_event& default_event() const override { return no_event(); }

 private:
  /// How many a near wire has, a power of two that is larger than `delay`; 1 if it is not near.
  static constexpr std::size_t slots_for(Cycles delay) {
    std::size_t slots = 1;
    while (delay < Cycles{ClockDomain::kSlots} && slots <= delay.count()) slots *= 2;
    return slots;
  }
  /// The reader's wheel reaches over the delay: the wire has slots.
  [[nodiscard]] bool near() const { return read_.mask_ != 0; }
  [[nodiscard]] Slot& slot(Cycles due) const { return slots_[due.count() & read_.mask_]; }
  /// Slot that has been filled for edge `due`, or null.
  [[nodiscard]] Slot* find(Cycles due);
  // Far wires are few: what they need stays out of the way of the others.
  [[gnu::cold, gnu::noinline]] T& far_place(Cycles now);
  [[gnu::cold, gnu::noinline]] const T& far_take();
  [[nodiscard]] const sc_core::sc_event& no_event() const {
    SC_REPORT_ERROR(reports::kWireNoEvent, name());
    return sc_core::sc_interface::default_event();
  }

  void announce() override;
  void clear() override;

  // What the ends need lies in one cache line.
  alignas(64) WriteEnd write_;
  ReadEnd read_;
  const Cycles delay_;
  ClockDomain& domain_;
  std::unique_ptr<Slot[]> slots_;  ///< values of a near wire, by the edge at which they are due
  std::deque<Slot> far_;           ///< values of any other wire, in the order in which they are due
  T taken_{};                      ///< from there, last
  const T idle_{};
};

template <class T>
Wire<T>::Wire(const char* name, ClockDomain& domain, Cycles delay) : sc_object(name), delay_(delay), domain_(domain) {
  sc_assert(delay >= Cycles{1});
  const std::size_t slots = slots_for(delay);
  if (slots != 1) {
    slots_ = std::make_unique<Slot[]>(slots);
    write_.delay_ = static_cast<std::uint8_t>(delay.count());
    write_.mask_ = read_.mask_ = static_cast<std::uint8_t>(slots - 1);
    write_.slots = read_.slots = slots_.get();
  } else {
    write_.wire = read_.wire = this;
  }
  domain.add(static_cast<ClockedInput&>(*this));
}

template <class T>
std::size_t Wire<T>::under_way() const {
  const auto there = [](const Slot& slot) { return slot.due != Cycles{}; };
  const auto in_slots = near() ? std::count_if(slots_.get(), slots_.get() + slots_for(delay_), there) : 0;
  return static_cast<std::size_t>(in_slots) + far_.size();
}

template <class T>
typename Wire<T>::Slot* Wire<T>::find(Cycles due) {
  if (near()) return slot(due).due == due ? &slot(due) : nullptr;
  const auto found = std::find_if(far_.begin(), far_.end(), [due](const Slot& slot) { return slot.due == due; });
  return found != far_.end() ? &*found : nullptr;
}

template <class T>
void Wire<T>::write(const T& value) {
  const Cycles due = domain_.next_edge() + delay_ - Cycles{1};
  const bool idle = value == idle_;
  Slot* last = find(due);
  if (last == nullptr) {
    if (idle) return;
    put(due - delay_, value);
    domain_.rouse();
  } else if (!idle) {
    last->value = value;
  } else if (near()) {
    last->due = Cycles{};
    write_.silence(due);
  } else {
    far_.pop_back();
  }
}

template <class T>
T& Wire<T>::far_place(Cycles now) {
  // Where nobody reads, what has passed the end is gone.
  while (!write_.answers() && !far_.empty() && far_.front().due <= now) far_.pop_front();
  if (far_.empty() && write_.answers()) domain_.announce_later(now + delay_, *this);
  far_.push_back({T{}, now + delay_});
  return far_.back().value;
}

template <class T>
const T& Wire<T>::far_take() {
  taken_ = far_.front().value;
  far_.pop_front();
  announce();
  return taken_;
}

template <class T>
void Wire<T>::announce() {
  if (far_.empty()) return;
  const Cycles due = far_.front().due;
  if (due < domain_.cycle_now() + Cycles{ClockDomain::kSlots}) {
    write_.ring(due);
  } else {
    domain_.announce_later(due, *this);
  }
}

template <class T>
void Wire<T>::clear() {
  if (near()) std::fill_n(slots_.get(), slots_for(delay_), Slot{});
  far_.clear();
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
