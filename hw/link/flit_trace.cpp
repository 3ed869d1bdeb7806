#include "hw/link/flit_trace.h"

namespace tactus {

void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name) {
  sc_core::sc_trace(file, flit.valid, name + ".valid");
  sc_core::sc_trace(file, flit.head, name + ".head");
  sc_core::sc_trace(file, flit.tail, name + ".tail");
  sc_core::sc_trace(file, flit.vc, name + ".vc");
  sc_core::sc_trace(file, flit.data_lo, name + ".data_lo");
  sc_core::sc_trace(file, flit.data_hi, name + ".data_hi");
}

}  // namespace tactus
