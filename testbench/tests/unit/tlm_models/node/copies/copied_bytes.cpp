#include "testbench/tests/unit/tlm_models/node/copies/copied_bytes.h"

namespace tactus {

void CopiedBytes::copied(int process, std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) {
  by_process_[process] += bytes;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint64_t from = origin(source + i);
    bytes_[destination + i] = {from, writes(destination + i) + 1};
  }
}

std::uint64_t CopiedBytes::origin(std::uint64_t address) const {
  const auto byte = bytes_.find(address);
  return byte == bytes_.end() ? address : byte->second.origin;
}

int CopiedBytes::writes(std::uint64_t address) const {
  const auto byte = bytes_.find(address);
  return byte == bytes_.end() ? 0 : byte->second.writes;
}

std::int64_t CopiedBytes::written_within(std::uint64_t from, std::uint64_t to) const {
  std::int64_t count = 0;
  for (const auto& [address, byte] : bytes_) count += from <= address && address < to ? 1 : 0;
  return count;
}

}  // namespace tactus
