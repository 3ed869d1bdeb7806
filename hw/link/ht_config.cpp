#include "hw/link/ht_config.h"

#include "hw/common/config_faults.h"

namespace tactus {

LinkChannelConfig ht_channel(const HtLinkConfig& link, const HtBuffers& buffers) {
  LinkChannelConfig channel;
  channel.rate = link.rate;
  channel.latency = link.latency;
  channel.register_bytes = kHtRequestBytes + static_cast<std::uint32_t>(kHtTransfer.count());
  channel.classes[index_of(TrafficClass::kPosted)] = {kHtRequestBytes, buffers.posted, 0};
  channel.classes[index_of(TrafficClass::kNonPosted)] = {kHtRequestBytes, buffers.non_posted, 0};
  channel.classes[index_of(TrafficClass::kResponse)] = {kHtResponseBytes, buffers.response, 0};
  // A credit takes 4 B of an information packet, which has room for one of each channel.
  channel.update_bytes = 4;
  channel.update_every = 1;
  return channel;
}

std::vector<ConfigFault> validate(const HtBuffers& buffers) {
  ConfigFaults faults;
  faults.require(buffers.posted > 0, "posted", "a virtual channel without buffers never moves; give at least 1");
  faults.require(buffers.non_posted > 0, "non_posted",
                 "a virtual channel without buffers never moves; give at least 1");
  faults.require(buffers.response > 0, "response", "a virtual channel without buffers never moves; give at least 1");
  return faults.take();
}

std::vector<ConfigFault> validate(const HtLinkConfig& link) {
  ConfigFaults faults;
  faults.require(link.rate.count() > 0, "rate", "must be above 0");
  return faults.take();
}

}  // namespace tactus
