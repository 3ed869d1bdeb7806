// Bounded proof: whatever memory does with ready and valid, each write of which all beats have been taken, and each of
// which all responses have come, is told at the next tick, once, in the order of the requests, and nothing else is. Up
// to four writes are under way, of which two wait for responses.
module axi_writer_formal (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             request_i,
  // Lower bits; those above are for the proof of axi_burst.
  input logic [11:0] addr_i,
  input logic [5:0]  bytes_i,
  input logic                             tick_i,
  input logic                             awready_i,
  input logic                             wready_i,
  input logic                             bvalid_i
);

  // Numbers of writes: asked for, of which the beats are taken, of which the responses have come, and told of.
  logic [2:0] asked_q;
  logic [2:0] written_q;
  logic [2:0] answered_q;
  logic [2:0] taken_q;
  logic [2:0] visible_q;
  logic taken;
  logic visible;
  logic [nic_pkg::WriteTagWidth-1:0] taken_tag;
  logic [nic_pkg::WriteTagWidth-1:0] visible_tag;
  logic awvalid;
  logic wvalid;
  logic wlast;
  logic bready;
  axi_writer #(
    .Depth       (4),
    .MostWaiting (2)
  ) u_writer (
    .clk_i,
    .rst_ni,
    .request_i,
    .tag_i        ({{(nic_pkg::WriteTagWidth - 3) {1'b0}}, asked_q}),
    .addr_i       ({52'd0, addr_i}),
    .bytes_i      ({5'd0, bytes_i}),
    .vc_i         ({flit_pkg::VcWidth{1'b0}}),
    .slot_i       (9'd0),
    .tick_i,
    .taken_o      (taken),
    .taken_tag_o  (taken_tag),
    .visible_o    (visible),
    .visible_tag_o(visible_tag),
    .fetch_o      (),
    .fetch_vc_o   (),
    .fetch_slot_o (),
    .word_i       ({flit_pkg::DataWidth{1'b0}}),
    .failed_o     (),
    .awvalid_o    (awvalid),
    .awready_i,
    .awaddr_o     (),
    .awlen_o      (),
    .wvalid_o     (wvalid),
    .wready_i,
    .wdata_o      (),
    .wstrb_o      (),
    .wlast_o      (wlast),
    .bvalid_i,
    .bready_o     (bready),
    .bresp_i      (2'b00)
  );

  // Writes of two bursts, by their number; the second one is what comes next.
  logic [7:0] pairs_q;
  logic second_beats_q;
  logic second_answer_q;
  logic [3:0] due_q;
  logic crosses;
  logic burst_ends;
  logic comes;
  logic is_written;
  logic is_answered;
  assign crosses = {1'b0, addr_i[11:0]} + {7'd0, bytes_i} > 13'd4096;
  assign burst_ends = wvalid && wready_i && wlast;
  assign comes = bvalid_i && bready;
  assign is_written = burst_ends && (second_beats_q || !pairs_q[written_q]);
  assign is_answered = comes && (second_answer_q || !pairs_q[answered_q]);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      asked_q <= 3'd0;
      written_q <= 3'd0;
      answered_q <= 3'd0;
      taken_q <= 3'd0;
      visible_q <= 3'd0;
      pairs_q <= 8'd0;
      second_beats_q <= 1'b0;
      second_answer_q <= 1'b0;
      due_q <= 4'd0;
    end else begin
      if (request_i) begin
        asked_q <= asked_q + 1'b1;
        pairs_q[asked_q] <= crosses;
      end
      if (burst_ends) second_beats_q <= !is_written;
      if (comes) second_answer_q <= !is_answered;
      written_q <= written_q + {2'd0, is_written};
      answered_q <= answered_q + {2'd0, is_answered};
      taken_q <= taken_q + {2'd0, taken};
      visible_q <= visible_q + {2'd0, visible};
      due_q <= due_q + {3'd0, burst_ends} - {3'd0, comes};
    end
  end

  always_comb begin
    if (rst_ni) begin
      assume (bytes_i != 6'd0 && bytes_i <= 6'd32);
      assume (!request_i || (asked_q - visible_q < 3'd4 && asked_q - taken_q < 3'd4));
      assume (!bvalid_i || due_q != 4'd0);
      told_at_the_next_tick : assert (visible == (tick_i && answered_q != visible_q));
      in_order : assert (!visible || visible_tag[2:0] == visible_q);
      taken_at_the_next_tick : assert (taken == (tick_i && written_q != taken_q));
      taken_in_order : assert (!taken || taken_tag[2:0] == taken_q);
    end else begin
      assume (!request_i);
    end
  end

endmodule
