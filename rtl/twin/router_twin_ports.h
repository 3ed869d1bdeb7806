#pragma once

#include <vector>

#include "hw/link/flit.h"
#include "rtl/twin/lockstep.h"
#include "rtl/twin/verilated_router.h"

namespace tactus {

/// The ports of one direction of a router, for Lockstep: flits, then credits. `side` is "i" or "o".
std::vector<TwinPort> router_twin_ports(const char* side);

/// Puts what is on a port into the words of a row, where nothing but zeros is.
void put_router_flit(std::vector<PinWord>& words, unsigned port, const Flit& flit);
void put_router_credits(std::vector<PinWord>& words, unsigned port, CreditReturn credits);

/// Clocks `rtl` with the inputs of `row`, the newest of `lockstep`, and puts what it drives there.
void clock_rtl(VerilatedRouter& rtl, Lockstep::Row& row, const Lockstep& lockstep);

}  // namespace tactus
