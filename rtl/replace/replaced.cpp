// What the program asks a shared object with replaced RTL for, by name; what is not in it is not there.

#include "replaced_ports.h"

#ifdef TACTUS_REPLACED_ROUTER
#include "Vreplaced_router.h"
#include "rtl/twin/verilated_router_of.h"
#endif
#ifdef TACTUS_REPLACED_NIC
#include "Vreplaced_nic.h"
#include "rtl/twin/verilated_nic_of.h"
#endif
#ifdef TACTUS_REPLACED_PACER
#include "Vreplaced_pacer.h"
#include "rtl/twin/verilated_pacer_of.h"
#endif
#ifdef TACTUS_REPLACED_ARBITER
#include "Vreplaced_arbiter.h"
#include "rtl/twin/verilated_arbiter_of.h"
#endif

#define TACTUS_VISIBLE extern "C" __attribute__((visibility("default")))

#ifdef TACTUS_REPLACED_ROUTER
TACTUS_VISIBLE tactus::VerilatedRouter* tactus_make_router(const tactus::MachineConfig& config,
                                                           tactus::Coordinate position) {
  return new tactus::VerilatedRouterOf<Vreplaced_router>(config, position, TACTUS_SHOWN_ARBITER);
}
#endif
#ifdef TACTUS_REPLACED_NIC
TACTUS_VISIBLE tactus::VerilatedNic* tactus_make_nic(const tactus::MachineConfig& config, tactus::Coordinate position) {
  return new tactus::VerilatedNicOf<Vreplaced_nic>(config, position, TACTUS_SHOWN_PACER);
}
#endif
#ifdef TACTUS_REPLACED_PACER
TACTUS_VISIBLE tactus::VerilatedPacer* tactus_make_pacer() { return new tactus::VerilatedPacerOf<Vreplaced_pacer>; }
#endif
#ifdef TACTUS_REPLACED_ARBITER
TACTUS_VISIBLE tactus::VerilatedArbiter* tactus_make_arbiter() {
  return new tactus::VerilatedArbiterOf<Vreplaced_arbiter>;
}
#endif

// The models, in this translation unit, because headers of Verilated code are long. What runs at every edge comes
// first; what runs once is not optimised.
#include "replaced_models.inc"
