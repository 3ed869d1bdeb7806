#include "tlm_models/node/rdma/rdma_config.h"

#include "hw/common/config_faults.h"

namespace tactus {

LinkChannelConfig cable_channel(const CableConfig& cable) {
  LinkChannelConfig channel;
  channel.rate = cable.rate;
  channel.latency = cable.latency;
  const auto buffers = static_cast<std::uint32_t>(cable.buffers);
  channel.classes.fill({static_cast<std::uint32_t>(cable.overhead.count()), buffers, 0});
  return channel;
}

std::vector<ConfigFault> validate(const CableConfig& cable) {
  ConfigFaults faults;
  faults.require(cable.rate.count() > 0, "rate", "must be above 0");
  faults.require(cable.mtu >= Bytes{64} && cable.mtu <= Bytes{32 * 1024}, "mtu", "{} B is not from 64 B to 32 KiB",
                 cable.mtu.count());
  faults.require(cable.buffers >= 1, "buffers", "{}: a NIC has room for at least one packet", cable.buffers);
  return faults.take();
}

std::vector<ConfigFault> validate(const RailNicConfig& nic) {
  ConfigFaults faults;
  faults.require(nic.read_ahead >= 1, "read_ahead", "{}: a NIC reads at least the packet that it sends",
                 nic.read_ahead);
  return faults.take();
}

std::vector<ConfigFault> validate(const RdmaConfig& rdma) {
  ConfigFaults faults;
  faults.require(rdma.control_message.count() > 0, "control_message", "must be above 0");
  faults.require(rdma.copy_rate.count() > 0, "copy_rate", "must be above 0");
  faults.require(rdma.page.count() > 0, "page", "must be above 0");
  faults.require(rdma.registrations >= 0, "registrations", "must not be below 0");
  return faults.take();
}

}  // namespace tactus
