#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "tlm_models/traffic/schedule.h"

namespace tactus {

/// What a random schedule is drawn from.
struct ScheduleDraw {
  int ranks = 2;
  int processors = 1;  ///< of each rank, at most
  int messages = 50;
  int nics = 0;      ///< operations that name one name one of these; 0: none does
  int any_rank = 0;  ///< percent of messages whose receives are from any rank, of two tags for each rank
  /// Whether one rank may send to receives of another from any rank; null: all may.
  std::function<bool(int from, int to)> may_meet_any;
  /// Whether it may send to them again, with the same tag; null: all may.
  std::function<bool(int from, int to)> may_meet_again;
  std::uint64_t most_bytes = 5000;
  std::uint64_t most_picoseconds = 2'000'000;
};

/// Operations that can all be executed, with dependencies of both kinds on any operations before them; receives are
/// posted before or after their messages are sent. Its messages are not matched. `below(n)` draws from 0 .. n - 1.
std::shared_ptr<Schedule> drawn_schedule(const ScheduleDraw& draw, const std::function<int(int)>& below);

/// The operations that `keeps` holds for, without messages of which one side is left, and the dependencies between
/// them. `schedule` has been matched, and so is what is left, with its exchanges or without.
std::shared_ptr<Schedule> part_of(const Schedule& schedule, int nics,
                                  const std::function<bool(int rank, const Operation& operation)>& keeps,
                                  bool exchanges = false);

}  // namespace tactus
