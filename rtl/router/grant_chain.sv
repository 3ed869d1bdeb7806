// The chain of grants through the outputs, in the order in which they are served: of the free input
// ports with a candidate for an output, the one that comes first is given it. An input port that feeds
// one packet at a time is not free for the outputs after that one.
//
// A stage of the chain is four gates deep with eight ports. Whom the stage ahead has left free is one
// of four conditions in an OR; that somebody was free before it stands in there already.
module grant_chain #(
  parameter int unsigned NumPorts = 8,
  parameter int unsigned NumVcs = 2,
  parameter int unsigned PortWidth = $clog2(NumPorts),
  parameter int unsigned NumRequesters = NumPorts * NumVcs
) (
  // Known early; low: there is no candidate.
  input  logic                                    enable_i,
  // By stage, by requester: the candidate of its input port.
  input  logic [NumPorts*NumRequesters-1:0]       best_i,
  // By stage, bit [p * NumPorts + q]: the candidate of port q comes before that of port p.
  input  logic [NumPorts*NumPorts*NumPorts-1:0]   before_i,
  // By stage, by input port: it stays free whoever is given this output.
  input  logic [NumPorts*NumPorts-1:0]            keeps_i,
  // By input port.
  input  logic [NumPorts-1:0]                     free_i,
  // By output: its stage; requesters with a transfer through it, which has no candidates then.
  input  logic [NumPorts*PortWidth-1:0]           stage_i,
  input  logic [NumPorts*NumRequesters-1:0]       held_i,
  // By stage: somebody is given the output; who, one-hot.
  output logic [NumPorts-1:0]                     granted_o,
  output logic [NumPorts*NumRequesters-1:0]       grant_o,
  // By output: the same, and whose flit it sends, by a grant or by a transfer.
  output logic [NumPorts-1:0]                     output_granted_o,
  output logic [NumPorts*NumRequesters-1:0]       output_grant_o,
  output logic [NumPorts*NumRequesters-1:0]       move_o,
  // By input port: it is free after all outputs.
  output logic [NumPorts-1:0]                     free_o
);

  localparam int unsigned LastPortNumber = NumPorts - 1;
  localparam logic [PortWidth-1:0] LastPort = LastPortNumber[PortWidth-1:0];

  // Free before the stage ahead, left free by that one, free before this one.
  logic [NumPorts-1:0] free_ahead;
  logic [NumPorts-1:0] left;
  logic [NumPorts-1:0] free;
  logic [NumPorts-1:0] contested;
  logic [NumPorts-1:0] rivals;
  logic [NumPorts-1:0] reasons;
  logic [NumPorts-1:0] next_left;
  logic [NumRequesters-1:0] free_best;
  logic [NumRequesters-1:0] grant;
  logic [PortWidth-1:0] stage;
  logic [NumPorts-1:0] early_granted;
  logic [NumPorts*NumRequesters-1:0] early_grant;
  always_comb begin
    granted_o = {NumPorts{1'b0}};
    grant_o = {(NumPorts * NumRequesters) {1'b0}};
    output_granted_o = {NumPorts{1'b0}};
    output_grant_o = {(NumPorts * NumRequesters) {1'b0}};
    move_o = held_i;
    free_o = free_i;
    free_ahead = {NumPorts{1'b1}};
    left = free_i;
    free = {NumPorts{1'b0}};
    contested = {NumPorts{1'b0}};
    rivals = {NumPorts{1'b0}};
    reasons = {NumPorts{1'b0}};
    next_left = {NumPorts{1'b0}};
    free_best = {NumRequesters{1'b0}};
    grant = {NumRequesters{1'b0}};
    stage = {PortWidth{1'b0}};
    early_granted = {NumPorts{1'b0}};
    early_grant = {(NumPorts * NumRequesters) {1'b0}};
    if (enable_i) begin
      for (int k = 0; k < NumPorts; k++) begin
        free = free_ahead & left;
        for (int p = 0; p < NumPorts; p++) begin
          free_best[p*NumVcs+:NumVcs] =
              best_i[k*NumRequesters+p*NumVcs+:NumVcs] & {NumVcs{free[p]}};
          contested = before_i[(k*NumPorts+p)*NumPorts+:NumPorts] & free_ahead;
          rivals = contested & left;
          // No port is its own rival, so its place has the other reason to stay free.
          reasons = rivals;
          reasons[p] = keeps_i[k*NumPorts+p];
          next_left[p] = |reasons;
          grant[p*NumVcs+:NumVcs] = free_best[p*NumVcs+:NumVcs] & ~{NumVcs{|rivals}};
        end
        granted_o[k] = |free_best;
        grant_o[k*NumRequesters+:NumRequesters] = grant;
        free_ahead = free;
        left = next_left;
      end
      free_o = free & left;
      // Back from the order of service to that of the outputs. The last stage's grant is the latest.
      early_granted[0+:NumPorts-1] = granted_o[0+:NumPorts-1];
      early_grant[0+:(NumPorts-1)*NumRequesters] = grant_o[0+:(NumPorts-1)*NumRequesters];
      for (int o = 0; o < NumPorts; o++) begin
        stage = stage_i[o*PortWidth+:PortWidth];
        output_granted_o[o] = stage == LastPort ? |free_best : early_granted[stage];
        output_grant_o[o*NumRequesters+:NumRequesters] =
            stage == LastPort ? grant : early_grant[stage*NumRequesters+:NumRequesters];
        move_o[o*NumRequesters+:NumRequesters] =
            stage == LastPort && held_i[o*NumRequesters+:NumRequesters] == 0
            ? grant
            : early_grant[stage*NumRequesters+:NumRequesters] | held_i[o*NumRequesters+:NumRequesters];
      end
    end
  end

endmodule
