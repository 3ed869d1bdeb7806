#include "testbench/app/scenario/key_fault.h"

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

std::vector<KeyFault> key_faults(const std::string& member, const std::vector<ConfigFault>& faults) {
  std::vector<KeyFault> found;
  for (const ConfigFault& fault : faults) {
    const std::string field = member.empty() ? fault.field : member + "." + fault.field;
    const std::size_t index = field.find('[');
    const std::string place = index == std::string::npos ? "" : field.substr(index);
    const std::string key = key_of_member(field.substr(0, index));
    found.push_back({key.empty() ? field : key + place, fault.message});
  }
  return found;
}

std::vector<std::string> sources_of_fault(const std::string& key) {
  if (key == "clock" || key == "link.bandwidth") return {key, "clock", "link.bandwidth"};
  if (key.compare(0, 5, "link.") == 0) return {key, "link.switch_delay", "link.cable_delay"};
  if (key == "router.vc_buffer" || key == "nic.receive_buffer") return {key, "nic.mtu"};
  if (key == "noise.length") return {key, "noise.period"};
  return {key};
}

}  // namespace tactus
