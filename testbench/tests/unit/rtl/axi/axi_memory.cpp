#include "testbench/tests/unit/rtl/axi/axi_memory.h"

#include <algorithm>
#include <stdexcept>

namespace tactus::test {

const AxiMemory::Answers& AxiMemory::drive() {
  answers_.ar_ready = dice_.chance(pace_) && reads_.size() < 64;
  answers_.aw_ready = dice_.chance(pace_);
  answers_.w_ready = dice_.chance(pace_);
  answers_.response = response_;
  answers_.r_valid = false;
  if (!reads_.empty() && dice_.chance(pace_)) choose_read();
  for (int& left : responses_) --left;
  answers_.b_valid = !responses_.empty() && responses_.front() <= 0;
  return answers_;
}

/// The oldest burst of some ID.
void AxiMemory::choose_read() {
  const auto any = static_cast<std::size_t>(dice_.below(static_cast<int>(reads_.size())));
  const unsigned id = reads_[any].id;
  const auto burst = std::find_if(reads_.begin(), reads_.end(), [id](const Burst& each) { return each.id == id; });
  answers_.r_valid = true;
  answers_.r_id = id;
  for (unsigned i = 0; i < 16; ++i) {
    std::uint32_t& word = answers_.r_data[i / 4];
    word = i % 4 == 0 ? 0 : word;
    word |= std::uint32_t{memory_.at(burst->address + i)} << 8 * (i % 4);
  }
}

void AxiMemory::clock(const Requests& requests) {
  if (answers_.r_valid) {
    const auto burst =
        std::find_if(reads_.begin(), reads_.end(), [this](const Burst& each) { return each.id == answers_.r_id; });
    burst->address += 16;
    if (--burst->beats == 0) reads_.erase(burst);
  }
  if (answers_.b_valid) responses_.pop_front();
  if (requests.ar_valid && answers_.ar_ready) {
    reads_.push_back({requests.ar_id, requests.ar_address, requests.ar_length + 1});
  }
  if (requests.aw_valid && answers_.aw_ready) write_address_ = requests.aw_address;
  if (requests.w_valid && answers_.w_ready) write(requests);
}

void AxiMemory::write(const Requests& requests) {
  for (unsigned i = 0; i < 16; ++i) {
    if ((requests.w_strobes >> i & 1U) == 0) continue;
    memory_.at(write_address_ + i) = static_cast<std::uint8_t>(requests.w_data[i / 4] >> 8 * (i % 4));
  }
  write_address_ += 16;
  if (requests.w_last) responses_.push_back(dice_.between(1, 40));
}

}  // namespace tactus::test
