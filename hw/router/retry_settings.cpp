#include "hw/router/retry_settings.h"

namespace tactus {
namespace {

/// One less than a power of two, and at least `number`.
std::uint16_t mask_over(int number) {
  int mask = 1;
  while (mask < number) mask = 2 * mask + 1;
  return static_cast<std::uint16_t>(mask);
}

}  // namespace

RetrySettings::RetrySettings(const MachineConfig& config, Coordinate position, Direction direction)
    : delay(config.link_speed(position, direction).delay),
      timeout(2 * delay + config.clock.covering(config.faults.retry_delay).count() + 1),
      buffer(config.replay_buffer_flits()),
      longest(config.max_packet_flits()),
      mask(mask_over(buffer / kHeaderFlits)) {}

}  // namespace tactus
