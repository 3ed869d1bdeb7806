#include "hw/memory/memory_controller.h"

#include <algorithm>

#include "hw/common/config_faults.h"

namespace tactus {

std::vector<ConfigFault> validate(const MemoryControllerConfig& config) {
  ConfigFaults faults;
  const std::uint64_t interleave = config.bank_interleave.count();
  faults.require(config.rate.count() > 0, "rate", "must be above 0");
  faults.require(config.banks >= 1 && config.banks <= 1024 && (config.banks & (config.banks - 1)) == 0, "banks",
                 "{} is no power of two from 1 to 1024", config.banks);
  faults.require(interleave >= 64 && (interleave & (interleave - 1)) == 0, "bank_interleave",
                 "{} B is no power of two of at least 64 B", interleave);
  faults.require(config.queue > 0, "queue", "a controller without a queue accepts nothing; give at least 1");
  return faults.take();
}

MemoryController::MemoryController(const MemoryControllerConfig& config)
    : config_(config),
      places_(config.queue),
      line_bits_(__builtin_ctzll(config.bank_interleave.count())),
      bank_free_(static_cast<std::size_t>(config.banks)) {}

Picoseconds MemoryController::write(std::uint64_t address, Bytes size, Picoseconds ready) {
  bytes_written_ += size.count();
  const Picoseconds done = access(true, address, size, ready);
  places_.give_back(1, done);
  return done;
}

Picoseconds MemoryController::read(std::uint64_t address, Bytes size, Picoseconds ready) {
  bytes_read_ += size.count();
  return access(false, address, size, ready);
}

Picoseconds MemoryController::access(bool write, std::uint64_t address, Bytes size, Picoseconds ready) {
  places_.take(1);
  if (size != last_size_) last_time_ = transfer_time(size, config_.rate);
  last_size_ = size;
  const std::size_t number = bank_of(address);
  Picoseconds& bank = bank_free_[number];
  const Picoseconds begin = std::max({ready, places_.latest(), bank, bus_free_});
  bus_free_ = begin + last_time_;
  bank = begin + std::max(config_.bank_busy, last_time_);
  busy_ += last_time_;
  if (observer_ != nullptr) observer_->accessed(write, number, begin, bus_free_, bank);
  return bus_free_ + config_.latency;
}

MemoryController::Outlook MemoryController::outlook(std::uint64_t address, Bytes size, Picoseconds ready) const {
  Outlook outlook{places_.latest(), bank_free_[bank_of(address)], {}, {}};
  outlook.bus = std::max({ready, outlook.placed, outlook.bank, bus_free_}) + transfer_time(size, config_.rate);
  outlook.done = outlook.bus + config_.latency;
  return outlook;
}

}  // namespace tactus
