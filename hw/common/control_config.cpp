#include "hw/common/control_config.h"

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

constexpr int kMostPackets = 255;  // of fields of 8 bits

class ControlCheck {
 public:
  explicit ControlCheck(const ControlConfig& control) : c_(control) {}

  std::vector<ConfigFault> run() {
    between(c_.free_share, 0, 16, "free_share", "sixteenths");
    below(c_.target_delay.count(), std::uint64_t{1} << 24, "target_delay", "cycles");
    below(c_.delay_per_hop.count(), std::uint64_t{1} << 16, "delay_per_hop", "cycles");
    between(c_.largest_window, 1, kMostPackets, "largest_window", "packets");
    between(c_.first_window, 1, c_.largest_window, "first_window", "packets");
    faults_.require(c_.increase.eighths() >= 0 && c_.increase.eighths() <= kMostPackets, "increase",
                    "{} packets: 0 to 31.875", c_.increase.eighths() / 8.0);
    between(c_.speculative, 1, kMostPackets, "speculative", "packets");
    between(c_.grant, 1, kMostPackets, "grant", "packets");
    below(c_.paced_size.count(), std::uint64_t{1} << 32, "paced_size", "bytes");
    between(c_.paced_hops, 0, kMostPackets, "paced_hops", "links");
    between(c_.paced_dimensions, 0, 3, "paced_dimensions", "dimensions");
    between(c_.piece, 1, kMostPackets, "piece", "packets");
    between(c_.pieces_in_flight, c_.piece, 65'535, "pieces_in_flight", "packets");
    return faults_.take();
  }

 private:
  void between(int value, int least, int most, const char* member, const char* unit) {
    faults_.require(value >= least && value <= most, member, "{} {}: {} to {}", value, unit, least, most);
  }
  void below(std::uint64_t value, std::uint64_t end, const char* member, const char* unit) {
    faults_.require(value < end, member, "{} {}: the register holds up to {}", value, unit, end - 1);
  }

  const ControlConfig& c_;
  ConfigFaults faults_;
};

}  // namespace

std::vector<ConfigFault> validate(const ControlConfig& control) { return ControlCheck(control).run(); }

}  // namespace tactus
