// Key of the messages that a receive slot is for, with the bits of it that are compared, and the address of its buffer.
module receive_key (
  input  logic [nic_pkg::EntryBits-1:0]    entry_i,
  output logic [nic_pkg::KeyWidth-1:0]     key_o,
  output logic [nic_pkg::KeyWidth-1:0]     mask_o,
  output logic [nic_pkg::AddressWidth-1:0] address_o
);

  logic any_source;
  logic [5:0] ignored;
  logic [31:0] tag_mask;
  assign any_source = entry_i[3*32+nic_pkg::AnySourceBit];
  assign ignored = entry_i[3*32+nic_pkg::TagIgnoredBit+:6];
  // Bit i of the tag is compared if no more than i bits are ignored: found by eights, and then within eight.
  logic [7:0] lower_mask;
  assign lower_mask = 8'hFF << ignored[2:0];
  always_comb begin
    for (int unsigned i = 0; i < 4; i++) begin
      tag_mask[8*i+:8] = ignored[5:3] > 3'(i) ? 8'd0 : ignored[5:3] == 3'(i) ? lower_mask : 8'hFF;
    end
  end
  assign mask_o = {{flit_pkg::NodeWidth{!any_source}}, 6'h3F, {6{!any_source}}, tag_mask};
  assign key_o = {entry_i[31:0], entry_i[3*32+6+:6], entry_i[3*32+:6], entry_i[63:32]};
  assign address_o = {entry_i[5*32+:32], entry_i[4*32+:32]};

  logic unused;
  assign unused = ^entry_i;

endmodule
