#include "testbench/app/results/sampler.h"

#include <algorithm>
#include <numeric>
#include <systemc>

#include "hw/common/sc_time_conversion.h"
#include "testbench/app/results/time_text.h"

namespace tactus {

Sampler::Sampler(const Fabric& fabric, Cycles interval, const std::filesystem::path& folder)
    : fabric_(fabric),
      network_(fabric.config().network),
      ports_(fabric.config().ports()),
      groups_(network_),
      vcs_(fabric.config().router.virtual_channels),
      clock_(fabric.config().clock),
      interval_(interval),
      links_(folder / "links.csv", sc_core::sc_stop),
      occupancy_(folder / "vc_occupancy.csv", sc_core::sc_stop) {
  last_.flits = last_flits_ = Flits(static_cast<std::size_t>(groups_.count()));
  for (int number = 0; number < std::max(1, static_cast<int>(fabric.config().router.classes.size())); ++number) {
    nic_vcs_.push_back(fabric.config().router.first_vc(number));
  }
  last_.buffered.resize(place(groups_.count(), 0) + nic_vcs_.size());
  write_headers();
}

Cycles Sampler::look(const Look& look) {
  const Cycles end = look.cycle + Cycles{1};
  last_window_ = end - interval_;  // windows in which nobody looked were idle
  take_window(end);
  return look.next(interval_);
}

void Sampler::finish() {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  if (now.count() > 0) {
    const Cycles end = clock_.covering(now);  // a cycle that begins at `now` has not happened
    // As in `look`: of the windows that are over, all but the one that ends now.
    if (end > last_window_) last_window_ += interval_ * ((end - last_window_ - Cycles{1}).count() / interval_.count());
    if (end > last_window_) take_window(end);
    if (last_window_ > last_end_) write_rows(last_window_, last_);
  }
  links_.commit();
  occupancy_.commit();
}

void Sampler::write_headers() {
  links_.write("time_us");
  occupancy_.write("time_us");
  for (int group = 0; group < groups_.count(); ++group) {
    links_.print(",{}_GBps", groups_.name(group));
    for (int vc = 0; vc < vcs_; ++vc) occupancy_.print(",{}_vc_{}", groups_.name(group), vc);
  }
  links_.write(",average_GBps\n");
  for (const int vc : nic_vcs_) occupancy_.print(",nic_vc_{}", vc);
  occupancy_.write("\n");
}

void Sampler::take_window(Cycles end) {
  const State now = state();
  const bool idle = now.flits == last_.flits && now.buffered == last_.buffered;
  if (!idle && last_window_ > last_end_) write_rows(last_window_, last_);  // the idle windows before this one
  if (!idle) write_rows(end, now);
  last_window_ = end;
  last_ = now;
}

void Sampler::write_rows(Cycles end, const State& state) {
  write_links(end, state.flits);
  write_occupancy(end, state);
  last_end_ = end;
}

void Sampler::write_links(Cycles end, const Flits& flits) {
  const double nanoseconds = static_cast<double>(clock_.edge(end - last_end_).count()) / 1000.0;
  const double nodes = network_.nodes();
  double sum = 0;  // over the links of a node in the mean
  links_.write(microseconds_text(clock_.edge(end)));
  for (std::size_t group = 0; group < flits.size(); ++group) {
    const int links = groups_.links(static_cast<int>(group));
    const auto bytes = static_cast<double>((flits[group] - last_flits_[group]) * kFlitBytes.count());
    const double rate = bytes / (nanoseconds * links);  // B/ns = GB/s
    links_.print(",{:.4f}", rate);
    sum += rate * (links / nodes);
  }
  links_.print(",{:.4f}\n", sum / (network_.links() / nodes));
  last_flits_ = flits;
}

void Sampler::write_occupancy(Cycles end, const State& state) {
  occupancy_.write(microseconds_text(clock_.edge(end)));
  for (int group = 0; group < groups_.count(); ++group) {
    for (int vc = 0; vc < vcs_; ++vc) {
      occupancy_.print(",{:.5f}", occupancy(state.buffered[place(group, vc)], groups_.links(group)));
    }
  }
  for (std::size_t i = 0; i < nic_vcs_.size(); ++i) {
    const std::uint64_t flits = state.buffered[place(groups_.count(), 0) + i];
    occupancy_.print(",{:.5f}", occupancy(flits, ports_.nics() * network_.hosts()));
  }
  occupancy_.write("\n");
}

void Sampler::count_occupancy(State& state) const {
  std::vector<int> of_node(static_cast<std::size_t>(ports_.count() * vcs_));
  const auto buffered = [&](int port, int vc) {
    return static_cast<std::uint64_t>(of_node[static_cast<std::size_t>(port * vcs_ + vc)]);
  };
  state.buffered.resize(place(groups_.count(), 0) + nic_vcs_.size());
  // Node by node: each has its state in the caches once.
  for (int node = 0; node < network_.nodes(); ++node) {
    const Coordinate here = network_.coordinate(node);
    fabric_.vc_occupancies(node, of_node);
    for (int port = 0; port < ports_.directions(); ++port) {
      // What travels along plus_x waits in the port that the next router has towards minus_x.
      const auto side = static_cast<Direction>(port);
      if (!network_.has_link(here, side)) continue;
      const int sender = network_.node(network_.neighbour(here, side));
      const int group = groups_.of(sender, static_cast<int>(opposite(side)));
      for (int vc = 0; vc < vcs_; ++vc) state.buffered[place(group, vc)] += buffered(port, vc);
    }
    for (int nic = 0; nic < ports_.nics(); ++nic) {
      for (std::size_t i = 0; i < nic_vcs_.size(); ++i) {
        state.buffered[place(groups_.count(), 0) + i] += buffered(ports_.nic_port(nic), nic_vcs_[i]);
      }
    }
  }
}

Sampler::State Sampler::state() const {
  State state;
  state.flits.resize(last_.flits.size());
  for (int node = 0; node < network_.nodes(); ++node) {
    for (int direction = 0; direction < ports_.directions(); ++direction) {
      const int group = groups_.of(node, direction);
      if (group < 0) continue;
      state.flits[static_cast<std::size_t>(group)] += fabric_.link_flits(node, static_cast<Direction>(direction));
    }
  }
  count_occupancy(state);
  return state;
}

double Sampler::occupancy(std::uint64_t flits, int count) const {
  return static_cast<double>(flits) / (static_cast<double>(count) * fabric_.config().vc_buffer_flits());
}

}  // namespace tactus
