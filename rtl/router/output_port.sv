`include "common/assert.svh"

// ST of one output: the transfer through it, from its grant until its tail has passed, one flit per
// edge. Then the output and the input side that has fed it rest for turnaround_i edges.
//
// The grant of edge g comes late in the cycle after g, and its first flit passes at edge g + 1.
module output_port #(
  parameter int unsigned NumVcs = 2,
  // 1: tail_o is told.
  parameter int unsigned Bubble = 0,
  parameter int unsigned NumRequesters = 16
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  // Strap.
  input  logic [router_pkg::CountWidth-1:0]            turnaround_i,
  // Known early: somebody may have been given the output at the last edge. Known late: somebody was;
  // who, by requester, one-hot or none; whose flit goes out at this edge. Which VC, and how long its
  // packet is.
  input  logic                                         may_grant_i,
  input  logic                                         granted_i,
  input  logic [NumRequesters-1:0]                     grant_i,
  input  logic [NumRequesters-1:0]                     move_i,
  input  logic [NumRequesters*NumVcs-1:0]              vc_i,
  input  logic [NumRequesters*flit_pkg::LengthWidth-1:0] length_i,
  // One cycle later: what that grant takes of the credits.
  output logic [NumVcs-1:0]                            take_o,
  output logic [flit_pkg::LengthWidth-1:0]             length_o,
  // By requester: its oldest flit; whose goes out at this edge, the last grant apart; whose input side
  // is not free at this edge.
  input  logic [NumRequesters*flit_pkg::DataWidth-1:0] data_i,
  output logic [NumRequesters-1:0]                     source_o,
  // By requester: it is the last flit of its packet that goes out at this edge.
  output logic [NumRequesters-1:0]                     tail_o,
  output logic [NumRequesters-1:0]                     input_busy_o,
  // The output is not free at this edge, the last grant apart.
  output logic                                         busy_o,
  output logic [flit_pkg::FlitWidth-1:0]               flit_o
);

  // VC of a grant, as a number and by bit, and the length.
  localparam int unsigned TermsWidth = flit_pkg::VcWidth + NumVcs + flit_pkg::LengthWidth;
  logic [NumRequesters*TermsWidth-1:0] all_terms;
  logic [flit_pkg::VcWidth-1:0] number;
  always_comb begin
    all_terms = {(NumRequesters * TermsWidth) {1'b0}};
    number = {flit_pkg::VcWidth{1'b0}};
    if (may_grant_i) begin
      for (int r = 0; r < NumRequesters; r++) begin
        number = {flit_pkg::VcWidth{1'b0}};
        for (int v = 0; v < NumVcs; v++) begin
          if (vc_i[r*NumVcs+v]) number = number | v[flit_pkg::VcWidth-1:0];
        end
        all_terms[r*TermsWidth+:TermsWidth] = {
          number, vc_i[r*NumVcs+:NumVcs], length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth]
        };
      end
    end
  end
  logic [NumRequesters-1:0] source_q;
  // Flits that have not passed before the last edge: 2 while the tail passes.
  logic [flit_pkg::LengthWidth-1:0] left_q;
  logic [flit_pkg::VcWidth-1:0] number_q;
  logic [NumVcs-1:0] vc_q;
  // The head has passed at the last edge.
  logic first_q;
  // The tail has passed; left_q counts the edges of rest.
  logic resting_q;
  logic held;
  logic active;
  logic tail;
  logic rests;
  logic frees;
  assign held = |source_q;
  assign active = held && !resting_q;
  assign tail = active && left_q == 2;
  assign rests = tail && |turnaround_i;
  assign frees = resting_q ? left_q == 1 : tail && !rests;
  assign source_o = resting_q ? {NumRequesters{1'b0}} : source_q;
  assign tail_o = Bubble != 0 && tail ? source_q : {NumRequesters{1'b0}};
  assign busy_o = held && !frees;
  assign input_busy_o = frees ? {NumRequesters{1'b0}} : source_q;
  assign take_o = first_q ? vc_q : {NumVcs{1'b0}};
  assign length_o = left_q;

  // A grant may come where no transfer is.
  logic [TermsWidth-1:0] terms;
  logic [flit_pkg::VcWidth-1:0] number_now;
  logic [NumVcs-1:0] vc_now;
  logic [flit_pkg::LengthWidth-1:0] left_now;
  one_hot_mux #(
    .NumPlaces(NumRequesters),
    .Width    (TermsWidth)
  ) u_terms (
    .enable_i   (may_grant_i),
    .select_i   (grant_i),
    .words_i    (all_terms),
    .otherwise_i({number_q, vc_q, rests ? turnaround_i : left_q - 1'b1}),
    .word_o     (terms)
  );
  assign {number_now, vc_now, left_now} = terms;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      source_q <= {NumRequesters{1'b0}};
      left_q <= {flit_pkg::LengthWidth{1'b0}};
      number_q <= {flit_pkg::VcWidth{1'b0}};
      vc_q <= {NumVcs{1'b0}};
      first_q <= 1'b0;
      resting_q <= 1'b0;
    end else if (granted_i || held) begin
      source_q <= may_grant_i ? grant_i : input_busy_o;
      left_q <= left_now;
      number_q <= number_now;
      vc_q <= vc_now;
      first_q <= granted_i;
      resting_q <= !frees && (rests || resting_q);
    end
  end

  logic [flit_pkg::DataWidth-1:0] data;
  one_hot_mux #(
    .NumPlaces(NumRequesters),
    .Width    (flit_pkg::DataWidth)
  ) u_data (
    .enable_i   (may_grant_i || active),
    .select_i   (move_i),
    .words_i    (data_i),
    .otherwise_i({flit_pkg::DataWidth{1'b0}}),
    .word_o     (data)
  );

  flit_pkg::flit_t flit_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !(granted_i || active)) flit_q <= {flit_pkg::FlitWidth{1'b0}};
    else flit_q <= {1'b1, granted_i, tail, number_now, data};
  end
  assign flit_o = flit_q;

  `ASSERT(GrantedPacketHasRoom, !granted_i || |vc_now)
  `ASSERT(OnlyFreeOutputs, !granted_i || !held)
  `ASSERT(TransferHasAnEnd, !held || left_q != 0)

endmodule
