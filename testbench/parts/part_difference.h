#pragma once

#include <stdexcept>

namespace tactus {

/// A part in RTL and its model differ. The text says in which output and when, and lists the clocks before.
class PartDifference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tactus
