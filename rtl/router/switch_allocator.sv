`include "common/assert.svh"

// SA: each free output picks among the requests for it that have room and a free input side.
// Outputs are served one after the other, at edge g from number g modulo NumPorts on: an input side
// that one has taken is no longer free for the next.
//
// A grant of edge g takes two cycles (decision 0041). In the one before the edge every output finds
// the best request of each input port, and the order of these: neither depends on what is granted at
// the edge before, because an output and an input port that are given away then are busy at g. In the
// one after the edge the grants run through the outputs.
//
// Stage k of the chain serves the output that is k places after the first one. What an output has to
// remember moves from stage to stage with it, so that no stage looks for it.
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
  // Before the edge, by requester, number in_port * NumVcs + vc: there is a request; it has room if
  // nothing is granted at the edge before, which is known late; for which output.
  input  logic [NumRequesters-1:0]                    stated_i,
  input  logic [NumRequesters-1:0]                    request_i,
  input  logic [NumRequesters*PortWidth-1:0]          out_port_i,
  input  logic [NumRequesters*flit_pkg::AgeWidth-1:0] age_i,
  // By input port, bit [i * NumVcs + j]: the packet of VC j was routed before that of VC i.
  input  logic [NumPorts*NumVcs*NumVcs-1:0]           routed_before_i,
  // Requesters and outputs with a transfer that goes on after the edge; those of the edge before
  // are not yet among them.
  input  logic [NumRequesters-1:0]                    input_busy_i,
  input  logic [NumPorts-1:0]                         output_busy_i,
  // After the edge, by requester: a request that had room has it still, whatever was granted at the
  // edge before.
  input  logic [NumRequesters-1:0]                    has_room_i,
  // Requesters that may be granted, known early; those that are.
  output logic [NumRequesters-1:0]                    offered_o,
  output logic [NumRequesters-1:0]                    granted_o,
  // By output: requesters with a transfer through it after the edge, but those of the grants below.
  input  logic [NumPorts*NumRequesters-1:0]           held_i,
  // By output: it may be given to somebody, known early; it is; to whom, one-hot or none; whose flit
  // it sends.
  output logic [NumPorts-1:0]                         may_grant_o,
  output logic [NumPorts-1:0]                         output_granted_o,
  output logic [NumPorts*NumRequesters-1:0]           grant_o,
`ifdef FORMAL
  // The output that is served first.
  output logic [PortWidth-1:0]                        first_o,
