#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/router/route_function.h"

namespace tactus {

/// The machine as the packets of class number `message_class` see it: its VCs are all that there are.
MachineConfig machine_of_class(const MachineConfig& config, int message_class);

/// Routes of a machine with several classes: packets of each go as in a machine that has its VCs alone. Which class a
/// packet is of, its VC says.
class ClassRoutes final : public RouteFunction {
 public:
  /// `config` is valid, and has several classes.
  explicit ClassRoutes(const MachineConfig& config);

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;
  [[nodiscard]] RouteChoices choices(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;

 private:
  struct OneClass {
    int first_vc = 0;
    std::unique_ptr<const RouteFunction> routes;
  };
  [[nodiscard]] const OneClass& of_vc(int vc) const { return classes_[class_of_vc_[static_cast<std::size_t>(vc)]]; }

  std::vector<OneClass> classes_;
  std::array<std::uint8_t, kMaxVirtualChannels> class_of_vc_{};
};

}  // namespace tactus
