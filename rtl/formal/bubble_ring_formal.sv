// Proof: a ring of routers with bubble flow control keeps a room that no packet waits in, and does not stand still. One
// direction of the ring and one VC: link i leads from buffer i - 1 into buffer i. Credits count packets, up to 15 for
// each buffer: more of them say nothing more, and take minutes.
//
// Who enters link i, who goes on to it and who leaves the ring is anybody's choice, and so is when a credit comes back.
module bubble_ring_formal #(
  parameter int unsigned NumLinks = 4
) (
  input logic                              clk_i,
  input logic                              rst_ni,
  input logic [router_pkg::CountWidth-1:0] rooms_i,
  input logic [flit_pkg::LengthWidth-1:0]  length_i,
  input logic [NumLinks-1:0]               enters_i,
  input logic [NumLinks-1:0]               goes_on_i,
  input logic [NumLinks-1:0]               leaves_i,
  input logic [NumLinks*8-1:0]             returned_i
);

  // The strap does not change.
  logic [router_pkg::CountWidth-1:0] rooms_q;
  always_ff @(posedge clk_i) rooms_q <= rooms_i;
  always_comb assume (rooms_i >= 2 && rooms_i <= 15 && rooms_i == rooms_q);

  // By link: a packet goes on to it, and enters it.
  logic [NumLinks-1:0] moves;
  logic [NumLinks-1:0] comes;
  logic [NumLinks-1:0] could_move;
  // By buffer: no packet waits; all rooms have one that waits; no credit is on its way.
  logic [NumLinks-1:0] empty;
  logic [NumLinks-1:0] full;
  logic [NumLinks-1:0] quiet;

  for (genvar i = 0; i < NumLinks; i++) begin : gen_link
    localparam int unsigned Before = (i + NumLinks - 1) % NumLinks;
    localparam int unsigned After = (i + 1) % NumLinks;
    // Packets that wait in the buffer, or are on their way into it; rooms of packets that have gone, whose credits have
    // not come back.
    logic [router_pkg::CountWidth-1:0] waiting_q;
    logic [router_pkg::CountWidth-1:0] leaving_q;
    logic [router_pkg::CountWidth-1:0] leaving;
    logic [7:0] returned;
    logic taken_q;
    logic goes;
    logic [router_pkg::CountLane-1:0] available;
    logic [flit_pkg::LengthWidth-1:0] need_to_move;
    logic [flit_pkg::LengthWidth-1:0] need_to_come;
    logic room_to_move;
    logic room_to_come;

    // Out by port 0, the positive direction; what is in the ring has come in by port 1.
    request_need #(
      .Bubble       (1),
      .NumDimensions(1),
      .InPort       (1),
      .PortWidth    (2)
    ) u_need_to_move (
      .bubble_i  (1'b1),
      .wrap_i    (1'b1),
      .out_port_i(2'd0),
      .length_i,
      .need_o    (need_to_move)
    );
    request_need #(
      .Bubble       (1),
      .NumDimensions(1),
      .InPort       (2),
      .PortWidth    (2)
    ) u_need_to_come (
      .bubble_i  (1'b1),
      .wrap_i    (1'b1),
      .out_port_i(2'd0),
      .length_i,
      .need_o    (need_to_come)
    );
    request_room #(
      .NumVcs  (1),
      .NumPorts(2)
    ) u_room_to_move (
      .request_i  (!empty[Before]),
      .out_port_i (1'b0),
      .vc_mask_i  (1'b1),
      .length_i   (need_to_move),
      .available_i({{router_pkg::CountLane{1'b0}}, available}),
      .room_o     (room_to_move)
    );
    request_room #(
      .NumVcs  (1),
      .NumPorts(2)
    ) u_room_to_come (
      .request_i  (1'b1),
      .out_port_i (1'b0),
      .vc_mask_i  (1'b1),
      .length_i   (need_to_come),
      .available_i({{router_pkg::CountLane{1'b0}}, available}),
      .room_o     (room_to_come)
    );
    credit_pool #(
      .NumVcs(1)
    ) u_credit_pool (
      .clk_i,
      .rst_ni,
      .capacity_i (rooms_i),
      .credit_i   ({{(flit_pkg::CreditPortWidth - 8) {1'b0}}, returned}),
      .take_i     (taken_q),
      .length_i   ({{(flit_pkg::LengthWidth - 1) {1'b0}}, 1'b1}),
      .available_o(available)
    );

    // An output that is given away at an edge is busy at the next one.
    assign could_move[i] = room_to_move;
    assign moves[i] = goes_on_i[i] && room_to_move && !taken_q;
    assign comes[i] = enters_i[i] && room_to_come && !taken_q && !moves[i];
    assign goes = moves[After] || (leaves_i[i] && !empty[i]);
    assign returned = returned_i[i*8+:8];
    assign leaving = leaving_q - {2'b0, returned};
    assign empty[i] = waiting_q == 0;
    assign full[i] = waiting_q == rooms_i;
    assign quiet[i] = !taken_q && leaving == 0;
    always_ff @(posedge clk_i) begin
      taken_q <= rst_ni && (moves[i] || comes[i]);
      if (!rst_ni) begin
        waiting_q <= 0;
        leaving_q <= 0;
      end else begin
        waiting_q <= waiting_q + {9'd0, moves[i] || comes[i]} - {9'd0, goes};
        leaving_q <= leaving + {9'd0, goes};
      end
    end
    always_comb begin
      if (rst_ni) begin
        assume ({2'b0, returned} <= leaving_q);
        // Every room is somewhere: free, with a packet that waits, or about to be free.
        assert ({1'b0, waiting_q} + {1'b0, leaving} + available[router_pkg::CountWidth:0] == {1'b0, rooms_i});
        assert (waiting_q <= rooms_i && leaving_q <= rooms_i);
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      // The bubble.
      assert (!(&full));
      // With all credits at home somebody can go on, unless nobody is there.
      assert (!(&quiet) || &empty || |could_move);
    end
  end

endmodule
