// Proof: whatever flits the wire carries wrongly, whatever acknowledgements are lost and however soon the sender loses
// patience, the router behind a link gets every flit once and in order, and a replay buffer that is full gets room as
// soon as the wire has been right for a while. Packets come when there is room for the longest, as LINK-9 has it; they
// have two flits or three. Flits are told apart by their number. The receiver finds out by the CRC of a packet. What
// stands for it here, link_crc_stand_in.sv, misses nothing. A packet has wrong flits and numbers, or a wrong CRC.
module link_retry_formal #(
  // Edges of a wire without errors after which there is room.
  parameter int unsigned Calm = 8
) (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       begin_i,
  input logic       longer_i,
  input logic       wrong_i,
  input logic [3:0] garbled_i,
  input logic [1:0] garbled_number_i,
  input logic       lost_i,
  input logic [2:0] timeout_i
);

  localparam int unsigned Longest = 3;

  // The strap does not change, and a packet is given time to reach the other end.
  logic [2:0] timeout_q;
  always_ff @(posedge clk_i) timeout_q <= timeout_i;

  // The switch. Flits in the replay buffer, as it knows them.
  logic [2:0] used_q;
  logic [2:0] room;
  logic [2:0] used;
  logic [1:0] left_q;
  logic [3:0] fed_q;
  logic starts;
  logic feeds;
  assign used = used_q - room;
  assign starts = begin_i && left_q == 2'd0 && {1'b0, used} + Longest[3:0] <= 4'd7;
  assign feeds = starts || left_q != 2'd0;
  logic [6:0] fed;
  assign fed = {feeds, starts, left_q == 2'd1, feeds ? fed_q : 4'd0};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q <= 3'd0;
      left_q <= 2'd0;
      fed_q <= 4'd0;
    end else begin
      used_q <= starts ? used + (longer_i ? 3'd3 : 3'd2) : used;
      if (starts) left_q <= longer_i ? 2'd2 : 2'd1;
      else if (feeds) left_q <= left_q - 2'd1;
      if (feeds) fed_q <= fed_q + 4'd1;
    end
  end

  logic [6:0] put;
  logic [1:0] number;
  logic [31:0] crc;
  logic ack;
  logic [1:0] ack_number;
  link_sender #(
    .Width      (7),
    .NumberWidth(2),
    .Depth      (8),
    .TimeWidth  (4)
  ) u_sender (
    .clk_i,
    .rst_ni,
    .enable_i    (1'b1),
    .timeout_i   ({1'b0, timeout_i}),
    .flit_i      (fed),
    .ack_i       (ack && !lost_i),
    .ack_number_i(ack_number),
    .flit_o      (put),
    .number_o    (number),
    .crc_o       (crc),
    .room_o      (room)
  );

  // A wire may change all but where packets begin and end.
  logic errs;
  logic [6:0] got;
  logic [1:0] got_number;
  assign errs = wrong_i && put[6];
  assign got = {put[6:4], errs ? garbled_i : put[3:0]};
  assign got_number = errs ? garbled_number_i : number;

  // Whether a flit of this packet is wrong.
  logic spoilt_q;
  logic spoilt;
  assign spoilt = got != put || got_number != number || (!put[5] && spoilt_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) spoilt_q <= 1'b0;
    else if (put[6]) spoilt_q <= spoilt;
  end

  logic [6:0] given;
  link_receiver #(
    .Width      (7),
    .NumberWidth(2),
    .Depth      (4)
  ) u_receiver (
    .clk_i,
    .rst_ni,
    .enable_i    (1'b1),
    .flit_i      (got),
    .number_i    (got_number),
    .crc_i       (crc ^ {31'd0, errs && !spoilt}),
    .ack_o       (ack),
    .ack_number_o(ack_number),
    .flit_o      (given)
  );

  // The router behind: it has had so many flits.
  logic [3:0] given_q;
  logic inside_q;
  logic [4:0] calm_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      given_q <= 4'd0;
      inside_q <= 1'b0;
      calm_q <= 5'd0;
    end else begin
      if (given[6]) given_q <= given_q + 4'd1;
      if (given[6]) inside_q <= !given[4];
      if (errs || (ack && lost_i) || {1'b0, used} + Longest[3:0] <= 4'd7) calm_q <= 5'd0;
      else if (calm_q != 5'd31) calm_q <= calm_q + 5'd1;
    end
  end

  always_comb begin
    assume (timeout_i == timeout_q && timeout_i >= 3'd1 && timeout_i <= 3'd3);
    if (rst_ni) begin
      once_and_in_order : assert (!given[6] || given[3:0] == given_q);
      none_made_up : assert (!given[6] || given_q != fed_q);
      whole_packets : assert (!given[6] || given[5] != inside_q);
      room_at_last : assert (calm_q < Calm[4:0]);
    end
  end

endmodule
