#include "tlm_models/node/copies/transfer_config.h"

#include "hw/common/config_faults.h"
#include "tlm_models/node/copies/layout.h"
#include "tlm_models/node/copies/layout_overlap.h"

namespace tactus {
namespace {

std::vector<ConfigFault> validate_side(const MessageSideConfig& side) {
  ConfigFaults faults;
  faults.add("datatype", validate(side.datatype));
  faults.require(0 <= side.elements && side.elements <= kDatatypeReach, "elements", "{}: must be 0 to {}",
                 side.elements, kDatatypeReach);
  if (!faults.empty()) return faults.take();
  const TypeBounds element = bounds_of(side.datatype);
  faults.require(repeated(element, side.elements, element.extent()).within_reach(), "elements",
                 "{}: all of them are larger than {} bytes", side.elements, kDatatypeReach);
  return faults.take();
}

}  // namespace

std::vector<ConfigFault> validate(const TransferConfig& config) {
  ConfigFaults faults;
  faults.add("send", validate_side(config.send));
  faults.add("receive", validate_side(config.receive));
  if (!faults.empty()) return faults.take();
  const Layout send(config.send.datatype, config.send.elements);
  const Layout receive(config.receive.datatype, config.receive.elements);
  faults.require(send.size() == receive.size(), "receive.datatype", "takes {} bytes, but {} are sent", receive.size(),
                 send.size());
  faults.require(!overlaps(receive), "receive.datatype", "names a byte more than once: no receive may");
  return faults.take();
}

}  // namespace tactus
