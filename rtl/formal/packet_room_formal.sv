// Proof: where only requests with a VC that has room are granted, a granted packet has room for all
// of it, and the credits that it takes are there. Four requesters and one output of a router.
module packet_room_formal (
  input logic                                    clk_i,
  input logic                                    rst_ni,
  input logic [router_pkg::CountWidth-1:0]       capacity_i,
  input logic [flit_pkg::CreditPortWidth-1:0]    credit_i,
  input logic [3:0]                              request_i,
  input logic [3:0]                              choice_i,
  input logic [4*2-1:0]                          vc_mask_i,
  input logic [4*flit_pkg::LengthWidth-1:0]      length_i,
  input logic [4*flit_pkg::DataWidth-1:0]        data_i
);

  logic [2*router_pkg::CountLane-1:0] available;
  logic [4*2-1:0] vc;
  logic [3:0] has_room;
  // Before the edge, and after it.
  logic [3:0] grant;
  logic [3:0] grant_q;
  logic [4*2-1:0] vc_q;
  logic [4*flit_pkg::LengthWidth-1:0] length_q;
  logic [1:0] given_vc;
  logic [flit_pkg::LengthWidth-1:0] given_length;
  // One cycle later.
  logic [1:0] take;
  logic [flit_pkg::LengthWidth-1:0] length;
  logic [flit_pkg::LengthWidth-1:0] given_length_q;
  logic busy;

  for (genvar r = 0; r < 4; r++) begin : gen_room
    request_room #(
      .NumVcs  (2),
      .NumPorts(2)
    ) u_request_room (
      .request_i  (request_i[r]),
      .out_port_i (1'b0),
      .vc_mask_i  (vc_mask_i[r*2+:2]),
      .length_i   (length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth]),
      .available_i({{(2 * router_pkg::CountLane) {1'b0}}, available}),
      .vc_o       (vc[r*2+:2])
    );
    assign has_room[r] = |vc[r*2+:2];
  end

  // Any arbiter; what is given away at an edge is busy at the next one.
  assign grant = busy || |grant_q ? 4'b0 : choice_i & has_room;
  always_ff @(posedge clk_i) begin
    grant_q <= rst_ni ? grant : 4'b0;
    vc_q <= vc;
    length_q <= length_i;
    given_length_q <= given_length;
  end
  always_comb begin
    given_vc = 2'b0;
    given_length = 0;
    for (int r = 0; r < 4; r++) begin
      if (grant_q[r]) begin
        given_vc = given_vc | vc_q[r*2+:2];
        given_length = given_length | length_q[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth];
      end
    end
  end
  always_comb assume ((choice_i & (choice_i - 4'd1)) == 0);

  logic [3:0] source;
  logic [3:0] input_busy;
  logic [flit_pkg::FlitWidth-1:0] flit;
  output_port #(
    .NumVcs       (2),
    .NumRequesters(4)
  ) u_output_port (
    .clk_i,
    .rst_ni,
    .turnaround_i(10'd0),
    .may_grant_i (|grant_q),
    .granted_i   (|grant_q),
    .grant_i     (grant_q),
    .move_i      (grant_q | source),
    .vc_i        (vc_q),
    .length_i    (length_q),
    .take_o      (take),
    .length_o    (length),
    .data_i      (data_i),
    .source_o    (source),
    .input_busy_o(input_busy),
    .busy_o      (busy),
    .flit_o      (flit)
  );
  credit_pool #(
    .NumVcs(2)
  ) u_credit_pool (
    .clk_i,
    .rst_ni,
    .capacity_i,
    .credit_i,
    .take_i     (take),
    .length_i   (length),
    .available_o(available)
  );
  credit_neighbour #(
    .NumVcs(2)
  ) u_neighbour (
    .clk_i,
    .rst_ni,
    .enable_i   (1'b1),
    .capacity_i,
    .credit_i,
    .take_i     (given_vc),
    .length_i   (given_length),
    .available_i(available)
  );

  for (genvar r = 0; r < 4; r++) begin : gen_length
    always_comb assume (length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth] >= 2);
  end

  always_comb begin
    if (rst_ni) begin
      assert (given_vc != 2'b11);
      assert (take != 2'b11);
      assert (grant_q == 0 || given_vc != 0);
      // What is taken is as much as the request said.
      assert (take == 0 || length == given_length_q);
    end
  end

endmodule
