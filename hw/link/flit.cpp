#include "hw/link/flit.h"

#include <iomanip>
#include <ostream>

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

}  // namespace tactus
