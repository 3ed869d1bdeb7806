// Memory with one port to write, at the rising edge, and one to read, at once: 0 while nothing is
// read. Not reset.
module ram_1r1w #(
  parameter int unsigned Width = 128,
  parameter int unsigned Depth = 512,
  parameter int unsigned AddressWidth = $clog2(Depth)
) (
  input  logic                    clk_i,
  input  logic                    write_i,
  input  logic [AddressWidth-1:0] write_address_i,
  input  logic [Width-1:0]        write_data_i,
  input  logic                    read_i,
  input  logic [AddressWidth-1:0] read_address_i,
  output logic [Width-1:0]        read_data_o
);

  logic [Width-1:0] words_q [Depth];

  always_ff @(posedge clk_i) begin
    if (write_i) words_q[write_address_i] <= write_data_i;
  end

  always_comb begin
    read_data_o = {Width{1'b0}};
    if (read_i) read_data_o = words_q[read_address_i];
  end

endmodule
