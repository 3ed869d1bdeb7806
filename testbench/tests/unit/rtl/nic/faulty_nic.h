#pragma once

namespace tactus::test {

/// From now on the Verilated NICs have the fault of this number in nic_faults.cmake; 0: none.
void plant_nic_fault(int number);

}  // namespace tactus::test
