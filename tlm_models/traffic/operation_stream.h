#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tlm_models/traffic/operation.h"

namespace tactus {

/// An operation whose message, if it has one, is known to both sides.
struct PlannedOperation {
  Operation operation;        ///< `tag` is unique among the messages of its pair, `nic` a NIC
  std::uint64_t order = 0;    ///< `Op::order` of a receive
  bool paired = false;        ///< `Op::paired` of a send
  std::uint64_t partner = 0;  ///< number of a paired send's receive in the stream, from 0
  bool grouped = false;       ///< `Op::grouped`
};

/// Dependency of the operation that has been read last.
struct OperationDependency {
  std::uint64_t earlier = 0;  ///< number of an operation of the stream, from 0
  bool on_begin = false;
};

/// The operations of one rank, read one after the other.
class OperationStream {
 public:
  virtual ~OperationStream() = default;
  [[nodiscard]] virtual int processors() const = 0;
  /// The next operation, and on what it depends; nothing at the end.
  virtual std::optional<PlannedOperation> read(std::vector<OperationDependency>& dependencies) = 0;
  /// Every operation, but for the first `lookahead`, depends on one of the `lookahead` operations before it.
  [[nodiscard]] virtual OperationSink::Index lookahead() const = 0;
  /// No receive that has not been read has a lower order.
  [[nodiscard]] virtual std::uint64_t floor() const = 0;
};

}  // namespace tactus