`endif
  output logic [NumPorts*NumRequesters-1:0]           move_o
);

  localparam int unsigned LastPortNumber = NumPorts - 1;
  localparam logic [PortWidth-1:0] LastPort = LastPortNumber[PortWidth-1:0];
  localparam int unsigned NumPairs = NumRequesters * (NumRequesters - 1) / 2;
  localparam int unsigned NumAll = NumRequesters * NumRequesters;

  logic per_port;
  logic nominates;
  logic has_matrix;
  logic has_ages;
  assign per_port = transfers_i == router_pkg::TransfersPort;
  assign nominates = nomination_i == router_pkg::NominationOldest;
  assign has_matrix = arbiter_i == router_pkg::KindMatrix;
  assign has_ages = arbiter_i == router_pkg::KindOldestFirst
                 || arbiter_i == router_pkg::KindFirstCome
                 || arbiter_i == router_pkg::KindInjectionFirstCome;

  // By stage of the chain, as it stands after the edge.
  logic [NumPorts*NumRequesters-1:0] stage_best;
  logic [NumPorts-1:0] stage_granted;
  logic [NumPorts*NumRequesters-1:0] stage_grant;

  // Before the edge.

  // A port that feeds one packet at a time is busy as a whole.
  logic [NumRequesters-1:0] side_busy;
  logic [NumRequesters-1:0] ready;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_side
    logic [NumVcs-1:0] busy;
    assign busy = input_busy_i[p*NumVcs+:NumVcs];
    assign side_busy[p*NumVcs+:NumVcs] = per_port ? {NumVcs{|busy}} : busy;
  end
  assign ready = request_i & ~side_busy;

  // The number of the output that each of them wants, by bit.
  logic [PortWidth*NumRequesters-1:0] wanted;
  always_comb begin
    wanted = {(PortWidth * NumRequesters) {1'b0}};
    if (|stated_i) begin
      for (int r = 0; r < NumRequesters; r++) begin
        for (int b = 0; b < PortWidth; b++) wanted[b*NumRequesters+r] = out_port_i[r*PortWidth+b];
      end
    end
  end

  logic [NumAll-1:0] older;
  age_order #(
    .NumRequesters(NumRequesters)
  ) u_age_order (
    .enable_i(has_ages),
    .age_i,
    .before_o(older)
  );

  // By stage: which output it serves at this edge, and what that has to remember: the state of the
  // arbiter, and who was served longest ago.
  for (genvar k = 0; k < NumPorts; k++) begin : gen_kept
    logic [PortWidth-1:0] served_q;
    logic [NumRequesters-1:0] state_q;
    logic [NumPairs-1:0] pairs_q;
    // Candidates for this output, and ports that stay free whoever is given it.
    logic [NumRequesters-1:0] best_q;
    logic [NumPorts*NumPorts-1:0] before_q;
    logic [NumPorts-1:0] keeps_q;
    // VCs whose packets are nominated instead of a candidate.
    logic [NumVcs*NumPorts-1:0] instead_q;
  end

  // Of each output the stage that it has at this edge; that was its at the next edge is one before.
  for (genvar k = 0; k < NumPorts; k++) begin : gen_output
    logic [PortWidth-1:0] served;
    logic asked;
    logic [NumRequesters-1:0] wants_it;
    logic [NumRequesters-1:0] best;
    logic [NumPorts*NumPorts-1:0] precedes;
    logic [NumVcs*NumPorts-1:0] instead;
    logic [NumRequesters-1:0] state;
    logic [NumPairs-1:0] pairs;
    assign served = gen_kept[k].served_q;
    always_comb begin
      wants_it = output_busy_i[served] ? {NumRequesters{1'b0}} : stated_i;
      for (int b = 0; b < PortWidth; b++) begin
        wants_it = wants_it & ~(wanted[b*NumRequesters+:NumRequesters] ^ {NumRequesters{served[b]}});
      end
    end
    assign asked = |wants_it;
    output_candidates #(
      .NumVcs      (NumVcs),
      .NumPorts    (NumPorts),
      .NumLinkPorts(NumLinkPorts)
    ) u_candidates (
      .arbiter_i,
      .nominates_i(nominates),
      .asked_i    (asked),
      .want_i     (wants_it & ready),
      .has_room_i (request_i),
      .older_i    (older),
      .routed_before_i,
      .state_i    (gen_kept[k].state_q),
      .pairs_i    (gen_kept[k].pairs_q),
      .best_o     (best),
      .before_o   (precedes),
      .instead_o  (instead),
      .granted_i  (stage_granted[k]),
      .grant_i    (stage_grant[k*NumRequesters+:NumRequesters]),
      .state_o    (state),
      .pairs_o    (pairs)
    );
  end

  // At the next edge a stage serves the output that the stage after it serves now. An output that is
  // given away now has no candidates then.
  for (genvar k = 0; k < NumPorts; k++) begin : gen_turn
    localparam int unsigned Next = (k + 1) % NumPorts;
    localparam logic [PortWidth-1:0] FirstServed = k[PortWidth-1:0];
    logic free;
    logic [NumPorts-1:0] keeps;
    assign free = !stage_granted[Next];
    always_comb begin
      keeps = {NumPorts{1'b1}};
      if (per_port && free && gen_output[Next].asked) begin
        for (int p = 0; p < NumPorts; p++) keeps[p] = gen_output[Next].best[p*NumVcs+:NumVcs] == 0;
      end
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        gen_kept[k].served_q <= FirstServed;
        gen_kept[k].state_q <= {NumRequesters{1'b1}};
        gen_kept[k].pairs_q <= {NumPairs{1'b1}};
        gen_kept[k].best_q <= {NumRequesters{1'b0}};
        gen_kept[k].before_q <= {(NumPorts * NumPorts) {1'b0}};
        gen_kept[k].keeps_q <= {NumPorts{1'b1}};
        gen_kept[k].instead_q <= {(NumVcs * NumPorts) {1'b0}};
      end else begin
        gen_kept[k].served_q <= gen_output[k].served == LastPort ? {PortWidth{1'b0}}
                                                                 : gen_output[k].served + 1'b1;
        gen_kept[k].state_q <= gen_output[Next].state;
        if (has_matrix) gen_kept[k].pairs_q <= gen_output[Next].pairs;
        gen_kept[k].best_q <= free ? gen_output[Next].best : {NumRequesters{1'b0}};
        gen_kept[k].before_q <= gen_output[Next].precedes;
        gen_kept[k].keeps_q <= keeps;
        if (nominates) gen_kept[k].instead_q <= gen_output[Next].instead;
      end
    end
  end

  // After the edge.

  // A port that nominates another packet has no candidate, and is no rival.
  logic [NumVcs*NumPorts-1:0] has_room;
  logic [NumPorts*NumPorts-1:0] keeps;
  logic [NumPorts*NumPorts*NumPorts-1:0] precedes;
  always_comb begin
    for (int p = 0; p < NumPorts; p++) begin
      for (int v = 0; v < NumVcs; v++) has_room[v*NumPorts+p] = has_room_i[p*NumVcs+v];
    end
  end
  for (genvar k = 0; k < NumPorts; k++) begin : gen_offer
    logic [NumVcs*NumPorts-1:0] nominated;
    logic [NumPorts-1:0] absent;
    assign nominated = gen_kept[k].instead_q & has_room;
    always_comb begin
      absent = {NumPorts{1'b0}};
      for (int v = 0; v < NumVcs; v++) absent = absent | nominated[v*NumPorts+:NumPorts];
    end
    assign keeps[k*NumPorts+:NumPorts] = gen_kept[k].keeps_q | absent;
    assign precedes[k*NumPorts*NumPorts+:NumPorts*NumPorts] =
        gen_kept[k].before_q & ~{NumPorts{absent}};
    for (genvar p = 0; p < NumPorts; p++) begin : gen_port
      assign stage_best[k*NumRequesters+p*NumVcs+:NumVcs] =
          gen_kept[k].best_q[p*NumVcs+:NumVcs] & ~{NumVcs{absent[p]}};
    end
  end

  // By requester, of all stages: known early, whom a grant may go to; known late, to whom it does.
  for (genvar k = 0; k < NumPorts; k++) begin : gen_all
    logic [NumRequesters-1:0] offered;
    logic [NumRequesters-1:0] granted;
    if (k == 0) begin : gen_first
      assign offered = gen_kept[k].best_q;
      assign granted = stage_grant[0+:NumRequesters];
    end else begin : gen_next
      assign offered = gen_all[k-1].offered | gen_kept[k].best_q;
      assign granted = gen_all[k-1].granted | stage_grant[k*NumRequesters+:NumRequesters];
    end
  end
  assign offered_o = gen_all[NumPorts-1].offered;
  assign granted_o = gen_all[NumPorts-1].granted;

  // The stage of each output.
  logic [NumPorts*PortWidth-1:0] stage_q;
  logic [NumPorts-1:0] may_grant;
  for (genvar k = 0; k < NumPorts; k++) begin : gen_may
    assign may_grant[k] = |gen_kept[k].best_q;
  end
  for (genvar o = 0; o < NumPorts; o++) begin : gen_stage
    localparam logic [PortWidth-1:0] FirstStage = o[PortWidth-1:0];
    logic [PortWidth-1:0] stage;
    assign stage = stage_q[o*PortWidth+:PortWidth];
    assign may_grant_o[o] = may_grant[stage];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) stage_q[o*PortWidth+:PortWidth] <= FirstStage;
      else stage_q[o*PortWidth+:PortWidth] <= stage == {PortWidth{1'b0}} ? LastPort : stage - 1'b1;
    end
  end

  // Input ports that were given nothing at the last edge.
  logic [NumPorts-1:0] free_q;
  logic [NumPorts-1:0] free;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) free_q <= {NumPorts{1'b1}};
    else free_q <= ~free_q | free;
  end
  grant_chain #(
    .NumPorts(NumPorts),
    .NumVcs  (NumVcs)
  ) u_grant_chain (
    .enable_i        (|offered_o),
    .best_i          (stage_best),
    .before_i        (precedes),
    .keeps_i         (keeps),
    .free_i          (free_q),
    .stage_i         (stage_q),
    .held_i,
    .granted_o       (stage_granted),
    .grant_o         (stage_grant),
    .output_granted_o,
    .output_grant_o  (grant_o),
    .move_o,
    .free_o          (free)
  );

`ifdef FORMAL
  // Which stage serves which output.
  assign first_o = gen_kept[0].served_q;
  for (genvar k = 0; k < NumPorts; k++) begin : gen_check_turn
    `ASSERT(TurnsTogether, gen_kept[k].served_q == (first_o + k) % NumPorts)
    `ASSERT(StageServesIt, (stage_q[k*PortWidth+:PortWidth] + first_o) % NumPorts == k)
    `ASSERT(NobodyInstead, nominates || gen_kept[k].instead_q == 0)
    `ASSERT(StageExists, gen_kept[k].served_q <= LastPort && stage_q[k*PortWidth+:PortWidth] <= LastPort)
  end
