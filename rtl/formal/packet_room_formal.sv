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
  logic [3:0] grant;
  logic [1:0] take;
  logic [flit_pkg::LengthWidth-1:0] length;
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

  // Any arbiter.
  assign grant = busy ? 4'b0 : choice_i & has_room;
  always_comb assume ((choice_i & (choice_i - 4'd1)) == 0);

  logic [3:0] pop;
  logic [3:0] input_busy;
  logic [flit_pkg::FlitWidth-1:0] flit;
  output_port #(
    .NumVcs       (2),
    .NumRequesters(4)
  ) u_output_port (
    .clk_i,
    .rst_ni,
    .grant_i     (grant),
    .vc_i        (vc),
    .length_i    (length_i),
    .take_o      (take),
    .length_o    (length),
    .data_i      (data_i),
    .pop_o       (pop),
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
    .take_i     (take),
    .length_i   (length),
    .available_i(available)
  );

  for (genvar r = 0; r < 4; r++) begin : gen_length
    always_comb assume (length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth] >= 2);
  end

  always_comb begin
    if (rst_ni) begin
      assert (take != 2'b11);
      assert (grant == 0 || take != 0);
      // A granted packet is as long as its request said.
      for (int r = 0; r < 4; r++) begin
        if (grant[r]) assert (length == length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth]);
      end
    end
  end

endmodule
