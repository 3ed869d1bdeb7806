`include "common/assert.svh"

// ST of one output: the transfer through it, from its grant until its tail has passed, one flit per
// edge. Then the output and the input side that has fed it rest for turnaround_i edges.
module output_port #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumRequesters = 16
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  // Strap.
  input  logic [router_pkg::CountWidth-1:0]            turnaround_i,
  // By requester: one-hot, who is given the output at this edge; which VC, and how long its packet
  // is.
  input  logic [NumRequesters-1:0]                     grant_i,
  input  logic [NumRequesters*NumVcs-1:0]              vc_i,
  input  logic [NumRequesters*flit_pkg::LengthWidth-1:0] length_i,
  // What the grant takes of the credits.
  output logic [NumVcs-1:0]                            take_o,
  output logic [flit_pkg::LengthWidth-1:0]             length_o,
  // By requester: its oldest flit while that leaves; whose goes out at this edge; whose input side
  // is not free after it.
  input  logic [NumRequesters*flit_pkg::DataWidth-1:0] data_i,
  output logic [NumRequesters-1:0]                     pop_o,
  output logic [NumRequesters-1:0]                     input_busy_o,
  output logic                                         busy_o,
  output logic [flit_pkg::FlitWidth-1:0]               flit_o
);

  always_comb begin
    take_o = {NumVcs{1'b0}};
    length_o = {flit_pkg::LengthWidth{1'b0}};
    if (|grant_i) begin
      for (int r = 0; r < NumRequesters; r++) begin
        if (grant_i[r]) begin
          take_o = take_o | vc_i[r*NumVcs+:NumVcs];
          length_o = length_o | length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth];
        end
      end
    end
  end

  logic [flit_pkg::VcWidth-1:0] vc;
  always_comb begin
    vc = {flit_pkg::VcWidth{1'b0}};
    for (int v = 0; v < NumVcs; v++) begin
      if (take_o[v]) vc = vc | v[flit_pkg::VcWidth-1:0];
    end
  end

  logic [NumRequesters-1:0] source_q;
  logic [flit_pkg::LengthWidth-1:0] left_q;
  logic [flit_pkg::VcWidth-1:0] vc_q;
  logic head_q;
  // The tail has passed; left_q counts the edges of rest.
  logic resting_q;
  logic held;
  logic active;
  logic last;
  logic tail;
  logic rests;
  logic frees;
  assign held = |source_q;
  assign active = held && !resting_q;
  assign last = left_q == 1;
  assign tail = last && !resting_q;
  assign rests = tail && |turnaround_i;
  assign frees = last && !rests;
  assign pop_o = resting_q ? {NumRequesters{1'b0}} : source_q;
  assign busy_o = held && !frees;
  assign input_busy_o = frees ? {NumRequesters{1'b0}} : source_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      source_q <= {NumRequesters{1'b0}};
      left_q <= {flit_pkg::LengthWidth{1'b0}};
      vc_q <= {flit_pkg::VcWidth{1'b0}};
      head_q <= 1'b0;
      resting_q <= 1'b0;
    end else if (|grant_i) begin
      source_q <= grant_i;
      left_q <= length_o;
      vc_q <= vc;
      head_q <= 1'b1;
      resting_q <= 1'b0;
    end else if (held) begin
      source_q <= input_busy_o;
      left_q <= rests ? turnaround_i : left_q - 1'b1;
      head_q <= 1'b0;
      resting_q <= !frees && (rests || resting_q);
    end
  end

  logic [flit_pkg::DataWidth-1:0] data;
  always_comb begin
    data = {flit_pkg::DataWidth{1'b0}};
    if (active) begin
      for (int r = 0; r < NumRequesters; r++) begin
        if (source_q[r]) data = data | data_i[r*flit_pkg::DataWidth+:flit_pkg::DataWidth];
      end
    end
  end

  flit_pkg::flit_t flit_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !active) flit_q <= {flit_pkg::FlitWidth{1'b0}};
    else flit_q <= {1'b1, head_q, tail, vc_q, data};
  end
  assign flit_o = flit_q;

  `ASSERT(GrantedPacketHasRoom, !(|grant_i) || |take_o)
  `ASSERT(TransferHasAnEnd, !held || left_q != 0)

endmodule
