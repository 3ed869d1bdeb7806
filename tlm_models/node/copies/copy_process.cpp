#include "tlm_models/node/copies/copy_process.h"

#include <algorithm>

namespace tactus {
namespace {

Picoseconds later(Picoseconds a, Picoseconds b) { return a < b ? b : a; }

}  // namespace

bool CopyProcess::run(const Surroundings& with, Picoseconds until) {
  bool did = false;
  while (state_ != State::kFinished && now_ < until) {
    if (step_ == steps_.size()) {
      steps_ = with.source.next(process_, now_);
      step_ = 0;
      if (!steps_.empty() && steps_.front().kind == CopyStep::Kind::kIdle) {
        steps_.clear();
        state_ = State::kWaiting;
        if (with.watch != nullptr) with.watch->waits(process_, now_);
        return did;
      }
      if (steps_.empty()) state_ = State::kFinished;
      if (steps_.empty() && with.watch != nullptr) with.watch->ended(process_, now_);
      did = true;
      continue;
    }
    const CopyStep& step = steps_[step_];
    if (step.kind == CopyStep::Kind::kWait && !with.flags.posted(step.flag)) {
      state_ = State::kWaiting;
      if (with.watch != nullptr) with.watch->waits(process_, now_);
      return did;
    }
    state_ = State::kReady;
    did = true;
    if (with.watch != nullptr) tell(with, step);
    if (!go_on(with, step, until)) continue;
    ++step_;
    done_ = 0;
  }
  return did;
}

void CopyProcess::tell(const Surroundings& with, const CopyStep& step) const {
  const bool waits = step.kind == CopyStep::Kind::kWait && now_ < with.flags.time(step.flag);
  waits ? with.watch->waits(process_, now_) : with.watch->at(process_, step.kind, now_);
}

bool CopyProcess::go_on(const Surroundings& with, const CopyStep& step, Picoseconds until) {
  switch (step.kind) {
    case CopyStep::Kind::kWork:
      return work(with, step.instructions, until);
    case CopyStep::Kind::kRead:
      return read(with, step, until);
    case CopyStep::Kind::kCopy:
      return copy(with, step, until);
    case CopyStep::Kind::kPost:
      if (!work(with, step.instructions, until)) return false;
      now_ = with.memory.write(thread_, with.memory.line_of(step.address), now_);
      with.flags.post(step.flag, later(now_, with.memory.written(thread_)));
      return true;
    case CopyStep::Kind::kWait:
      if (now_ < with.flags.time(step.flag)) {
        now_ = with.flags.time(step.flag);
        return false;
      }
      if (!work(with, step.instructions, until)) return false;
      now_ = with.memory.read(thread_, with.memory.line_of(step.address), now_);
      return true;
    case CopyStep::Kind::kFrom:
      now_ = later(now_, step.time);
      break;
    case CopyStep::Kind::kIdle:
      break;
  }
  return true;
}

/// No further than to `until`, so that instructions are issued in the quantum that they fall in.
bool CopyProcess::work(const Surroundings& with, std::uint64_t instructions, Picoseconds until) {
  if (done_ == instructions) return true;
  if (until <= now_) return false;
  const ManyCoreConfig& config = with.memory.config();
  Picoseconds room = until;
  room -= now_;
  const std::uint64_t fit = ceil_div(room.count(), config.cycle.count() * config.issue_interval.count());
  const std::uint64_t now = std::min(instructions - done_, fit);
  now_ = with.memory.work(thread_, now, now_);
  done_ += now;
  return done_ == instructions;
}

bool CopyProcess::read(const Surroundings& with, const CopyStep& step, Picoseconds until) {
  const std::uint64_t line = with.memory.config().line.count();
  while (done_ < step.bytes && now_ < until) {
    const std::uint64_t address = step.address + done_;
    now_ = with.memory.read(thread_, with.memory.line_of(address), now_);
    done_ += line - address % line;
  }
  return done_ >= step.bytes;
}

bool CopyProcess::copy(const Surroundings& with, const CopyStep& step, Picoseconds until) {
  if (!stream_) {
    stream_.emplace(*step.source.layout, *step.destination.layout, step.from, step.to);
    pieces_paid_ = items_paid_ = 0;
  }
  while (now_ < until) {
    if (left_ == 0) next_piece(with, step);
    if (left_ == 0) {
      stream_.reset();
      return true;
    }
    copy_within_lines(with);
  }
  return false;
}

void CopyProcess::next_piece(const Surroundings& with, const CopyStep& step) {
  const Copy piece = stream_->next();
  if (piece.length == 0) return;
  source_ = static_cast<std::uint64_t>(step.source.buffer + piece.source);
  destination_ = static_cast<std::uint64_t>(step.destination.buffer + piece.destination);
  left_ = static_cast<std::uint64_t>(piece.length);
  first_lines_ = true;
  now_ = with.memory.work(thread_, costs_.stretch + finding_instructions(), now_);
  if (with.observer != nullptr) with.observer->copied(process_, source_, destination_, left_);
}

std::uint64_t CopyProcess::finding_instructions() {
  const std::uint64_t pieces = stream_->pieces_begun() - pieces_paid_;
  const std::uint64_t items = stream_->items_begun() - items_paid_;
  pieces_paid_ += pieces;
  items_paid_ += items;
  return costs_.piece * pieces + costs_.item * items;
}

/// As much as lies in one line on either side. A line that is gone on with is in a register or in L1: no access.
void CopyProcess::copy_within_lines(const Surroundings& with) {
  const std::uint64_t line = with.memory.config().line.count();
  const std::uint64_t in_source = source_ % line;
  const std::uint64_t in_destination = destination_ % line;
  const std::uint64_t bytes = std::min({left_, line - in_source, line - in_destination});
  if (in_source == 0 || first_lines_) now_ = with.memory.read(thread_, with.memory.line_of(source_), now_);
  if (in_destination == 0 || first_lines_) {
    now_ = with.memory.write(thread_, with.memory.line_of(destination_), now_);
  }
  // The accesses were a load and a store themselves.
  const std::uint64_t moves = ceil_div(bytes, width_);
  if (moves > 1) now_ = with.memory.work(thread_, 2 * (moves - 1), now_);
  source_ += bytes;
  destination_ += bytes;
  left_ -= bytes;
  first_lines_ = false;
  if (with.watch != nullptr) with.watch->copied(process_, bytes, now_);
}

}  // namespace tactus