`endif

`ifndef SYNTHESIS
  for (genvar o = 0; o < NumPorts; o++) begin : gen_check_output
    logic [NumRequesters-1:0] grant;
    assign grant = grant_o[o*NumRequesters+:NumRequesters];
    `ASSERT(OneGrantPerOutput, (grant & (grant - 1'b1)) == 0)
`ifndef FORMAL
    // A proof has orders of all kinds, also such as are a circle.
    `ASSERT(RequestsAreAnswered, output_granted_o[o] == |grant)
`endif
  end
  // By input side, all that it is given; which sides were busy before the edge, or given away at the
  // edge before.
  for (genvar p = 0; p < NumPorts; p++) begin : gen_check_input
    logic [NumPorts*NumVcs-1:0] given;
    logic [NumVcs-1:0] busy_q;
    for (genvar o = 0; o < NumPorts; o++) begin : gen_output
      assign given[o*NumVcs+:NumVcs] = grant_o[o*NumRequesters+p*NumVcs+:NumVcs];
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) busy_q <= {NumVcs{1'b0}};
      else busy_q <= side_busy[p*NumVcs+:NumVcs]
          | (per_port ? {NumVcs{|granted_o[p*NumVcs+:NumVcs]}} : granted_o[p*NumVcs+:NumVcs]);
    end
    `ASSERT(OneGrantPerInputPort, !per_port || (given & (given - 1'b1)) == 0)
    `ASSERT(OnlyFreeInputs, (given & {NumPorts{busy_q}}) == 0)
  end
`endif

endmodule
