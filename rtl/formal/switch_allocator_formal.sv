// Proof: whatever is requested, at most one grant per output, per input VC, and per input port where a
// port feeds one packet at a time; only to free outputs and free input sides, and only to those who
// ask. And what may go goes: if a packet could be granted and is not, its output is given to another
// one, or its input side to an output that is served before. With arbiters that are fair within N
// (their own proofs), that bounds how long it waits.
//
// The proof is of four ports; faults are looked for with two.
module switch_allocator_formal #(
  parameter int unsigned NumPorts = 4,
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumRequesters = NumPorts * NumVcs,
  parameter int unsigned PortWidth = $clog2(NumPorts)
) (
  input logic                                        clk_i,
  input logic                                        rst_ni,
  input router_pkg::arbiter_kind_e                   arbiter_i,
  input router_pkg::transfers_e                      transfers_i,
  input router_pkg::nomination_e                     nomination_i,
  input logic [NumRequesters-1:0]                    stated_i,
  input logic [NumRequesters-1:0]                    room_i,
  input logic [NumRequesters*PortWidth-1:0]          out_port_i,
  input logic [NumRequesters*flit_pkg::AgeWidth-1:0] age_i,
  input logic [NumPorts*NumVcs*NumVcs-1:0]           routed_before_i,
  input logic [NumRequesters-1:0]                    input_busy_i,
  input logic [NumPorts-1:0]                         output_busy_i,
  input logic [NumRequesters-1:0]                    has_room_i
);

  logic [NumRequesters-1:0] request;
  logic [NumPorts*NumRequesters-1:0] grant;
  logic [NumPorts*NumRequesters-1:0] move;
  logic [NumRequesters-1:0] offered;
  logic [NumRequesters-1:0] granted;
  logic [NumPorts-1:0] may_grant;
  logic [NumPorts-1:0] output_granted;
  logic [PortWidth-1:0] first;
  assign request = stated_i & room_i;
  switch_allocator #(
    .NumVcs      (NumVcs),
    .NumPorts    (NumPorts),
    .NumLinkPorts(NumPorts / 2)
  ) u_switch_allocator (
    .clk_i,
    .rst_ni,
    .arbiter_i,
    .transfers_i,
    .nomination_i,
    .stated_i,
    .request_i       (request),
    .out_port_i,
    .age_i,
    .routed_before_i,
    .input_busy_i,
    .output_busy_i,
    .has_room_i,
    .held_i          ({(NumPorts * NumRequesters) {1'b0}}),
    .offered_o       (offered),
    .granted_o       (granted),
    .may_grant_o     (may_grant),
    .output_granted_o(output_granted),
    .grant_o         (grant),
    .first_o         (first),
    .move_o          (move)
  );

  // Straps do not change.
  router_pkg::arbiter_kind_e arbiter_q;
  router_pkg::transfers_e transfers_q;
  router_pkg::nomination_e nomination_q;
  always_ff @(posedge clk_i) begin
    arbiter_q <= arbiter_i;
    transfers_q <= transfers_i;
    nomination_q <= nomination_i;
  end
  always_comb begin
    assume (arbiter_i == arbiter_q && transfers_i == transfers_q && nomination_i == nomination_q);
    // Ports that nominate feed one packet at a time. Of two packets one was routed before the other.
    assume (nomination_i == router_pkg::NominationAny || transfers_i == router_pkg::TransfersPort);
    // Requests are for ports that there are.
    for (int r = 0; r < NumRequesters; r++) assume ({1'b0, out_port_i[r*PortWidth+:PortWidth]} < NumPorts[PortWidth:0]);
    for (int p = 0; p < NumPorts; p++) begin
      assume (!routed_before_i[p*NumVcs*NumVcs] && !routed_before_i[(p+1)*NumVcs*NumVcs-1]);
      assume (routed_before_i[p*NumVcs*NumVcs+1] != routed_before_i[p*NumVcs*NumVcs+2]);
    end
  end

  // What stood before the edge, who was given something at the edge before, and the number of this
  // edge.
  logic per_port;
  logic [NumRequesters-1:0] could_q;
  logic [NumRequesters*PortWidth-1:0] out_port_q;
  logic [NumPorts-1:0] given_q;
  logic [NumPorts-1:0] ports_given;
  logic [NumPorts-1:0] ports_given_q;
  logic [PortWidth-1:0] edge_q;
  assign per_port = transfers_i == router_pkg::TransfersPort;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    logic [NumVcs-1:0] busy;
    assign busy = input_busy_i[p*NumVcs+:NumVcs];
    assign ports_given[p] = |granted[p*NumVcs+:NumVcs];
    for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
      always_ff @(posedge clk_i) begin
        could_q[p*NumVcs+v] <= rst_ni && request[p*NumVcs+v] && !(per_port ? |busy : busy[v])
            && !output_busy_i[out_port_i[(p*NumVcs+v)*PortWidth+:PortWidth]];
      end
    end
  end
  always_ff @(posedge clk_i) begin
    out_port_q <= out_port_i;
    given_q <= rst_ni ? output_granted : {NumPorts{1'b0}};
    ports_given_q <= rst_ni ? ports_given : {NumPorts{1'b0}};
    edge_q <= rst_ni ? (edge_q == NumPorts - 1 ? 0 : edge_q + 1'b1) : 0;
  end

  always_comb begin
    if (rst_ni) assert (first == edge_q);
  end

  // By output: it is given to somebody. Arbiters that go by age, and matrix, are left out where that
  // is asked for: their orders are total in a router, but not with any ages and any state.
  logic [NumPorts-1:0] output_given;
  logic total;
  for (genvar o = 0; o < NumPorts; o++) begin : gen_given
    assign output_given[o] = |grant[o*NumRequesters+:NumRequesters];
  end
  assign total = arbiter_i == router_pkg::KindRoundRobin
              || arbiter_i == router_pkg::KindInjectionFirst
              || arbiter_i == router_pkg::KindThroughFirst;

  for (genvar r = 0; r < NumRequesters; r++) begin : gen_requester
    logic [NumPorts-1:0] given;
    logic [NumPorts-1:0] port_given;
    logic [PortWidth-1:0] wanted;
    logic [NumPorts-1:0] served_before;
    assign wanted = out_port_q[r*PortWidth+:PortWidth];
    for (genvar o = 0; o < NumPorts; o++) begin : gen_output
      logic [PortWidth-1:0] turn;
      logic [PortWidth-1:0] turn_of_wanted;
      assign turn = o - edge_q;
      assign turn_of_wanted = wanted - edge_q;
      assign given[o] = grant[o*NumRequesters+r];
      assign port_given[o] = |grant[o*NumRequesters+(r/NumVcs)*NumVcs+:NumVcs];
      assign served_before[o] = turn < turn_of_wanted;
    end
    // The request of a packet that is granted stands until the next edge.
    always_comb begin
      if (granted[r]) assume (out_port_i[r*PortWidth+:PortWidth] == wanted);
    end
    always_comb begin
      if (rst_ni) begin
        assert ((given & (given - 1'b1)) == 0);
        assert ((given != 0) == granted[r]);
        assert (given == 0 || (could_q[r] && given[wanted] && !given_q[wanted]));
        assert (given == 0 || offered[r]);
        if (per_port) begin
          assert ((port_given & (port_given - 1'b1)) == 0);
          assert (given == 0 || !ports_given_q[r/NumVcs]);
        end
        if (could_q[r] && !given_q[wanted] && !(per_port && ports_given_q[r/NumVcs])
            && nomination_i == router_pkg::NominationAny && total) begin
          assert (output_given[wanted] || (per_port && |(port_given & served_before)));
        end
      end
    end
  end

endmodule
