// Both ends of a link that repeats packets, each with its own pins, for a test: flits of 64 bits.
module link_pair (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        enable_i,
  input  logic [15:0] timeout_i,
  input  logic [63:0] switch_flit_i,
  input  logic        sender_ack_i,
  input  logic [5:0]  sender_ack_number_i,
  output logic [63:0] sender_flit_o,
  output logic [5:0]  sender_number_o,
  output logic [31:0] sender_crc_o,
  output logic [6:0]  room_o,
  input  logic [63:0] receiver_flit_i,
  input  logic [5:0]  receiver_number_i,
  input  logic [31:0] receiver_crc_i,
  output logic        receiver_ack_o,
  output logic [5:0]  receiver_ack_number_o,
  output logic [63:0] router_flit_o
);

  link_sender #(
    .Width      (64),
    .NumberWidth(6),
    .Depth      (128)
  ) u_sender (
    .clk_i,
    .rst_ni,
    .enable_i,
    .timeout_i,
    .flit_i      (switch_flit_i),
    .ack_i       (sender_ack_i),
    .ack_number_i(sender_ack_number_i),
    .flit_o      (sender_flit_o),
    .number_o    (sender_number_o),
    .crc_o       (sender_crc_o),
    .room_o
  );

  link_receiver #(
    .Width      (64),
    .NumberWidth(6),
    .Depth      (32)
  ) u_receiver (
    .clk_i,
    .rst_ni,
    .enable_i,
    .flit_i      (receiver_flit_i),
    .number_i    (receiver_number_i),
    .crc_i       (receiver_crc_i),
    .ack_o       (receiver_ack_o),
    .ack_number_o(receiver_ack_number_o),
    .flit_o      (router_flit_o)
  );

endmodule
