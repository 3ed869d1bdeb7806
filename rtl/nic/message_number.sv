// Number of the message whose bit is the only one that is set; 0 if none is.
module message_number (
  input  logic [nic_pkg::Messages-1:0]     bits_i,
  output logic [nic_pkg::MessageWidth-1:0] number_o
);

  assign number_o = {
    (bits_i & 64'hFFFF_FFFF_0000_0000) != 64'd0, (bits_i & 64'hFFFF_0000_FFFF_0000) != 64'd0,
    (bits_i & 64'hFF00_FF00_FF00_FF00) != 64'd0, (bits_i & 64'hF0F0_F0F0_F0F0_F0F0) != 64'd0,
    (bits_i & 64'hCCCC_CCCC_CCCC_CCCC) != 64'd0, (bits_i & 64'hAAAA_AAAA_AAAA_AAAA) != 64'd0
  };

endmodule
