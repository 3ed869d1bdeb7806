#include "hw/link/pcie_config.h"

#include <array>

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

constexpr bool power_of_two(std::uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }
constexpr bool is_tlp_size(Bytes size) {
  return power_of_two(size.count()) && size >= Bytes{128} && size <= Bytes{4096};
}

void check_credits(ConfigFaults& faults, const std::string& member, const PcieCredits& credits, Bytes payload) {
  faults.require(credits.headers > 0, member + ".headers", "without header credits nothing is ever sent");
  faults.require(credits.data * std::uint64_t{kPcieDataCredit} >= payload.count(), member + ".data",
                 "a TLP of {} B needs {} data credits of {} B", payload.count(),
                 ceil_div(payload.count(), kPcieDataCredit), kPcieDataCredit);
}

}  // namespace

BytesPerSecond pcie_rate(int generation, int lanes) {
  // Per lane, from 2.5, 5, 8, 16 and 32 GT/s.
  constexpr std::array<std::uint64_t, 5> kLane = {250'000'000, 500'000'000, 984'615'385, 1'969'230'769, 3'938'461'538};
  return BytesPerSecond{kLane.at(static_cast<std::size_t>(generation - 1)) * static_cast<std::uint64_t>(lanes)};
}

LinkChannelConfig pcie_channel(const PcieLinkConfig& link) {
  LinkChannelConfig channel;
  channel.rate = pcie_rate(link.generation, link.lanes);
  channel.latency = link.latency;
  channel.register_bytes = kPcieRequestOverhead + static_cast<std::uint32_t>(link.max_payload.count());
  channel.data_unit = kPcieDataCredit;
  channel.classes[index_of(TrafficClass::kPosted)] = {kPcieRequestOverhead, link.posted.headers, link.posted.data};
  channel.classes[index_of(TrafficClass::kNonPosted)] = {kPcieRequestOverhead, link.non_posted_headers, 0};
  channel.classes[index_of(TrafficClass::kResponse)] = {kPcieResponseOverhead, link.completions.headers,
                                                        link.completions.data};
  channel.update_bytes = static_cast<std::uint32_t>(link.dllp.count());
  channel.update_every = link.tlps_per_dllp;
  return channel;
}

std::vector<ConfigFault> validate(const PcieLinkConfig& link) {
  ConfigFaults faults;
  faults.require(link.generation >= 1 && link.generation <= 5, "generation", "{} is none of 1 to 5", link.generation);
  faults.require(link.lanes > 0 && link.lanes <= 32 && power_of_two(static_cast<std::uint64_t>(link.lanes)), "lanes",
                 "{} is none of 1, 2, 4, 8, 16, 32", link.lanes);
  faults.require(is_tlp_size(link.max_payload), "max_payload", "{} B is no power of two from 128 B to 4096 B",
                 link.max_payload.count());
  faults.require(is_tlp_size(link.max_read_request), "max_read_request", "{} B is no power of two from 128 B to 4096 B",
                 link.max_read_request.count());
  faults.require(link.read_tags >= 1 && link.read_tags <= 64, "read_tags", "{} is not from 1 to 64", link.read_tags);
  check_credits(faults, "posted", link.posted, link.max_payload);
  check_credits(faults, "completions", link.completions, link.max_payload);
  faults.require(link.non_posted_headers > 0, "non_posted_headers", "without header credits nothing is ever sent");
  faults.require(link.tlps_per_dllp > 0, "tlps_per_dllp", "must be at least 1");
  return faults.take();
}

}  // namespace tactus
