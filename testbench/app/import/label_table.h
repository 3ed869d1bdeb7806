#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tlm_models/traffic/operation.h"

namespace tactus {

/// Operations of one rank by their labels. Labels that are a word and a number ("l1", "l2" ...), as generators write
/// them, take four bytes each; others their text and 16 bytes.
class LabelTable {
 public:
  using Index = OperationSink::Index;

  /// Takes a label for an operation; answers the operation that has it already, and takes nothing then.
  std::optional<Index> add(std::string_view label, Index operation);
  [[nodiscard]] std::optional<Index> find(std::string_view label) const;
  void clear();
  [[nodiscard]] std::size_t size() const { return size_; }
  /// All labels, if they are not more than `most`.
  [[nodiscard]] std::vector<std::string> all(std::size_t most) const;

 private:
  /// Labels of one word, by their numbers: operation + 1.
  struct Series {
    std::string word;
    std::vector<std::uint32_t> operations;
  };
  struct Slot {
    std::uint32_t operation = 0;  ///< + 1; 0: free
    std::uint32_t hash = 0;
    std::uint64_t text = 0;  ///< where the label begins in texts_, which ends with a line end
  };
  struct Numbered {
    std::string_view word;
    std::uint32_t number = 0;
  };

  static std::optional<Numbered> numbered(std::string_view label);
  [[nodiscard]] const Series* series_of(std::string_view word) const;
  [[nodiscard]] std::size_t slot_of(std::string_view label, std::uint32_t hash) const;
  void put(std::string_view label, Index operation);
  void grow();

  std::vector<Series> series_;
  std::vector<Slot> slots_;  ///< open addressing; a power of two
  std::string texts_;
  std::size_t in_slots_ = 0;
  std::size_t size_ = 0;
};

}  // namespace tactus
