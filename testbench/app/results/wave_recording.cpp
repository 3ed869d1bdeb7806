#include "testbench/app/results/wave_recording.h"

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

// The first two probes, which are made here.
constexpr std::size_t kClkProbe = 0;
constexpr std::size_t kCycleProbe = 1;

}  // namespace

WaveRecording::WaveRecording(const WavesConfig& waves, Clock clock, bool clocked, std::filesystem::path folder)
    : format_(waves.format),
      clock_(clock),
      clocked_(clocked),
      folder_(std::move(folder)),
      first_cycle_(clock_.covering(waves.from)) {
  if (waves.to) end_ = clock_.covering(*waves.to);
  // Opened here, so that a folder that cannot be written to is told before the simulation starts.
  const std::filesystem::path file = folder_ / dump_name(format_);
  sink_ = format_ == WaveFormat::kFst ? make_fst_sink(file) : make_vcd_sink(file);
}

void WaveRecording::around(const WavesAround& what, std::unique_ptr<WaveTrigger> trigger) {
  around_ = what;
  trigger_ = std::move(trigger);
  before_ = clock_.covering(what.before);
  after_ = std::max(Cycles{1}, clock_.covering(what.after));
  first_cycle_ = Cycles{0};
  end_.reset();
  if (!what.known()) {
    history_.emplace(before_, what.memory);
    return;
  }
  const Cycles cycle = what.event == WavesAround::Event::kCycle ? what.cycle : clock_.cycle_at(what.time);
  first_cycle_ = cycle - std::min(cycle, before_);
  end_ = cycle + after_;
  event_ = WaveEvent{cycle, what.text, 0};
}

void WaveRecording::begin(const ProbeList& probes, const MakeFocus& make_focus, const MakeWaveTexts& make_texts,
                          const std::vector<ProbeList>& lanes) {
  if (clocked_) {
    probes_.push_back({"clock", "clk", 1, {}, {}});
    probes_.push_back({"clock", "cycle", 48, {}, {}});
  }
  probes_.insert(probes_.end(), probes.begin(), probes.end());
  first_of_lanes_ = probes_.size();
  sampler_.emplace(probes_, own_probes());
  for (const ProbeList& lane : lanes) {
    const std::size_t first = probes_.size();
    probes_.insert(probes_.end(), lane.begin(), lane.end());
    lanes_.emplace_back(probes_, first);
  }
  lane_shown_.resize(probes_.size() - first_of_lanes_);
  add_texts(make_texts);
  signal_of_.resize(probes_.size());
  hierarchy_ = wave_hierarchy(probes_);
  declare(hierarchy_);
  sink_->end_declarations();
  focus_ = make_focus(probes_);
  if (around_ && !around_->output.empty()) focus_->look_at_output(around_->output);
  if (trigger_) trigger_->attach(probes_);
}

void WaveRecording::add_texts(const MakeWaveTexts& make_texts) {
  if (!make_texts) return;
  uses_.resize(probes_.size());
  for (WaveText& text : make_texts(probes_)) {
    for (std::size_t place = 0; place < text.sources.size(); ++place) {
      uses_[text.sources[place]].push_back({texts_.size(), place});
    }
    const std::size_t sources = text.sources.size();
    probes_.push_back({text.scope, text.name, 0, {}, {}});
    texts_.push_back({std::move(text), probes_.size() - 1, std::vector<std::uint64_t>(sources)});
  }
}

void WaveRecording::write_texts(Cycles cycle, Changes begin, Changes end) {
  changed_.clear();
  for (Changes change = begin; change != end; ++change) {
    for (const Use& use : uses_[change->probe]) {
      Text& text = texts_[use.text];
      text.values[use.place] = change->value;
      if (!std::exchange(text.changed, true)) changed_.push_back(use.text);
    }
  }
  for (const std::size_t number : changed_) {
    Text& text = texts_[number];
    text.changed = false;
    std::string now = text.text.text(text.values, cycle);
    if (text.shown == now) continue;
    sink_->set_text(signal_of_[text.probe], now);
    text.shown = std::move(now);
  }
}

void WaveRecording::declare(const WaveScope& scope) {
  for (const std::size_t probe : scope.signals) {
    if (is_text(probes_[probe])) {
      sink_->add_text(probes_[probe].name);
    } else {
      sink_->add_signal(probes_[probe].name, probes_[probe].width, probes_[probe].enum_names);
    }
    signal_of_[probe] = declared_++;
  }
  for (const WaveScope& inner : scope.scopes) {
    sink_->open_scope(inner.name);
    declare(inner);
    sink_->close_scope();
  }
}

void WaveRecording::sample(Cycles cycle) {
  sampler_->sample(changes_);
  std::optional<WaveEvent> event;
  if (history_ && !found_) event = trigger_->look(cycle, changes_);
  found_ = found_ || event;
  if (lanes_.empty()) {
    take(cycle, changes_, std::move(event), sampler_->values());
    return;
  }
  waiting_.push_back({cycle, changes_, std::move(event)});
  if (waiting_.back().event) waiting_.back().values = sampler_->values();
}

void WaveRecording::take(Cycles cycle, const WaveChanges& changes, std::optional<WaveEvent> event,
                         const std::vector<std::uint64_t>& values) {
  if (!history_) {
    record(cycle, changes);
    return;
  }
  history_->add(cycle, changes);
  if (event) event_happened(std::move(*event), values);
}

void WaveRecording::sample_lane(std::size_t number, Picoseconds time) {
  lanes_[number].sample(changes_);
  for (const WaveChange& change : changes_) lane_changes_.push_back({time, change.probe, change.value});
}

