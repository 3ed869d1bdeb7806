`include "common/assert.svh"

// SA: each free output picks among the requests for it that have room and a free input side.
// Outputs are served one after the other, at the first edge after reset from number 1 on, and at
// each edge one number further: an input side that one has taken is no longer free for the next.
//
// Stage k serves the output that is k places after the first one. What an output has to remember
// moves from stage to stage with it, so that no stage looks for it.
module switch_allocator #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumPorts = 8,
  // The lower ports, with through traffic; the others are ports of NICs.
  parameter int unsigned NumLinkPorts = 4,
  parameter int unsigned PortWidth = $clog2(NumPorts),
  parameter int unsigned NumRequesters = NumPorts * NumVcs
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  router_pkg::arbiter_kind_e                   arbiter_i,
  input  router_pkg::transfers_e                      transfers_i,
  input  router_pkg::nomination_e                     nomination_i,
  // By requester, number in_port * NumVcs + vc: there is a request that has room, and for which
  // output.
  input  logic [NumRequesters-1:0]                    request_i,
  input  logic [NumRequesters*PortWidth-1:0]          out_port_i,
  input  logic [NumRequesters*flit_pkg::AgeWidth-1:0] age_i,
  // By input port, bit [i * NumVcs + j]: the packet of VC j was routed before that of VC i.
  input  logic [NumPorts*NumVcs*NumVcs-1:0]           routed_before_i,
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

  // Of a port that nominates the packet that was routed first; of another one all that are ready.
  logic [NumRequesters-1:0] ready;
  logic [NumRequesters-1:0] offered;
  assign ready = request_i & ~side_busy;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_nomination
    logic [NumVcs-1:0] nominee;
    age_arbiter #(
      .NumRequesters(NumVcs)
    ) u_nomination (
      .request_i(ready[p*NumVcs+:NumVcs]),
      .before_i (routed_before_i[p*NumVcs*NumVcs+:NumVcs*NumVcs]),
      .grant_o  (nominee)
    );
    assign offered[p*NumVcs+:NumVcs] =
        nomination_i == router_pkg::NominationOldest ? nominee : ready[p*NumVcs+:NumVcs];
  end

  // The number of the output that each of them wants, by bit.
  logic [PortWidth*NumRequesters-1:0] wanted;
  always_comb begin
    wanted = {(PortWidth * NumRequesters) {1'b0}};
    for (int r = 0; r < NumRequesters; r++) begin
      if (offered[r]) begin
        for (int b = 0; b < PortWidth; b++) wanted[b*NumRequesters+r] = out_port_i[r*PortWidth+b];
      end
    end
  end

  // What the kind of the arbiter is made of.
  localparam logic [NumRequesters-1:0] Nics = {NumRequesters{1'b1}} << (NumLinkPorts * NumVcs);
  logic nics_first;
  logic links_first;
  logic two_classes;
  logic has_ages;
  logic has_matrix;
  logic always_in_order;
  assign nics_first = arbiter_i == router_pkg::KindInjectionFirst
                   || arbiter_i == router_pkg::KindInjectionFirstCome;
  assign links_first = arbiter_i == router_pkg::KindThroughFirst;
  assign two_classes = nics_first || links_first;
  assign has_matrix = arbiter_i == router_pkg::KindMatrix;
  assign always_in_order = arbiter_i == router_pkg::KindOldestFirst
                        || arbiter_i == router_pkg::KindFirstCome || has_matrix;
  assign has_ages = (always_in_order && !has_matrix)
                 || arbiter_i == router_pkg::KindInjectionFirstCome;

  logic [NumRequesters*NumRequesters-1:0] older;
  age_order #(
    .NumRequesters(NumRequesters)
  ) u_age_order (
    .enable_i(has_ages),
    .age_i,
    .before_o(older)
  );

  // By stage: the output that it serves. By output: the stage that serves it.
  localparam int unsigned LastPortNumber = NumPorts - 1;
  localparam logic [PortWidth-1:0] LastPort = LastPortNumber[PortWidth-1:0];
  logic [NumPorts*PortWidth-1:0] served_q;
  logic [NumPorts*PortWidth-1:0] stage_q;
  for (genvar k = 0; k < NumPorts; k++) begin : gen_turn
    // At the first edge after reset.
    localparam int unsigned ServedNumber = (k + 1) % NumPorts;
    localparam int unsigned StageNumber = (k + NumPorts - 1) % NumPorts;
    localparam logic [PortWidth-1:0] Served = ServedNumber[PortWidth-1:0];
    localparam logic [PortWidth-1:0] Stage = StageNumber[PortWidth-1:0];
    logic [PortWidth-1:0] served;
    logic [PortWidth-1:0] stage;
    assign served = served_q[k*PortWidth+:PortWidth];
    assign stage = stage_q[k*PortWidth+:PortWidth];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        served_q[k*PortWidth+:PortWidth] <= Served;
        stage_q[k*PortWidth+:PortWidth] <= Stage;
      end else begin
        served_q[k*PortWidth+:PortWidth] <=
            served == LastPort ? {PortWidth{1'b0}} : served + 1'b1;
        stage_q[k*PortWidth+:PortWidth] <=
            stage == {PortWidth{1'b0}} ? LastPort : stage - 1'b1;
      end
    end
  end

  // By stage, of its output: the state of the arbiter, and who was served longest ago.
  localparam int unsigned NumPairs = NumRequesters * (NumRequesters - 1) / 2;
  logic [NumPorts*NumRequesters-1:0] state_q;
  logic [NumPorts*NumRequesters-1:0] state;
  logic [NumPorts*NumPairs-1:0] order_q;
  logic [NumPorts*NumPairs-1:0] order;
  logic [NumPorts*NumRequesters-1:0] stage_grant;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= {(NumPorts * NumRequesters) {1'b1}};
      order_q <= {(NumPorts * NumPairs) {1'b1}};
    end else begin
      state_q <= {state[NumRequesters-1:0], state[NumPorts*NumRequesters-1:NumRequesters]};
      if (has_matrix) order_q <= {order[NumPairs-1:0], order[NumPorts*NumPairs-1:NumPairs]};
    end
  end

  for (genvar k = 0; k < NumPorts; k++) begin : gen_stage
    logic [PortWidth-1:0] served;
    logic [NumRequesters-1:0] taken;
    logic [NumRequesters-1:0] request;
    logic [NumRequesters-1:0] grant;
    assign served = served_q[k*PortWidth+:PortWidth];
    always_comb begin
      request = output_busy_i[served] ? {NumRequesters{1'b0}} : offered & ~taken;
      for (int b = 0; b < PortWidth; b++) begin
        request = request & ~(wanted[b*NumRequesters+:NumRequesters] ^ {NumRequesters{served[b]}});
      end
    end

    // Where there are two classes, one of them goes before the other.
    logic nics_ask;
    logic links_ask;
    logic [NumRequesters-1:0] contenders;
    router_pkg::arbiter_e choice;
    assign nics_ask = |(request & Nics);
    assign links_ask = |(request & ~Nics);
    assign contenders = request & ~(nics_first && nics_ask ? ~Nics : {NumRequesters{1'b0}})
                                & ~(links_first && links_ask ? Nics : {NumRequesters{1'b0}});
    assign choice = always_in_order
                 || (arbiter_i == router_pkg::KindInjectionFirstCome && !nics_ask)
        ? router_pkg::ArbiterOldestFirst : router_pkg::ArbiterRoundRobin;

    logic [NumRequesters*NumRequesters-1:0] in_front;
    logic [NumRequesters*NumRequesters-1:0] served_before;
    matrix_order #(
      .NumRequesters(NumRequesters)
    ) u_matrix_order (
      .enable_i(has_matrix),
      .order_i (order_q[k*NumPairs+:NumPairs]),
      .grant_i (grant),
      .before_o(served_before),
      .order_o (order[k*NumPairs+:NumPairs])
    );
    assign in_front = has_matrix ? served_before : older;

    logic [NumRequesters-1:0] state_now;
    logic [NumRequesters-1:0] state_then;
    logic [NumRequesters-1:0] moves;
    assign state_now = state_q[k*NumRequesters+:NumRequesters];
    output_arbiter #(
      .NumRequesters(NumRequesters)
    ) u_output_arbiter (
      .arbiter_i(choice),
      .request_i(contenders),
      .before_i (in_front),
      .state_i  (state_now),
      .grant_o  (grant),
      .state_o  (state_then)
    );
    // Each class has the bits of its requesters, and a grant moves those of its own class.
    always_comb begin
      moves = {NumRequesters{|grant}};
      if (two_classes) moves = moves & (|(grant & Nics) ? Nics : ~Nics);
    end
    assign state[k*NumRequesters+:NumRequesters] = (state_then & moves) | (state_now & ~moves);
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
    assign stage = stage_q[o*PortWidth+:PortWidth];
    assign grant = stage_grant[stage*NumRequesters+:NumRequesters];
    assign grant_o[o*NumRequesters+:NumRequesters] = grant;
`ifdef FORMAL
    `ASSERT(StageServesIt, stage <= LastPort && served_q[stage*PortWidth+:PortWidth] == o)
`endif
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
