#pragma once

#include <memory>

#include "rtl/twin/verilated_pacer.h"

namespace tactus::test {

/// Our own.
std::unique_ptr<VerilatedPacer> make_verilated_pacer();

}  // namespace tactus::test
