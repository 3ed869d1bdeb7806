#include "hw/node/part_wires.h"

namespace tactus {

void PartWires::check_readers() const {
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    const bool flits_read = ports_[port].flit_in->has_reader();
    if (flits_read && ports_[port].credit_in->has_reader()) continue;
    watch_.violated(
        fmt::format("{}: nobody reads the wire of {}: call `wire_at` and `read_by` in `end_of_elaboration`, or bind a "
                    "WireToSignal",
                    watch_.name_of(static_cast<int>(port)), flits_read ? "credit_i" : "flit_i"));
  }
}

}  // namespace tactus
