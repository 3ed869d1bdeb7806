#pragma once

#include <stdexcept>
#include <string>

namespace tactus {

/// An assertion in Verilated RTL does not hold; thrown while the model is evaluated, which has no meaning any more. The
/// text names the assertion by its place in the hierarchy and in the sources.
class RtlAssertion : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tactus
