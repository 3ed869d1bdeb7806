// Bounded proof: in whatever order memory answers, each read of which all beats have come is told at a tick, once, and
// no other is; whenever there is such a read, the tick tells of one. Up to four reads are under way.
module axi_reader_formal (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             request_i,
  input logic [1:0]                       tag_i,
  // Lower bits; those above are for the proof of axi_burst.
  input logic [11:0] addr_i,
  input logic [5:0]  bytes_i,
  input logic                             tick_i,
  input logic                             arready_i,
  input logic                             rvalid_i,
  input logic [1:0]                       rid_i
);

  logic done;
  logic [nic_pkg::EntryWidth-1:0] done_tag;
  logic arvalid;
  logic [nic_pkg::EntryWidth-1:0] arid;
  logic [7:0] arlen;
  logic rready;
  axi_reader #(
    .Depth(4)
  ) u_reader (
    .clk_i,
    .rst_ni,
    .request_i,
    .tag_i       ({2'd0, tag_i}),
    .addr_i      ({52'd0, addr_i}),
    .bytes_i     ({5'd0, bytes_i}),
    .tick_i,
    .done_o      (done),
    .done_tag_o  (done_tag),
    .fetch_i     (1'b0),
    .fetch_tag_i (4'd0),
    .fetch_beat_i(7'd0),
    .beat_o      (),
    .failed_o    (),
    .arvalid_o   (arvalid),
    .arready_i,
    .arid_o      (arid),
    .araddr_o    (),
    .arlen_o     (arlen),
    .rvalid_i,
    .rready_o    (rready),
    .rid_i       ({2'd0, rid_i}),
    .rdata_i     ({flit_pkg::DataWidth{1'b0}}),
    .rresp_i     (2'b00)
  );

  // By tag: a read is under way; beats of it that are to come; those of them whose addresses memory has taken.
  logic [3:0] busy_q;
  logic [3:0] left_q [4];
  logic [3:0] due_q [4];
  logic [3:0] whole;
  logic [11:0] span;
  logic comes;
  assign span = {8'd0, addr_i[3:0]} + {6'd0, bytes_i} + 12'd15;
  assign comes = rvalid_i && rready;
  for (genvar t = 0; t < 4; t++) begin : gen_tag
    logic asks;
    logic goes;
    logic answers;
    assign asks = request_i && tag_i == t;
    assign goes = arvalid && arready_i && arid == t;
    assign answers = comes && rid_i == t;
    assign whole[t] = busy_q[t] && left_q[t] == 4'd0;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        busy_q[t] <= 1'b0;
        left_q[t] <= 4'd0;
        due_q[t] <= 4'd0;
      end else begin
        if (asks) busy_q[t] <= 1'b1;
        else if (done && done_tag == t) busy_q[t] <= 1'b0;
        left_q[t] <= (asks ? span[7:4] : left_q[t]) - {3'd0, answers};
        due_q[t] <= due_q[t] + (goes ? arlen[3:0] + 4'd1 : 4'd0) - {3'd0, answers};
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      assume (bytes_i != 6'd0 && bytes_i <= 6'd32);
      assume (!request_i || !busy_q[tag_i]);
      assume (!rvalid_i || due_q[rid_i] != 4'd0);
      told_at_a_tick : assert (done == (tick_i && whole != 4'd0));
      whole_and_once : assert (!done || (done_tag < 4'd4 && whole[done_tag[1:0]]));
    end else begin
      assume (!request_i && !rvalid_i);
    end
  end

endmodule
