`include "common/assert.svh"

// SA: each free output picks among the requests for it that have room and a free input side.
// Outputs are served one after the other, at the first edge after reset from number 1 on, and at
// each edge one number further: an input side that one has taken is no longer free for the next.
module switch_allocator #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumPorts = 8,
  parameter int unsigned PortWidth = $clog2(NumPorts),
  parameter int unsigned NumRequesters = NumPorts * NumVcs
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  router_pkg::arbiter_e                        arbiter_i,
  input  router_pkg::transfers_e                      transfers_i,
  // By requester, number in_port * NumVcs + vc: there is a request that has room, and for which
  // output.
  input  logic [NumRequesters-1:0]                    request_i,
  input  logic [NumRequesters*PortWidth-1:0]          out_port_i,
  input  logic [NumRequesters*flit_pkg::AgeWidth-1:0] age_i,
  // Requesters and outputs with a transfer that goes on after this edge.
  input  logic [NumRequesters-1:0]                    input_busy_i,
  input  logic [NumPorts-1:0]                         output_busy_i,
  // By output: the requester that it is given to, one-hot or none.
  output logic [NumPorts*NumRequesters-1:0]           grant_o
);

  // A port that feeds one packet at a time is busy as a whole.
  logic [NumRequesters-1:0] side_busy;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_side
    logic [NumVcs-1:0] busy;
    assign busy = input_busy_i[p*NumVcs+:NumVcs];
    assign side_busy[p*NumVcs+:NumVcs] =
        transfers_i == router_pkg::TransfersPort ? {NumVcs{|busy}} : busy;
  end

  // The number of the output that each of them wants, by bit.
  logic [NumRequesters-1:0] ready;
  logic [PortWidth*NumRequesters-1:0] wanted;
  assign ready = request_i & ~side_busy;
  always_comb begin
    wanted = {(PortWidth * NumRequesters) {1'b0}};
    for (int r = 0; r < NumRequesters; r++) begin
      if (ready[r]) begin
        for (int b = 0; b < PortWidth; b++) wanted[b*NumRequesters+r] = out_port_i[r*PortWidth+b];
      end
    end
  end

  logic oldest_first;
  assign oldest_first = arbiter_i == router_pkg::ArbiterOldestFirst;

  logic [NumRequesters*NumRequesters-1:0] older;
  age_order #(
    .NumRequesters(NumRequesters)
  ) u_age_order (
    .enable_i(oldest_first),
    .age_i,
    .before_o(older)
  );

  // Output that is served first.
  localparam int unsigned LastPortNumber = NumPorts - 1;
  localparam logic [PortWidth-1:0] LastPort = LastPortNumber[PortWidth-1:0];
  logic [PortWidth-1:0] first_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= {{(PortWidth - 1) {1'b0}}, 1'b1};
    else first_q <= first_q == LastPort ? {PortWidth{1'b0}} : first_q + 1'b1;
  end

  // Of the outputs' arbiters.
  logic [NumPorts*NumRequesters-1:0] state_q;
  logic [NumPorts*NumRequesters-1:0] stage_grant;
  logic [NumPorts*NumRequesters-1:0] stage_state;

  for (genvar k = 0; k < NumPorts; k++) begin : gen_stage
    logic [PortWidth-1:0] served;
    logic [NumRequesters-1:0] taken;
    logic [NumRequesters-1:0] request;
    logic [NumRequesters-1:0] grant;

    turned_port #(
      .NumPorts(NumPorts),
      .Turn    (k)
    ) u_served (
      .port_i(first_q),
      .port_o(served)
    );
    always_comb begin
      request = output_busy_i[served] ? {NumRequesters{1'b0}} : ready & ~taken;
      for (int b = 0; b < PortWidth; b++) begin
        request = request & ~(wanted[b*NumRequesters+:NumRequesters] ^ {NumRequesters{served[b]}});
      end
    end

    output_arbiter #(
      .NumRequesters(NumRequesters)
    ) u_output_arbiter (
      .arbiter_i,
      .request_i(request),
      .before_i (older),
      .state_i  (state_q[served*NumRequesters+:NumRequesters]),
      .grant_o  (grant),
      .state_o  (stage_state[k*NumRequesters+:NumRequesters])
    );
    assign stage_grant[k*NumRequesters+:NumRequesters] = grant;
`ifndef FORMAL
    // A proof has ages of all kinds, also such as are each before the next in a circle.
    `ASSERT(RequestsAreAnswered, (request != 0) == (grant != 0))
`endif

    if (k == 0) begin : gen_first
      assign taken = {NumRequesters{1'b0}};
    end else begin : gen_next
      for (genvar p = 0; p < NumPorts; p++) begin : gen_side
        logic [NumVcs-1:0] given;
        assign given = gen_stage[k-1].grant[p*NumVcs+:NumVcs];
        assign taken[p*NumVcs+:NumVcs] =
            gen_stage[k-1].taken[p*NumVcs+:NumVcs]
            | (transfers_i == router_pkg::TransfersPort ? {NumVcs{|given}} : given);
      end
    end
  end

  // Back from the order of service to that of the outputs.
  for (genvar o = 0; o < NumPorts; o++) begin : gen_result
    logic [PortWidth-1:0] stage;
    logic [NumRequesters-1:0] grant;
    turn_of_port #(
      .NumPorts(NumPorts),
      .Port    (o)
    ) u_stage (
      .first_i(first_q),
      .turn_o (stage)
    );
    assign grant = stage_grant[stage*NumRequesters+:NumRequesters];
    assign grant_o[o*NumRequesters+:NumRequesters] = grant;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        state_q[o*NumRequesters+:NumRequesters] <= {NumRequesters{1'b1}};
      end else if (|grant) begin
        state_q[o*NumRequesters+:NumRequesters] <= stage_state[stage*NumRequesters+:NumRequesters];
      end
    end
    `ASSERT(OneGrantPerOutput, (grant & (grant - 1'b1)) == 0)
    `ASSERT(OnlyFreeOutputs, grant == 0 || !output_busy_i[o])
  end

`ifndef SYNTHESIS
  // By input side, all that it is given.
  for (genvar p = 0; p < NumPorts; p++) begin : gen_check
    logic [NumPorts*NumVcs-1:0] given;
    for (genvar o = 0; o < NumPorts; o++) begin : gen_output
      assign given[o*NumVcs+:NumVcs] = grant_o[o*NumRequesters+p*NumVcs+:NumVcs];
    end
    `ASSERT(OneGrantPerInputPort,
            transfers_i != router_pkg::TransfersPort || (given & (given - 1'b1)) == 0)
    `ASSERT(OnlyFreeInputs, (given & {NumPorts{side_busy[p*NumVcs+:NumVcs]}}) == 0)
  end
`endif

endmodule
