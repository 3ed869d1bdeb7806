// Proof: a message ends with the packet that has its last byte, and with no other. Packets have all bytes of their
// message and none twice, each but the last one is full, and their numbers go up by one from 0; a message without bytes
// is one packet. Packets are taken as the sender takes them: at any edge at which there is one.
module packetiser_formal (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic [nic_pkg::PayloadWidth-1:0] max_payload_i,
  input logic                             begin_i,
  input logic [31:0]                      bytes_i,
  input logic                             wants_i
);

  logic has_next;
  logic take;
  logic [nic_pkg::IndexWidth-1:0] index;
  logic [31:0] offset;
  logic [nic_pkg::PayloadWidth-1:0] payload;
  logic empty;
  logic [7:0] flits;
  logic last;
  assign take = wants_i && (begin_i || has_next);
  packetiser u_packetiser (
    .clk_i,
    .rst_ni,
    .max_payload_i,
    .begin_i,
    .bytes_i,
    .has_next_o(has_next),
    .take_i    (take),
    .index_o   (index),
    .offset_o  (offset),
    .payload_o (payload),
    .empty_o   (empty),
    .flits_o   (flits),
    .last_o    (last)
  );

  // Bytes that are left of it inside the packetiser.
  logic [31:0] left_inside;

  // The message under way: its bytes, those that have left, packets that have left, and whether more have to.
  logic open_q;
  logic [31:0] bytes_q;
  logic [31:0] gone_q;
  logic [nic_pkg::IndexWidth-1:0] packets_q;
  logic [nic_pkg::PayloadWidth-1:0] max_q;
  logic [31:0] bytes;
  logic [31:0] gone;
  logic [nic_pkg::IndexWidth-1:0] packets;
  logic [31:0] after;
  logic whole;
  assign bytes = begin_i ? bytes_i : bytes_q;
  assign gone = begin_i ? 32'd0 : gone_q;
  assign packets = begin_i ? {nic_pkg::IndexWidth{1'b0}} : packets_q;
  assign after = gone + {21'd0, payload};
  // What is taken now completes its message.
  assign whole = after == bytes;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      bytes_q <= 32'd0;
      gone_q <= 32'd0;
      packets_q <= {nic_pkg::IndexWidth{1'b0}};
    end else if (begin_i || take) begin
      open_q <= !(take && whole);
      bytes_q <= bytes;
      gone_q <= take ? after : gone;
      packets_q <= take ? packets + 1'b1 : packets;
    end
    max_q <= max_payload_i;
  end

  always_comb begin
    if (rst_ni) begin
      // The strap stands still, one message is cut at a time, and none has more packets than numbers.
      assume (max_payload_i >= 11'd16 && max_payload_i <= 11'd2016 && max_payload_i == max_q);
      assume (!begin_i || !open_q);
      assume (bytes_i < 32'hFFFF_0000);
      more_until_its_end : assert (has_next == open_q);
      if (take) begin
        last_byte_ends_it : assert (last == whole);
        none_beyond : assert (after <= bytes && after >= gone);
        full_but_for_the_last : assert (last || payload == max_payload_i);
        a_byte_each : assert (payload != 11'd0 || (bytes == 32'd0 && packets == {nic_pkg::IndexWidth{1'b0}}));
        empty_if_it_has_none : assert (empty == (bytes == 32'd0));
        in_order : assert (index == packets && offset == gone);
        flits_for_its_bytes : assert ({4'd0, flits - 8'd2} == (({1'b0, payload} + 12'd15) >> 4));
      end
`ifndef PLANTED
      // What induction needs to know of the state. A planted fault has to break the rule itself.
      some_left : assert (!open_q || left_inside == bytes_q - gone_q);
      within_it : assert (!open_q || (gone_q <= bytes_q && (gone_q != bytes_q || bytes_q == 32'd0)));
      where_it_is : assert (!open_q || begin_i || (index == packets_q && offset == gone_q));
      empty_has_begun : assert (!open_q || bytes_q != 32'd0 || packets_q == {nic_pkg::IndexWidth{1'b0}});
`endif
    end
  end

endmodule
