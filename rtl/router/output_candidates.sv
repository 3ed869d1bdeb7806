// Of one output, before the edge at which it is given away: the best of the requests of each input
// port, and which port's candidate comes before which. What the arbiter remembers after a grant.
//
// Without a clock. Candidates are those of the edge to come, the grant that of the edge that was.
module output_candidates #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumPorts = 8,
  // The lower ports, with through traffic; the others are ports of NICs.
  parameter int unsigned NumLinkPorts = 4,
  parameter int unsigned NumRequesters = NumPorts * NumVcs,
  parameter int unsigned NumPairs = NumRequesters * (NumRequesters - 1) / 2
) (
  input  router_pkg::arbiter_kind_e              arbiter_i,
  input  logic                                   nominates_i,
  // Known early; low: nobody asks for this output, or it is busy.
  input  logic                                   asked_i,
  // Known late, by requester: it asks for this output, and can be given it. It has room, for
  // whatever output.
  input  logic [NumRequesters-1:0]               want_i,
  input  logic [NumRequesters-1:0]               has_room_i,
  // Bit [i * NumRequesters + j]: requester j is older than requester i.
  input  logic [NumRequesters*NumRequesters-1:0] older_i,
  // By input port, bit [i * NumVcs + j]: the packet of VC j was routed before that of VC i.
  input  logic [NumPorts*NumVcs*NumVcs-1:0]      routed_before_i,
  // What is remembered of the last grants.
  input  logic [NumRequesters-1:0]               state_i,
  input  logic [NumPairs-1:0]                    pairs_i,
  // By requester: it is the candidate of its port.
  output logic [NumRequesters-1:0]               best_o,
  // Bit [p * NumPorts + q]: the candidate of port q comes before that of port p.
  output logic [NumPorts*NumPorts-1:0]           before_o,
  // By input port, bit [v * NumPorts + p]: where ports nominate, the packet of VC v is nominated
  // instead of the candidate, if it has room then.
  output logic [NumVcs*NumPorts-1:0]             instead_o,
  input  logic                                   granted_i,
  input  logic [NumRequesters-1:0]               grant_i,
  output logic [NumRequesters-1:0]               state_o,
  output logic [NumPairs-1:0]                    pairs_o
);

  // What the kind of the arbiter is made of: classes, and how those of a class are ordered.
  logic nics_first;
  logic two_classes;
  logic has_matrix;
  logic all_by_age;
  logic links_by_age;
  assign nics_first = arbiter_i == router_pkg::KindInjectionFirst
                   || arbiter_i == router_pkg::KindInjectionFirstCome;
  assign two_classes = nics_first || arbiter_i == router_pkg::KindThroughFirst;
  assign has_matrix = arbiter_i == router_pkg::KindMatrix;
  assign all_by_age = arbiter_i == router_pkg::KindOldestFirst
                   || arbiter_i == router_pkg::KindFirstCome;
  assign links_by_age = arbiter_i == router_pkg::KindInjectionFirstCome;

  localparam int unsigned NumLinks = NumLinkPorts * NumVcs;
  localparam int unsigned NumNics = NumRequesters - NumLinks;
  localparam logic [NumRequesters-1:0] Nics = {NumRequesters{1'b1}} << NumLinks;

  logic [NumRequesters*NumRequesters-1:0] chosen_order;
  logic [NumRequesters*NumRequesters-1:0] matrix_order;
  logic [NumRequesters-1:0] order;
  logic [NumRequesters-1:0] state_then;
  output_arbiter #(
    .NumRequesters(NumRequesters)
  ) u_output_arbiter (
    .arbiter_i(all_by_age ? router_pkg::ArbiterOldestFirst : router_pkg::ArbiterRoundRobin),
    .enable_i (asked_i),
    .before_i (older_i),
    .state_i,
    .order_o  (chosen_order),
    .grant_i,
    .state_o  (state_then)
  );
  matrix_arbiter #(
    .NumRequesters(NumRequesters)
  ) u_matrix_arbiter (
    .enable_i(has_matrix),
    .pairs_i,
    .order_o (matrix_order),
    .grant_i,
    .pairs_o
  );

  // One class comes before the other whatever the order says; within a class that decides.
  logic [NumVcs-1:0] ahead;
  logic [NumRequesters-1:0] rivals;
  always_comb begin
    order = {NumRequesters{1'b0}};
    best_o = {NumRequesters{1'b0}};
    before_o = {(NumPorts * NumPorts) {1'b0}};
    ahead = {NumVcs{1'b0}};
    rivals = {NumRequesters{1'b0}};
    if (asked_i) begin
      for (int r = 0; r < NumRequesters; r++) begin
        if (has_matrix) order = matrix_order[r*NumRequesters+:NumRequesters];
        else if (links_by_age && r < NumLinks) order = older_i[r*NumRequesters+:NumRequesters];
        else order = chosen_order[r*NumRequesters+:NumRequesters];
        ahead = nominates_i ? routed_before_i[r*NumVcs+:NumVcs] : order[(r/NumVcs)*NumVcs+:NumVcs];
        best_o[r] = want_i[r] && (want_i[(r/NumVcs)*NumVcs+:NumVcs] & ahead) == 0;
      end
      for (int p = 0; p < NumPorts; p++) begin
        rivals = {NumRequesters{1'b0}};
        for (int v = 0; v < NumVcs; v++) begin
          if (has_matrix) order = matrix_order[(p*NumVcs+v)*NumRequesters+:NumRequesters];
          else if (links_by_age && p < NumLinkPorts) order = older_i[(p*NumVcs+v)*NumRequesters+:NumRequesters];
          else order = chosen_order[(p*NumVcs+v)*NumRequesters+:NumRequesters];
          if (best_o[p*NumVcs+v]) rivals = rivals | order;
        end
        if (two_classes) begin
          if ((p >= NumLinkPorts) == nics_first) rivals = rivals & (p < NumLinkPorts ? ~Nics : Nics);
          else rivals = rivals | (p < NumLinkPorts ? Nics : ~Nics);
        end
        rivals = rivals & best_o;
        for (int q = 0; q < NumPorts; q++) begin
          before_o[p*NumPorts+q] = q != p && |rivals[q*NumVcs+:NumVcs];
        end
      end
    end
  end

  logic [NumVcs-1:0] earlier;
  always_comb begin
    instead_o = {(NumVcs * NumPorts) {1'b0}};
    earlier = {NumVcs{1'b0}};
    if (asked_i && nominates_i) begin
      for (int p = 0; p < NumPorts; p++) begin
        earlier = {NumVcs{1'b0}};
        for (int v = 0; v < NumVcs; v++) begin
          if (best_o[p*NumVcs+v]) earlier = earlier | routed_before_i[(p*NumVcs+v)*NumVcs+:NumVcs];
        end
        earlier = earlier & has_room_i[p*NumVcs+:NumVcs];
        for (int v = 0; v < NumVcs; v++) instead_o[v*NumPorts+p] = earlier[v];
      end
    end
  end

  // Each class has the bits of its requesters, and a grant moves those of its own class.
  logic nics_move;
  logic links_move;
  assign nics_move = two_classes ? |(grant_i & Nics) : granted_i;
  assign links_move = two_classes ? |(grant_i & ~Nics) : granted_i;
  always_comb begin
    state_o[0+:NumLinks] = links_move ? state_then[0+:NumLinks] : state_i[0+:NumLinks];
    state_o[NumLinks+:NumNics] = nics_move ? state_then[NumLinks+:NumNics] : state_i[NumLinks+:NumNics];
  end

endmodule
