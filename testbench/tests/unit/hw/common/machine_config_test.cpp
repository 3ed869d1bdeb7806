#include "hw/common/machine_config.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"

namespace tactus {
namespace {

MachineConfig machine(const NetworkShape& shape, std::optional<int> nics, int virtual_channels = 1) {
  MachineConfig config;
  config.network = shape;
  config.nic.count = nics;
  config.router.virtual_channels = virtual_channels;
  return config;
}

}  // namespace

TEST_CASE("MachineConfig: a node has two NICs for each dimension unless it says how many") {
  const std::vector<NetworkShape> shapes = {{4}, {4, 4}, {4, 4, 4}, {4, 4, 4, 4}};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const int dimensions = static_cast<int>(i) + 1;
    CHECK(machine(shapes[i], std::nullopt).nics() == 2 * dimensions);
    CHECK(machine(shapes[i], std::nullopt).ports() == RouterPorts(dimensions, 2 * dimensions));
    for (int nics = 1; nics <= kMaxNics; ++nics) {
      const MachineConfig config = machine(shapes[i], nics);
      CHECK(fields_at_fault(config).empty());
      CHECK(config.ports() == RouterPorts(dimensions, nics));
      CHECK(config.flits_behind(2 * dimensions - 1) == config.vc_buffer_flits());
      CHECK(config.flits_behind(2 * dimensions) == config.receive_buffer_flits());
    }
  }
}

TEST_CASE("MachineConfig: NICs are one to eight") {
  CHECK(fields_at_fault(machine({4, 4}, -1)) == Fields{"nic.count"});
  CHECK(fields_at_fault(machine({4, 4}, 0)) == Fields{"nic.count"});
  CHECK(fields_at_fault(machine({4, 4}, 9)) == Fields{"nic.count"});
}

TEST_CASE("MachineConfig: a router has at most 64 input VCs, over all its ports", "[key:router.virtual_channels]") {
  const std::vector<NetworkShape> shapes = {{4}, {4, 4}, {4, 4, 4}, {4, 4, 4, 4}};
  for (const NetworkShape& shape : shapes) {
    for (int nics = 1; nics <= kMaxNics; ++nics) {
      for (int vcs = 1; vcs <= kMaxVirtualChannels; ++vcs) {
        const int input_vcs = (2 * shape.dimensions() + nics) * vcs;
        CAPTURE(shape.text(), nics, vcs);
        CHECK(fields_at_fault(machine(shape, nics, vcs)) ==
              (input_vcs > 64 ? Fields{"router.virtual_channels"} : Fields{}));
      }
    }
  }
  CHECK(validate(machine({4, 4, 4}, 6, 6)).front().message ==
        "6 VCs at each of 12 ports are 72: a router has at most 64");
}

TEST_CASE("MachineConfig: an order of dimensions names each of them once") {
  MachineConfig config = machine({4, 3, 2}, 6);
  std::vector<int> order = {0, 1, 2};
  do {
    config.router.dimension_order = {order[0], order[1], order[2]};
    CHECK(fields_at_fault(config).empty());
  } while (std::next_permutation(order.begin(), order.end()));
  for (const DimensionLetters& wrong : {DimensionLetters{0, 1}, {0, 1, 1}, {0, 1, 3}, {-1, 0, 1}, {0, 1, 2, 2}}) {
    config.router.dimension_order = wrong;
    CHECK(fields_at_fault(config) == Fields{"router.dimension_order"});
  }
}

}  // namespace tactus
