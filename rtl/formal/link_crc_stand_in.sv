// Takes the place of the CRC where a proof is about what sender and receiver do with it: it shifts words in, so that it
// tells packets of three flits apart whatever the wire has changed, as a CRC of 32 bits does with 27 bits or fewer.
module link_crc #(
  parameter int unsigned Width = 7,
  parameter int unsigned NumberWidth = 2
) (
  input  logic [31:0]            state_i,
  input  logic [Width-1:0]       flit_i,
  input  logic [NumberWidth-1:0] number_i,
  output logic [31:0]            state_o
);

  logic [31:0] earlier;
  assign earlier = flit_i[Width-2] ? 32'd0 : state_i;
  assign state_o = {earlier[31-Width-NumberWidth:0], number_i, flit_i};

endmodule
