#include "hw/link/flit.h"

#include <iomanip>
#include <ostream>
#include <systemc>

namespace tactus {

std::ostream& operator<<(std::ostream& out, const Flit& flit) {
  if (!flit.valid) return out << "idle";
  const auto flags = out.flags();
  out << (flit.head   ? "head"
          : flit.tail ? "tail"
                      : "body")
      << " vc" << static_cast<int>(flit.vc) << ' ' << std::hex << std::setfill('0') << std::setw(16) << flit.data_hi
      << std::setw(16) << flit.data_lo;
  out.flags(flags);
  return out;
}

void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name) {
  sc_core::sc_trace(file, flit.valid, name + ".valid");
  sc_core::sc_trace(file, flit.head, name + ".head");
  sc_core::sc_trace(file, flit.tail, name + ".tail");
  sc_core::sc_trace(file, flit.vc, name + ".vc");
  sc_core::sc_trace(file, flit.data_lo, name + ".data_lo");
  sc_core::sc_trace(file, flit.data_hi, name + ".data_hi");
}

}  // namespace tactus
