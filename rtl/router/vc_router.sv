// Virtual-channel router of a node of a torus or mesh, RTL twin of VcRouter (docs/reference/rtl.md):
// input FIFOs, the switch held per packet, virtual cut-through. Stages RC, VA, SA and ST of one
// edge each, cycle by cycle as docs/timing.md says.
module vc_router #(
  parameter int unsigned NumVcs = 2,
  // 1 to 4, 1 to 8.
  parameter int unsigned NumDimensions = 2,
  parameter int unsigned NumNics = 4,
  // Largest buffer of a VC.
  parameter int unsigned MaxFlits = 512,
  // 1: flits wait in memories that are read with the clock, as memory macros are.
  parameter int unsigned SyncBuffers = 0,
  // 1: rooms_i is looked at, for bubble flow control.
  parameter int unsigned Bubble = 0,
  // 1: routing_i is looked at, for O1TURN.
  parameter int unsigned TwoOrders = 0,
  parameter int unsigned NumPorts = 2 * NumDimensions + NumNics
) (
  input  logic                                               clk_i,
  input  logic                                               rst_ni,
  // Straps.
  input  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] position_i,
  input  logic [NumDimensions*router_pkg::RingSizeWidth-1:0] shape_i,
  // By dimension, 1: a ring, 0: a row.
  input  logic [NumDimensions-1:0]                           wrap_i,
  // The dimensions in the order in which packets go through them, each once.
  input  logic [NumDimensions*router_pkg::OrderWidth-1:0]    order_i,
  input  router_pkg::arbiter_kind_e                          arbiter_i,
  input  router_pkg::nomination_e                            nomination_i,
  input  router_pkg::transfers_e                             transfers_i,
  input  router_pkg::dateline_e                              dateline_i,
  input  router_pkg::tie_break_e                             tie_break_i,
  input  router_pkg::routing_e                               routing_i,
  // Packets that a buffer between routers has room for, with bubble flow control. 0: credits count flits, and rings
  // have datelines.
  input  logic [router_pkg::CountWidth-1:0]                  rooms_i,
  // Edges, 0 to 1000.
  input  logic [router_pkg::CountWidth-1:0]                  turnaround_i,
  input  logic [router_pkg::CountWidth-1:0]                  vc_buffer_i,
  input  logic [router_pkg::CountWidth-1:0]                  receive_buffer_i,
  // Two ports for each dimension, up and down, then one for each NIC.
  input  logic [NumPorts*flit_pkg::FlitWidth-1:0]            flit_i,
  output logic [NumPorts*flit_pkg::CreditPortWidth-1:0]      credit_o,
  output logic [NumPorts*flit_pkg::FlitWidth-1:0]            flit_o,
  input  logic [NumPorts*flit_pkg::CreditPortWidth-1:0]      credit_i
);

  localparam int unsigned PortWidth = $clog2(NumPorts);
  localparam int unsigned NumRequesters = NumPorts * NumVcs;

  // By requester: number in_port * NumVcs + vc.
  logic [NumRequesters-1:0] request;
  logic [NumRequesters-1:0] has_room;
  logic [NumRequesters-1:0] still_has_room;
  logic [NumRequesters-1:0] offered;
  logic [NumRequesters-1:0] granted;
  logic [NumRequesters-1:0] moving;
  logic [NumRequesters-1:0] pop;
  logic [NumRequesters-1:0] tail;
  logic [NumRequesters-1:0] input_busy;
  logic [NumRequesters*PortWidth-1:0] out_port;
  logic [NumRequesters*NumVcs-1:0] vc_mask;
  logic [NumRequesters*NumVcs-1:0] vc_with_room;
  // Of the requests before the last edge.
  logic [NumRequesters*NumVcs-1:0] vc_with_room_q;
  logic [NumRequesters*flit_pkg::LengthWidth-1:0] length;
  logic [NumRequesters*flit_pkg::AgeWidth-1:0] age;
  logic [NumRequesters*flit_pkg::DataWidth-1:0] data;
  // By input port.
  logic [NumPorts*NumVcs*NumVcs-1:0] routed_before;
  // By output.
  logic [NumPorts-1:0] output_busy;
  logic [NumPorts-1:0] may_grant;
  logic [NumPorts-1:0] output_granted;
  logic [NumPorts*NumRequesters-1:0] grant;
  logic [NumPorts*NumRequesters-1:0] move;
  logic [NumPorts*NumVcs-1:0] take;
  logic [NumPorts*router_pkg::CountLane-1:0] take_length;
  logic [NumPorts*NumRequesters-1:0] output_source;
  logic [NumPorts*NumRequesters-1:0] output_tail;
  logic [NumPorts*NumRequesters-1:0] output_input_busy;
  logic [NumPorts*NumVcs*router_pkg::CountLane-1:0] available;

  // With bubble flow control credits between routers count packets.
  logic bubble;
  assign bubble = Bubble != 0 && |rooms_i;

  // Number of the edge, modulo. It begins 1024 edges before it wraps, so that the wrap is met soon.
  logic [flit_pkg::AgeWidth-1:0] cycle_q;
  logic age_of_arrival;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) cycle_q <= {{(flit_pkg::AgeWidth - 10) {1'b1}}, 10'd0};
    else cycle_q <= cycle_q + 1'b1;
  end
  assign age_of_arrival = arbiter_i == router_pkg::KindFirstCome
                       || arbiter_i == router_pkg::KindInjectionFirstCome;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_input
    input_port #(
      .NumVcs       (NumVcs),
      .NumDimensions(NumDimensions),
      .NumNics      (NumNics),
      .MaxFlits     (MaxFlits),
      .SyncBuffers  (SyncBuffers),
      .Bubble       (Bubble),
      .TwoOrders    (TwoOrders),
      .InPort       (p)
    ) u_input_port (
      .clk_i,
      .rst_ni,
      .position_i,
      .shape_i,
      .wrap_i,
      .order_i,
      .dateline_i,
      .tie_break_i,
      .bubble_i  (bubble),
      .routing_i,
      .capacity_i(vc_buffer_i),
      .cycle_i   (cycle_q),
      .age_of_arrival_i(age_of_arrival),
      .nomination_i,
      .flit_i    (flit_i[p*flit_pkg::FlitWidth+:flit_pkg::FlitWidth]),
      .credit_o  (credit_o[p*flit_pkg::CreditPortWidth+:flit_pkg::CreditPortWidth]),
      .request_o (request[p*NumVcs+:NumVcs]),
      .out_port_o(out_port[p*NumVcs*PortWidth+:NumVcs*PortWidth]),
      .vc_mask_o (vc_mask[p*NumVcs*NumVcs+:NumVcs*NumVcs]),
      .length_o  (length[p*NumVcs*flit_pkg::LengthWidth+:NumVcs*flit_pkg::LengthWidth]),
      .age_o     (age[p*NumVcs*flit_pkg::AgeWidth+:NumVcs*flit_pkg::AgeWidth]),
      .routed_before_o(routed_before[p*NumVcs*NumVcs+:NumVcs*NumVcs]),
      .offered_i (offered[p*NumVcs+:NumVcs]),
      .granted_i (granted[p*NumVcs+:NumVcs]),
      .data_o    (data[p*NumVcs*flit_pkg::DataWidth+:NumVcs*flit_pkg::DataWidth]),
      .read_i    (offered[p*NumVcs+:NumVcs] | moving[p*NumVcs+:NumVcs]),
      .pop_i     (pop[p*NumVcs+:NumVcs]),
      .freed_i   (bubble && p < 2 * NumDimensions ? tail[p*NumVcs+:NumVcs] : pop[p*NumVcs+:NumVcs])
    );
  end

  logic nominates;
  assign nominates = nomination_i == router_pkg::NominationOldest;
  for (genvar r = 0; r < NumRequesters; r++) begin : gen_room
    logic [NumVcs-1:0] room;
    logic [NumVcs*router_pkg::CountLane-1:0] left;
    logic [flit_pkg::LengthWidth-1:0] need;
    request_need #(
      .Bubble       (Bubble),
      .NumDimensions(NumDimensions),
      .InPort       (r / NumVcs),
      .PortWidth    (PortWidth)
    ) u_request_need (
      .bubble_i  (bubble),
      .wrap_i,
      .out_port_i(out_port[r*PortWidth+:PortWidth]),
      .length_i  (length[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth]),
      .need_o    (need)
    );
    request_room #(
      .NumVcs  (NumVcs),
      .NumPorts(NumPorts)
    ) u_request_room (
      .request_i  (request[r]),
      .out_port_i (out_port[r*PortWidth+:PortWidth]),
      .vc_mask_i  (vc_mask[r*NumVcs+:NumVcs]),
      .length_i   (need),
      .available_i(available),
      .room_o     (room),
      .vc_o       (vc_with_room[r*NumVcs+:NumVcs]),
      .left_o     (left)
    );
    room_after_grant #(
      .NumVcs  (NumVcs),
      .NumPorts(NumPorts)
    ) u_room_after_grant (
      .clk_i,
      .rst_ni,
      .enable_i  (nominates),
      .out_port_i(out_port[r*PortWidth+:PortWidth]),
      .room_i    (room),
      .left_i    (left),
      .take_i    (take),
      .length_i  (take_length),
      .has_room_o(still_has_room[r])
    );
    assign has_room[r] = |room;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) vc_with_room_q <= {(NumRequesters * NumVcs) {1'b0}};
    else vc_with_room_q <= vc_with_room;
  end

  switch_allocator #(
    .NumVcs      (NumVcs),
    .NumPorts    (NumPorts),
    .NumLinkPorts(2 * NumDimensions)
  ) u_switch_allocator (
    .clk_i,
    .rst_ni,
    .arbiter_i,
    .transfers_i,
    .nomination_i,
    .stated_i       (request),
    .request_i      (has_room),
    .out_port_i     (out_port),
    .age_i          (age),
    .routed_before_i(routed_before),
    .input_busy_i   (input_busy),
    .output_busy_i  (output_busy),
    .has_room_i     (still_has_room),
    .held_i         (output_source),
    .offered_o      (offered),
    .granted_o      (granted),
    .may_grant_o    (may_grant),
    .output_granted_o(output_granted),
    .grant_o        (grant),
    .move_o         (move)
  );

  for (genvar o = 0; o < NumPorts; o++) begin : gen_output
    logic [flit_pkg::LengthWidth-1:0] flits;
    logic [flit_pkg::LengthWidth-1:0] taken;
    logic packets;
    assign packets = bubble && o < 2 * NumDimensions;
    assign taken = packets ? {{(flit_pkg::LengthWidth - 1) {1'b0}}, 1'b1} : flits;
    assign take_length[o*router_pkg::CountLane+:router_pkg::CountLane] =
        {{(router_pkg::CountLane - flit_pkg::LengthWidth) {1'b0}}, taken};

    output_port #(
      .NumVcs       (NumVcs),
      .Bubble       (Bubble),
      .NumRequesters(NumRequesters)
    ) u_output_port (
      .clk_i,
      .rst_ni,
      .turnaround_i,
      .may_grant_i (may_grant[o]),
      .granted_i   (output_granted[o]),
      .grant_i     (grant[o*NumRequesters+:NumRequesters]),
      .move_i      (move[o*NumRequesters+:NumRequesters]),
      .vc_i        (vc_with_room_q),
      .length_i    (length),
      .take_o      (take[o*NumVcs+:NumVcs]),
      .length_o    (flits),
      .data_i      (data),
      .source_o    (output_source[o*NumRequesters+:NumRequesters]),
      .tail_o      (output_tail[o*NumRequesters+:NumRequesters]),
      .input_busy_o(output_input_busy[o*NumRequesters+:NumRequesters]),
      .busy_o      (output_busy[o]),
      .flit_o      (flit_o[o*flit_pkg::FlitWidth+:flit_pkg::FlitWidth])
    );
    credit_pool #(
      .NumVcs(NumVcs)
    ) u_credit_pool (
      .clk_i,
      .rst_ni,
      .capacity_i (packets ? rooms_i : o < 2 * NumDimensions ? vc_buffer_i : receive_buffer_i),
      .credit_i   (credit_i[o*flit_pkg::CreditPortWidth+:flit_pkg::CreditPortWidth]),
      .take_i     (take[o*NumVcs+:NumVcs]),
      .length_i   (taken),
      .available_o(available[o*NumVcs*router_pkg::CountLane+:NumVcs*router_pkg::CountLane])
    );
  end

  always_comb begin
    moving = {NumRequesters{1'b0}};
    tail = {NumRequesters{1'b0}};
    input_busy = {NumRequesters{1'b0}};
    for (int o = 0; o < NumPorts; o++) begin
      tail = tail | output_tail[o*NumRequesters+:NumRequesters];
      moving = moving | output_source[o*NumRequesters+:NumRequesters];
      input_busy = input_busy | output_input_busy[o*NumRequesters+:NumRequesters];
    end
  end
  assign pop = granted | moving;

endmodule
