#include "testbench/app/results/operation_path.h"

#include <algorithm>
#include <map>

#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

constexpr std::uint64_t kNever = OperationTimes::kNever;

class PathFinder {
 public:
  PathFinder(const OperationTimes& times, const Clock& clock) : times_(times), clock_(clock) { find_sends(); }

  std::vector<OperationStep> find() {
    std::optional<OperationPlace> place = last();
    for (bool ended = true; place;) {
      const std::optional<Event> cause = ended ? cause_of_end(*place) : cause_of_begin(*place);
      if (!cause) break;
      place = cause->place;
      ended = cause->ended;
    }
    std::reverse(steps_.begin(), steps_.end());
    return std::move(steps_);
  }

 private:
  /// The beginning of an operation, or its end.
  struct Event {
    OperationPlace place;
    bool ended = false;
  };

  [[nodiscard]] const OperationTimes::Times& at(OperationPlace place) const {
    return times_.at(place.rank, place.operation);
  }
  [[nodiscard]] Operation operation(OperationPlace place) const {
    return times_.operation(place.rank, place.operation);
  }
  void add(std::uint64_t begin, std::uint64_t end, OperationPart part, OperationPlace place) {
    if (begin < end) steps_.push_back({begin, end, part, place});
  }

  /// The send of each message that has one, by receiving rank, sender and number.
  void find_sends() {
    const Schedule& schedule = times_.schedule();
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
      const OperationList& operations = schedule.program(rank).operations;
      for (std::uint32_t i = 0; i < operations.size(); ++i) {
        if (operations[i].kind == OperationKind::kSend) sends_[{operations[i].peer, rank, operations[i].tag}] = i;
      }
    }
  }

  /// Of several that ended last, that of the lowest rank and number.
  [[nodiscard]] std::optional<OperationPlace> last() const {
    std::optional<OperationPlace> last;
    for (int rank = 0; rank < times_.schedule().ranks(); ++rank) {
      const auto count = static_cast<std::uint32_t>(times_.schedule().program(rank).operations.size());
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t ended = times_.at(rank, i).ended;
        if (ended != kNever && (!last || ended > at(*last).ended)) last = OperationPlace{rank, i};
      }
    }
    return last;
  }

  std::optional<Event> cause_of_end(OperationPlace place) {
    const OperationTimes::Times& times = at(place);
    switch (operation(place).kind) {
      case OperationKind::kCompute: {
        const std::uint64_t asked = clock_.covering(Picoseconds{operation(place).amount}).count();
        const std::uint64_t own = std::min(times.began + asked, times.ended);
        add(own, times.ended, OperationPart::kNoise, place);
        add(times.began, own, OperationPart::kCompute, place);
        return Event{place, false};
      }
      case OperationKind::kSend:
        add(times.began, times.ended, OperationPart::kSend, place);
        return Event{place, false};
      case OperationKind::kReceive:
        return cause_of_receive(place);
      case OperationKind::kWait:
        break;
    }
    // A wait that has to wait ends as soon as the last of what it waits for.
    const std::uint64_t awaited = times.after == kNoOperation ? 0 : at({place.rank, times.after}).ended;
    if (awaited > times.began && awaited <= times.ended) {
      add(awaited, times.ended, OperationPart::kWait, place);
      return Event{{place.rank, times.after}, true};
    }
    add(times.began, times.ended, OperationPart::kWait, place);
    return Event{place, false};
  }

  std::optional<Event> cause_of_receive(OperationPlace place) {
    const OperationTimes::Times& times = at(place);
    const Operation receive = operation(place);
    const auto send = sends_.find({place.rank, receive.peer, receive.tag});
    OperationPlace cause = place;
    if (send != sends_.end()) {
      const OperationPlace sender{receive.peer, send->second};
      if (at(sender).began != kNever && at(sender).began > times.began) cause = sender;
    }
    add(at(cause).began, times.ended, OperationPart::kMessage, place);
    return Event{cause, false};
  }

  /// It came after another operation, unless its processor was busy after that.
  std::optional<Event> cause_of_begin(OperationPlace place) {
    const OperationTimes::Times& times = at(place);
    std::optional<Event> cause;
    std::uint64_t since = times_.start();
    if (times.after != kNoOperation) {
      const OperationPlace after{place.rank, times.after};
      const bool ended = at(after).ended <= times.began;
      cause = Event{after, ended};
      since = ended ? at(after).ended : at(after).began;
    }
    if (since < times.began && times.previous != kNoOperation) {
      const OperationPlace before{place.rank, times.previous};
      // Computing and waits go before it until their ends, calls until they have returned.
      const OperationKind kind = operation(before).kind;
      if (kind == OperationKind::kCompute || kind == OperationKind::kWait) return Event{before, true};
      add(at(before).began, times.began, OperationPart::kCall, before);
      return Event{before, false};
    }
    if (since < times.began) add(since, times.began, OperationPart::kCall, place);
    return cause;
  }

  const OperationTimes& times_;
  const Clock& clock_;
  std::map<std::tuple<int, int, std::uint32_t>, std::uint32_t> sends_;
  std::vector<OperationStep> steps_;  ///< the last first
};

}  // namespace

std::vector<OperationStep> operation_path(const OperationTimes& times, const Clock& clock) {
  return PathFinder(times, clock).find();
}

OperationPath summarise(const OperationTimes& times, const Clock& clock) {
  const std::vector<OperationStep> steps = operation_path(times, clock);
  return path_in_short<OperationPath>(steps, [&](OperationPlace place, OperationPart part, std::uint64_t time) {
    const Operation operation = times.operation(place.rank, place.operation);
    OperationSum sum;
    sum.part = part;
    sum.rank = place.rank;
    sum.operation = place.operation;
    if (operation.place != 0) sum.line = operation.place;
    sum.kind = name_of(operation.kind);
    if (operation.kind == OperationKind::kSend || operation.kind == OperationKind::kReceive) sum.peer = operation.peer;
    sum.time = time;
    const auto first = std::find_if(steps.begin(), steps.end(), [&](const OperationStep& step) {
      return step.part == part && step.place.rank == place.rank && step.place.operation == place.operation;
    });
    sum.begin_s = seconds(clock.edge(Cycles{first->begin}));
    return sum;
  });
}

void add_delays(const OperationTimes& times, const MessageDelays& delays, OperationPath& path) {
  for (OperationSum& sum : path.most) {
    if (sum.part != OperationPart::kMessage) continue;
    const Operation receive = times.operation(sum.rank, sum.operation);
    if (receive.peer < 0) continue;  // from any rank, and none has come
    sum.message = delays.find({times.machine_rank(receive.peer), times.machine_rank(sum.rank), receive.tag});
  }
}

}  // namespace tactus
