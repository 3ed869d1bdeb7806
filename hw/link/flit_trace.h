#pragma once

#include <systemc>

#include <string>

#include "hw/link/flit.h"

namespace tactus {

/// Traces each field of `flit` as `<name>.<field>`: `sc_trace`, and with it every port of flits, needs this overload.
void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name);

}  // namespace tactus
