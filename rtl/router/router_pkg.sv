// Straps of the router: docs/reference/rtl.md.
package router_pkg;

  // How a packet's VC class is chosen in a ring: docs/reference/routing.md.
  typedef enum logic [1:0] {
    DatelineCrossing = 2'd0,
    DatelineEntry    = 2'd1,
    DatelineNone     = 2'd2
  } dateline_e;

  // Which way a packet goes when both are equally long.
  typedef enum logic {
    TieBreakPositive = 1'd0,
    TieBreakSigned   = 1'd1
  } tie_break_e;

  // Who wins an output: docs/reference/arbiters.md.
  typedef enum logic {
    ArbiterRoundRobin  = 1'd0,
    ArbiterOldestFirst = 1'd1
  } arbiter_e;

  // How many packets move at once from one input port: one, or one per VC.
  typedef enum logic {
    TransfersPort = 1'd0,
    TransfersVc   = 1'd1
  } transfers_e;

  // Number of a port: at most 16 of them, and so many more as a header can ask for.
  parameter int unsigned PortNumberWidth = 5;
  // Number of a dimension, 0 to 3.
  parameter int unsigned OrderWidth = 2;
  // Nodes of a dimension: 2 to 256.
  parameter int unsigned RingSizeWidth = 9;
  // Slots of a buffer, credits: 0 to 512.
  parameter int unsigned CountWidth = 10;
  // Lane of one VC's credits, a power of two.
  parameter int unsigned CountLane = 16;

endpackage
