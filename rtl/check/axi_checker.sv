// Rules of an AXI4 port (IHI 0022) with 16 IDs for reads and one for writes: channels, lengths of bursts, boundaries of
// 4 KiB, answers to what was asked, none lost. Attaches to any such port.
module axi_checker (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         arvalid_i,
  input logic         arready_i,
  input logic [3:0]   arid_i,
  input logic [63:0]  araddr_i,
  input logic [7:0]   arlen_i,
  input logic         rvalid_i,
  input logic         rready_i,
  input logic [3:0]   rid_i,
  input logic [127:0] rdata_i,
  input logic         awvalid_i,
  input logic         awready_i,
  input logic [63:0]  awaddr_i,
  input logic [7:0]   awlen_i,
  input logic         wvalid_i,
  input logic         wready_i,
  input logic [127:0] wdata_i,
  input logic [15:0]  wstrb_i,
  input logic         wlast_i,
  input logic         bvalid_i,
  input logic         bready_i
);

  axi_channel_checker #(.Width(76)) u_ar (
    .clk_i, .rst_ni, .valid_i(arvalid_i), .ready_i(arready_i), .payload_i({arid_i, araddr_i, arlen_i})
  );
  axi_channel_checker #(.Width(132)) u_r (
    .clk_i, .rst_ni, .valid_i(rvalid_i), .ready_i(rready_i), .payload_i({rid_i, rdata_i})
  );
  axi_channel_checker #(.Width(72)) u_aw (
    .clk_i, .rst_ni, .valid_i(awvalid_i), .ready_i(awready_i), .payload_i({awaddr_i, awlen_i})
  );
  axi_channel_checker #(.Width(145)) u_w (
    .clk_i, .rst_ni, .valid_i(wvalid_i), .ready_i(wready_i), .payload_i({wdata_i, wstrb_i, wlast_i})
  );

  // Bursts within 4 KiB, of whole beats of 16 B.
  ReadWithin4KiB : assert property (@(posedge clk_i) disable iff (!rst_ni)
    arvalid_i |-> {1'b0, araddr_i[11:4]} + {1'b0, arlen_i} < 9'd256);
  WriteWithin4KiB : assert property (@(posedge clk_i) disable iff (!rst_ni)
    awvalid_i |-> {1'b0, awaddr_i[11:4]} + {1'b0, awlen_i} < 9'd256);
  ReadIsAligned : assert property (@(posedge clk_i) disable iff (!rst_ni) arvalid_i |-> araddr_i[3:0] == 4'd0);
  WriteIsAligned : assert property (@(posedge clk_i) disable iff (!rst_ni) awvalid_i |-> awaddr_i[3:0] == 4'd0);
  SomethingIsWritten : assert property (@(posedge clk_i) disable iff (!rst_ni) wvalid_i |-> wstrb_i != 16'd0);

  // Beats of each ID that are to come, by addresses that were taken.
  logic [15:0][11:0] due_q;
  logic asks;
  logic comes;
  assign asks = arvalid_i && arready_i;
  assign comes = rvalid_i && rready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      due_q <= '0;
    end else begin
      for (int id = 0; id < 16; id++) begin
        due_q[id] <= due_q[id] + (asks && arid_i == id[3:0] ? {4'd0, arlen_i} + 12'd1 : 12'd0)
                   - (comes && rid_i == id[3:0] ? 12'd1 : 12'd0);
      end
    end
  end
  DataWasAskedFor : assert property (@(posedge clk_i) disable iff (!rst_ni) rvalid_i |-> due_q[rid_i] != 12'd0);

  // One burst of writes at a time: its beats come behind its address, the last one says so.
  logic [8:0] beats_q;
  logic [7:0] responses_q;
  logic opens;
  logic moves;
  logic closes;
  assign opens = awvalid_i && awready_i;
  assign moves = wvalid_i && wready_i;
  assign closes = bvalid_i && bready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      beats_q <= 9'd0;
      responses_q <= 8'd0;
    end else begin
      if (opens) beats_q <= {1'b0, awlen_i} + 9'd1;
      else if (moves) beats_q <= beats_q - 9'd1;
      responses_q <= responses_q + {7'd0, moves && wlast_i} - {7'd0, closes};
    end
  end
  DataBehindItsAddress : assert property (@(posedge clk_i) disable iff (!rst_ni) wvalid_i |-> beats_q != 9'd0);
  LastBeatSaysSo : assert property (@(posedge clk_i) disable iff (!rst_ni) wvalid_i |-> wlast_i == (beats_q == 9'd1));
  BurstsOneByOne : assert property (@(posedge clk_i) disable iff (!rst_ni) awvalid_i |-> beats_q == 9'd0);
  ResponseToABurst : assert property (@(posedge clk_i) disable iff (!rst_ni) bvalid_i |-> responses_q != 8'd0);

endmodule