void WaveRecording::release(Picoseconds time) {
  if (waiting_.empty() || clock_.edge(waiting_.front().cycle + Cycles{1}) > time) return;
  // Each lane has its changes in the order of their times.
  std::stable_sort(lane_changes_.begin(), lane_changes_.end(), [](const LaneChange& a, const LaneChange& b) {
    return a.time != b.time ? a.time < b.time : a.probe < b.probe;
  });
  while (!waiting_.empty() && clock_.edge(waiting_.front().cycle + Cycles{1}) <= time) {
    Sampled& next = waiting_.front();
    add_lane_changes(next);
    take(next.cycle, next.changes, std::move(next.event), next.values);
    waiting_.pop_front();
  }
}

void WaveRecording::add_lane_changes(Sampled& sampled) {
  const Picoseconds edge = clock_.edge(sampled.cycle);
  const Picoseconds end = clock_.edge(sampled.cycle + Cycles{1});
  while (!lane_changes_.empty() && lane_changes_.front().time < end) {
    const LaneChange change = lane_changes_.front();
    lane_changes_.pop_front();
    const bool last = lane_changes_.empty() || lane_changes_.front().time != change.time ||
                      lane_changes_.front().probe != change.probe;
    std::optional<std::uint64_t>& shown = lane_shown_[change.probe - first_of_lanes_];
    if (!last || shown == change.value) continue;
    shown = change.value;
    const auto after = static_cast<std::uint32_t>(change.time.count() - edge.count());
    sampled.changes.push_back({change.probe, change.value, after});
  }
}

void WaveRecording::hold(Cycles cycle) {
  if (!history_ && recorded_ != Cycles{0}) recorded_ = (end_ ? std::min(cycle, *end_) : cycle) - begin_;
}

void WaveRecording::event_happened(WaveEvent event, const std::vector<std::uint64_t>& values) {
  const Cycles wanted = event.cycle - std::min(event.cycle, before_);
  const Cycles from = std::max(wanted, history_->first());
  missing_ = from - wanted;
  end_ = event.cycle + after_;
  focus_->look_at(event.packet, values);
  event_ = std::move(event);
  history_->replay(from, [this](Cycles cycle, const WaveChanges& changes) {
    if (cycle < *end_) record(cycle, changes);
  });
  history_.reset();
}

void WaveRecording::violated(bool stalled) {
  if (!around_ || around_->event != WavesAround::Event::kViolation || !history_ || history_->empty()) return;
  if (stalled) {
    event_happened({history_->last_change(), "the last change before the run stood still", 0}, sampler_->values());
  } else {
    event_happened({history_->last(), "the model found a violation", 0}, sampler_->values());
  }
}

void WaveRecording::record(Cycles cycle, const WaveChanges& changes) {
  if (ended(cycle)) return;
  if (recorded_ == Cycles{0}) begin_ = cycle;
  recorded_ = cycle - begin_ + Cycles{1};
  if (!clocked_ && changes.empty()) return;
  sink_->set_time(clock_.edge(cycle));
  if (clocked_) {
    sink_->set_value(signal_of_[kClkProbe], 1);
    sink_->set_value(signal_of_[kCycleProbe], cycle.count());
  }
  const auto later = [](std::uint32_t after) { return [after](const WaveChange& c) { return c.after > after; }; };
  Changes change = std::find_if(changes.begin(), changes.end(), later(0));
  write(cycle, changes.begin(), change);
  bool high = clocked_;
  const auto fall = [&](Picoseconds time) {
    if (!high || time < clock_.middle(cycle)) return;
    sink_->set_time(clock_.middle(cycle));
    sink_->set_value(signal_of_[kClkProbe], 0);
    high = false;
  };
  while (change != changes.end()) {
    const Picoseconds time = clock_.edge(cycle) + Picoseconds{change->after};
    fall(time);
    sink_->set_time(time);
    const Changes end = std::find_if(change, changes.end(), later(change->after));
    write(cycle, change, end);
    change = end;
  }
  fall(Picoseconds::max());
  focus_->add(cycle, changes);
}

void WaveRecording::write(Cycles cycle, Changes begin, Changes end) {
  for (Changes change = begin; change != end; ++change) sink_->set_value(signal_of_[change->probe], change->value);
  if (!texts_.empty()) write_texts(cycle, begin, end);
}

WaveView WaveRecording::view() const {
  const Cycles end = begin_ + recorded_;
  const auto at = [this](Cycles cycle) { return clock_.edge(cycle); };
  WaveView view{at(begin_), at(end), at(begin_)};
  const std::optional<WaveHighlight> highlight = focus_->highlight();
  if (highlight) view.first = highlight->group;
  if (event_) {
    view.marker = at(event_->cycle);
  } else if (highlight) {
    // The window, and something before and behind it.
    const Cycles margin = highlight->margin;
    const Cycles from = highlight->begin - std::min(highlight->begin - begin_, margin);
    const Cycles to = std::min(end, highlight->begin + Cycles{highlight->length} + margin);
    // If a pixel of its window is behind the end of the file, GTKWave shows the beginning of the file instead. The
    // window is a little wider than what it is asked to show, but less than a twentieth.
    const Cycles room{(to - from).count() / 20};
    const Cycles earlier = std::min(from - begin_, room - std::min(room, end - to));
    view.begin = at(from - earlier);
    view.end = at(to - earlier);
    view.marker = at(highlight->marker);
  }
  return view;
}

void WaveRecording::finish() {
  if (around_ && (!event_ || begin_ + recorded_ <= event_->cycle || !trigger_->happened())) {
    event_.reset();
    drop();
  }
  if (recorded_ == Cycles{0}) {
    sink_.reset();
    return;
  }
  focus_->finish(begin_ + recorded_);
  sink_->finish(clock_.edge(begin_ + recorded_));
  write_gtkwave_save(folder_, format_, probes_, hierarchy_, view());
}

}  // namespace tactus
