// Stands before the register block of an engine: refuses what the map cannot, accesses by their value. A refused access
// does not reach the registers of the block. One that is refused for the sake of the rings comes through the block, and
// stops behind it: whether it is refused is known later than which register it is for. docs/programmers_guide.md, "Access".
module register_guard (
  input  logic                                  req_i,
  input  logic                                  we_i,
  input  logic [nic_pkg::BlockAddressWidth-1:0] addr_i,
  input  logic [31:0]                           wdata_i,
  input  nic_pkg::straps_t                      straps_i,
  // Of the ring: this word belongs to the engine; this is no value for the doorbell.
  input  logic                                  ring_refuses_i,
  input  logic                                  doorbell_refuses_i,
  // Slots that are in use, in any way, and those that are active; the node that the slot to be posted names, unless it
  // takes any, and how many bits of the tag it ignores.
  input  logic [nic_pkg::RingEntries-1:0]       used_i,
  input  logic [nic_pkg::RingEntries-1:0]       active_i,
  input  logic [flit_pkg::NodeWidth-1:0]        source_i,
  input  logic                                  any_source_i,
  input  logic [5:0]                            tag_ignored_i,
  output logic                                  req_o,
  // The access is refused: for any reason, and for the sake of the rings.
  output logic                                  refused_o,
  output logic                                  ring_refused_o
);

  // Offsets within the block, as in rtl/regs/nic.rdl.
  localparam logic [nic_pkg::BlockAddressWidth-1:0] PaceCtrl = 12'h008;
  localparam logic [nic_pkg::BlockAddressWidth-1:0] TxDoorbell = 12'h020;
  localparam logic [nic_pkg::BlockAddressWidth-1:0] RxPost = 12'h030;
  // Upper bits of the addresses of the two rings.
  localparam logic [2:0] TxRing = 3'd1;
  localparam logic [2:0] RxSlots = 3'd2;

  logic misplaced;
  logic no_mode;
  logic by_ring;
  logic outside;
  // Not a word.
  assign misplaced = addr_i[1:0] != 2'd0;
  // Modes 4 to 7 are reserved, but for the machine's own.
  assign no_mode = addr_i == PaceCtrl && wdata_i[2] && !(wdata_i[2:0] == nic_pkg::PaceOwn && straps_i.own_pace_mode);
  outside_network u_outside (
    .straps_i,
    .node_i   (source_i),
    .outside_o(outside)
  );
  always_comb begin
    by_ring = 1'b0;
    if (addr_i == TxDoorbell) by_ring = doorbell_refuses_i;
    else if (addr_i == RxPost) by_ring = used_i[wdata_i[3:0]] || (outside && !any_source_i) || tag_ignored_i > 6'd32;
    else if (addr_i[11:9] == TxRing) by_ring = ring_refuses_i;
    else if (addr_i[11:9] == RxSlots) by_ring = active_i[addr_i[8:5]];
  end
  assign req_o = req_i && !misplaced && !(we_i && no_mode);
  assign ring_refused_o = req_i && we_i && by_ring;
  assign refused_o = req_i && (misplaced || (we_i && (no_mode || by_ring)));

endmodule
