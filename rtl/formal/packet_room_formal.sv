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
      .out_port_i (1'b0),
      .vc_mask_i  (vc_mask_i[r*2+:2]),
      .length_i   (length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth]),
      .available_i({{(2 * router_pkg::CountLane) {1'b0}}, available}),
      .vc_o       (vc[r*2+:2])
    );
    assign has_room[r] = |vc[r*2+:2];
  end

  // Any arbiter.
  assign grant = busy ? 4'b0 : choice_i & request_i & has_room;
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

  logic [router_pkg::CountWidth-1:0] capacity_q;
  logic begun_q;
  initial begun_q = 1'b0;
  always_ff @(posedge clk_i) begin
    capacity_q <= capacity_i;
    begun_q <= 1'b1;
  end
  always_comb begin
    assume (capacity_i <= 512);
    assume (rst_ni == begun_q);
    assume (!begun_q || capacity_i == capacity_q);
    assume (credit_i[flit_pkg::CreditPortWidth-1:2*flit_pkg::CreditWidth] == 0);
  end
  for (genvar r = 0; r < 4; r++) begin : gen_length
    always_comb assume (length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth] >= 2);
  end

  // The neighbour gives back what it was given.
  for (genvar v = 0; v < 2; v++) begin : gen_vc
    logic [router_pkg::CountWidth-1:0] held_q;
    logic [router_pkg::CountLane-1:0] lane;
    logic [router_pkg::CountWidth-1:0] returned;
    assign lane = available[v*router_pkg::CountLane+:router_pkg::CountLane];
    assign returned = {2'b0, credit_i[v*flit_pkg::CreditWidth+:flit_pkg::CreditWidth]};
    always_ff @(posedge clk_i) begin
      if (!rst_ni) held_q <= 0;
      else held_q <= held_q - returned + (take[v] ? {2'b0, length} : 0);
    end
    always_comb begin
      assume (!rst_ni || returned <= held_q);
      if (rst_ni) begin
        assert ({1'b0, held_q} - {1'b0, returned} + lane[router_pkg::CountWidth:0]
                == {1'b0, capacity_i});
        assert (held_q <= capacity_i);
        assert (!take[v] || {8'b0, length} <= lane);
      end
    end
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
