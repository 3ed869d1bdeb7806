#pragma once

#include <cstdint>
#include <unordered_map>

#include "tlm_models/node/copies/copy_process.h"

namespace tactus {

/// Memory that remembers of each byte where it came from first, and how often it was written.
class CopiedBytes : public CopyObserver {
 public:
  void copied(int process, std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) override;

  /// The address that the byte at `address` was first read from; itself if nobody has written there.
  [[nodiscard]] std::uint64_t origin(std::uint64_t address) const;
  [[nodiscard]] int writes(std::uint64_t address) const;
  /// Different bytes that were written at `from` or behind, before `to`.
  [[nodiscard]] std::int64_t written_within(std::uint64_t from, std::uint64_t to) const;
  [[nodiscard]] std::uint64_t copied_by(int process) const { return by_process_.at(process); }

 private:
  struct Byte {
    std::uint64_t origin;
    int writes;
  };
  std::unordered_map<std::uint64_t, Byte> bytes_;
  std::unordered_map<int, std::uint64_t> by_process_;
};

}  // namespace tactus
