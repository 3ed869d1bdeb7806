// Puts what has been read from memory into the payload flits that an engine sends, in place of the NIC's pattern.
// The flits of the NIC stand from one edge of the links to the next; what this puts out is complete before that edge.
module payload_source (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  // The first tick after an edge of the links, the second, and that of the next edge.
  input  logic                             first_tick_i,
  input  logic                             second_tick_i,
  input  logic                             edge_tick_i,
  // Of the NIC: a read that it requests, once, in the order of its packets; what it sends.
  input  logic                             request_i,
  input  logic [nic_pkg::EntryWidth-1:0]   tag_i,
  input  logic [3:0]                       offset_i,
  input  logic [nic_pkg::PayloadWidth-1:0] bytes_i,
  input  logic [flit_pkg::FlitWidth-1:0]   flit_i,
  // Beats of a packet buffer, a clock later.
  output logic                             fetch_o,
  output logic [nic_pkg::EntryWidth-1:0]   fetch_tag_o,
  output logic [6:0]                       fetch_beat_o,
  input  logic [flit_pkg::DataWidth-1:0]   beat_i,
  output logic [flit_pkg::FlitWidth-1:0]   flit_o
);

  flit_pkg::flit_t flit;
  assign flit = flit_i;

  logic head;
  logic has_payload;
  logic [nic_pkg::EntryWidth-1:0] next_tag;
  logic [3:0] next_offset;
  logic [nic_pkg::PayloadWidth-1:0] next_bytes;
  logic takes;
  assign head = flit.valid && flit.head;
  assign has_payload = flit.data[flit_pkg::LengthLsb+:flit_pkg::LengthWidth] > 2;
  assign takes = first_tick_i && head && has_payload;
  fifo #(
    .Width(nic_pkg::EntryWidth + 4 + nic_pkg::PayloadWidth),
    .Depth(nic_pkg::RingEntries)
  ) u_order (
    .clk_i,
    .rst_ni,
    .push_i (request_i),
    .data_i ({tag_i, offset_i, bytes_i}),
    .pop_i  (takes),
    .valid_o(),
    .data_o ({next_tag, next_offset, next_bytes}),
    .full_o ()
  );

  // Of the packet that is being sent: which flit stands on the port, and bytes from it on.
  logic [nic_pkg::EntryWidth-1:0] tag_q;
  logic [3:0] offset_q;
  logic [nic_pkg::PayloadWidth-1:0] left_q;
  logic [7:0] index_q;
  logic payload;
  logic whole;
  assign payload = flit.valid && !flit.head && index_q > 8'd1;
  assign whole = left_q > 11'd15;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tag_q <= {nic_pkg::EntryWidth{1'b0}};
      offset_q <= 4'd0;
      left_q <= {nic_pkg::PayloadWidth{1'b0}};
      index_q <= 8'd0;
    end else if (first_tick_i && head) begin
      index_q <= 8'd0;
      if (has_payload) {tag_q, offset_q, left_q} <= {next_tag, next_offset, next_bytes};
    end else if (edge_tick_i && flit.valid) begin
      index_q <= index_q + 1'b1;
      if (payload) left_q <= whole ? left_q - 11'd16 : 11'd0;
    end
  end

  // Two beats hold a flit's bytes: the first is fetched in the first tick, the second in the second one.
  logic [6:0] word;
  logic [flit_pkg::DataWidth-1:0] low_q;
  assign word = index_q[6:0] - 7'd2;
  assign fetch_o = payload && (first_tick_i || second_tick_i);
  assign fetch_tag_o = tag_q;
  assign fetch_beat_o = first_tick_i ? word : word + 1'b1;
  always_ff @(posedge clk_i) begin
    if (second_tick_i) low_q <= beat_i;
  end

  logic [2*flit_pkg::DataWidth-1:0] pair;
  logic [flit_pkg::DataWidth-1:0] aligned;
  logic [flit_pkg::DataWidth-1:0] bytes;
  assign pair = {beat_i, low_q};
  assign aligned = pair[{1'b0, offset_q, 3'd0}+:flit_pkg::DataWidth];
  // Bytes of the last flit that hold no payload are 0.
  assign bytes = whole ? {flit_pkg::DataWidth{1'b1}} : ~({flit_pkg::DataWidth{1'b1}} << {left_q[3:0], 3'd0});
  assign flit_o = payload ? {flit.valid, flit.head, flit.tail, flit.vc, aligned & bytes} : flit_i;

endmodule
