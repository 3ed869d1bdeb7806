// Widths and straps of the NIC: docs/reference/rtl_nic.md.
package nic_pkg;

  // How the gap between two packets of a message is made: docs/reference/pacer.md.
  typedef enum logic [1:0] {
    PaceOff   = 2'd0,
    PaceFixed = 2'd1,
    PaceHops  = 2'd2
  } pace_mode_e;

  // A gap in eighths of a packet, never negative: at most 8 * 255 + 32767.
  parameter int unsigned GapWidth = 16;
  // Cycles that a packet can have to wait for its slot: at most 128 + 34807 * 128 / 8.
  parameter int unsigned SlotWidth = 20;
  // Number of a cycle, modulo.
  parameter int unsigned CycleWidth = 32;
  // Links on a shortest way: at most 256.
  parameter int unsigned HopsWidth = 9;

endpackage
