#pragma once

namespace tactus {

/// The numbers of a router's requesters, its input VCs: `port * V + vc`. Without divisions, which every grant would
/// need several of.
class RequesterNumbers {
 public:
  explicit RequesterNumbers(int virtual_channels)
      : virtual_channels_(virtual_channels), reciprocal_(0xFFFFU / static_cast<unsigned>(virtual_channels) + 1) {}

  [[nodiscard]] int number(int port, int vc) const { return port * virtual_channels_ + vc; }
  [[nodiscard]] int port(int requester) const {
    return static_cast<int>(static_cast<unsigned>(requester) * reciprocal_ >> 16);
  }
  [[nodiscard]] int vc(int requester) const { return requester - port(requester) * virtual_channels_; }
  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }

 private:
  int virtual_channels_;
  unsigned reciprocal_;  ///< 2^16 over the number of VCs, rounded up: exact for all requesters
};

}  // namespace tactus
