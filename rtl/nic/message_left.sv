// Parts of a message that are still to come after a packet: bytes, or packets of a one-sided message, which are those that
// came until its last one has. All of it is found for a message that has begun and for a new one.
module message_left (
  input  nic_pkg::arrival_t arrival_i,
  // The message has begun: parts that were left of it, and whether its last packet has come. That is known late.
  input  logic              open_i,
  input  logic [31:0]       left_i,
  input  logic              end_known_i,
  // The message is whole with the packet, if it has begun and if it has not.
  output logic              open_whole_o,
  output logic              begin_whole_o,
  output logic [31:0]       left_o
);

  logic [31:0] payload;
  logic [31:0] index;
  logic [31:0] last_left;
  logic [31:0] begin_left;
  assign payload = {21'd0, arrival_i.payload};
  assign index = {12'd0, arrival_i.index};
  assign begin_left = arrival_i.one_sided ? 32'd0 : arrival_i.message_bytes;
  always_comb begin
    if (!arrival_i.one_sided) last_left = payload;
    else last_left = arrival_i.last ? index : 32'd1;
  end
  assign open_whole_o = left_i == last_left && (!arrival_i.one_sided || arrival_i.last || end_known_i);
  assign begin_whole_o = begin_left == last_left && (!arrival_i.one_sided || arrival_i.last);
  always_comb begin
    if (!arrival_i.one_sided) left_o = (open_i ? left_i : arrival_i.message_bytes) - payload;
    else if (arrival_i.last) left_o = open_i ? index - left_i : index;
    else left_o = !open_i ? 32'd1 : end_known_i ? left_i - 32'd1 : left_i + 32'd1;
  end

  logic unused;
  assign unused = ^arrival_i;

endmodule
