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

  // Order of the dimensions: docs/reference/routing.md.
  typedef enum logic {
    RoutingDimensionOrder = 1'd0,
    RoutingO1turn         = 1'd1
  } routing_e;

  // Which requester wins an output: docs/reference/arbiters.md.
  typedef enum logic [2:0] {
    KindRoundRobin         = 3'd0,
    KindOldestFirst        = 3'd1,
    KindFirstCome          = 3'd2,
    KindInjectionFirst     = 3'd3,
    KindThroughFirst       = 3'd4,
    KindInjectionFirstCome = 3'd5,
    KindMatrix             = 3'd6
  } arbiter_kind_e;

  // How an output_arbiter chooses among the requests that it is given: in turn, or by before_i.
  typedef enum logic {
    ArbiterRoundRobin  = 1'd0,
    ArbiterOldestFirst = 1'd1
  } arbiter_e;

  // Packets that an input port offers to the outputs: all that can be granted, or one.
  typedef enum logic {
    NominationAny    = 1'd0,
    NominationOldest = 1'd1
  } nomination_e;

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
