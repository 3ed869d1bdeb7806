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
  logic nominates;
  assign ready = request_i & ~side_busy;
  assign nominates = nomination_i == router_pkg::NominationOldest;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_nomination
    logic [NumVcs-1:0] nominee;
    age_arbiter #(
      .NumRequesters(NumVcs)
    ) u_nomination (
      .request_i(nominates ? ready[p*NumVcs+:NumVcs] : {NumVcs{1'b0}}),
      .before_i (routed_before_i[p*NumVcs*NumVcs+:NumVcs*NumVcs]),
      .grant_o  (nominee)
    );
    assign offered[p*NumVcs+:NumVcs] = nominates ? nominee : ready[p*NumVcs+:NumVcs];
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
                        || arbiter_i == router_pkg::KindFirstCome;
  assign has_ages = always_in_order || arbiter_i == router_pkg::KindInjectionFirstCome;

  logic [NumRequesters*NumRequesters-1:0] older;
  age_order #(
    .NumRequesters(NumRequesters)
  ) u_age_order (
    .enable_i(has_ages),
    .age_i,
    .before_o(older)
  );

  localparam int unsigned LastPortNumber = NumPorts - 1;
  localparam logic [PortWidth-1:0] LastPort = LastPortNumber[PortWidth-1:0];
  // What a stage has to remember of its output: the state of the arbiter, and who was served
  // longest ago.
  localparam int unsigned NumPairs = NumRequesters * (NumRequesters - 1) / 2;
  logic [NumPorts*NumRequesters-1:0] stage_grant;
`ifdef FORMAL
  logic [NumPorts*PortWidth-1:0] all_served;
`endif

  for (genvar k = 0; k < NumPorts; k++) begin : gen_kept
    logic [PortWidth-1:0] served_q;
    logic [NumRequesters-1:0] state_q;
    logic [NumPairs-1:0] order_q;
  end

  for (genvar k = 0; k < NumPorts; k++) begin : gen_stage
    logic [NumRequesters-1:0] taken;
    logic [NumRequesters-1:0] request;
    logic [NumRequesters-1:0] grant;
    logic [NumRequesters-1:0] state;
    logic [NumPairs-1:0] order;
    logic [PortWidth-1:0] served;
    assign served = gen_kept[k].served_q;
    always_comb begin
      request = output_busy_i[served] ? {NumRequesters{1'b0}} : offered & ~taken;
      for (int b = 0; b < PortWidth; b++) begin
        request = request & ~(wanted[b*NumRequesters+:NumRequesters] ^ {NumRequesters{served[b]}});
      end
    end

    // Where there are two classes, one of them goes before the other.
    logic nics_ask;
    logic [NumRequesters-1:0] contenders;
    router_pkg::arbiter_e choice;
    assign nics_ask = |(request & Nics);
    assign contenders = request & ~(nics_first && nics_ask ? ~Nics : {NumRequesters{1'b0}})
        & ~(links_first && |(request & ~Nics) ? Nics : {NumRequesters{1'b0}});
    assign choice = always_in_order
                 || (arbiter_i == router_pkg::KindInjectionFirstCome && !nics_ask)
        ? router_pkg::ArbiterOldestFirst : router_pkg::ArbiterRoundRobin;

    logic [NumRequesters-1:0] chosen;
    logic [NumRequesters-1:0] served_longest_ago;
    logic [NumRequesters-1:0] state_then;
    logic [NumRequesters-1:0] moves;
    output_arbiter #(
      .NumRequesters(NumRequesters)
    ) u_output_arbiter (
      .arbiter_i(choice),
      .request_i(contenders),
      .before_i (older),
      .state_i  (gen_kept[k].state_q),
      .grant_o  (chosen),
      .state_o  (state_then)
    );
    matrix_arbiter #(
      .NumRequesters(NumRequesters)
    ) u_matrix_arbiter (
      .enable_i (has_matrix),
      .request_i(request),
      .order_i  (gen_kept[k].order_q),
      .grant_o  (served_longest_ago),
      .order_o  (order)
    );
    assign grant = has_matrix ? served_longest_ago : chosen;
    // Each class has the bits of its requesters, and a grant moves those of its own class.
    always_comb begin
      state = gen_kept[k].state_q;
      moves = {NumRequesters{1'b0}};
      if (|grant) begin
        moves = {NumRequesters{1'b1}};
        if (two_classes) moves = |(grant & Nics) ? Nics : ~Nics;
        state = (state_then & moves) | (state & ~moves);
      end
    end
    assign stage_grant[k*NumRequesters+:NumRequesters] = grant;
`ifdef FORMAL
    assign all_served[k*PortWidth+:PortWidth] = served;
`else
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

  // At the next edge a stage serves the output that the stage after it serves now.
  for (genvar k = 0; k < NumPorts; k++) begin : gen_turn
    localparam int unsigned Next = (k + 1) % NumPorts;
    localparam logic [PortWidth-1:0] FirstServed = Next[PortWidth-1:0];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        gen_kept[k].served_q <= FirstServed;
        gen_kept[k].state_q <= {NumRequesters{1'b1}};
        gen_kept[k].order_q <= {NumPairs{1'b1}};
      end else begin
        gen_kept[k].served_q <= gen_stage[k].served == LastPort ? {PortWidth{1'b0}}
                                                                : gen_stage[k].served + 1'b1;
        gen_kept[k].state_q <= gen_stage[Next].state;
        if (has_matrix) gen_kept[k].order_q <= gen_stage[Next].order;
      end
    end
  end

  // Back from the order of service to that of the outputs.
  for (genvar o = 0; o < NumPorts; o++) begin : gen_result
    localparam int unsigned FirstStageNumber = (o + NumPorts - 1) % NumPorts;
    localparam logic [PortWidth-1:0] FirstStage = FirstStageNumber[PortWidth-1:0];
    logic [PortWidth-1:0] stage_q;
    logic [NumRequesters-1:0] grant;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) stage_q <= FirstStage;
      else stage_q <= stage_q == {PortWidth{1'b0}} ? LastPort : stage_q - 1'b1;
    end
    assign grant = stage_grant[stage_q*NumRequesters+:NumRequesters];
    assign grant_o[o*NumRequesters+:NumRequesters] = grant;
`ifdef FORMAL
    `ASSERT(StageServesIt, stage_q <= LastPort && all_served[stage_q*PortWidth+:PortWidth] == o)
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
