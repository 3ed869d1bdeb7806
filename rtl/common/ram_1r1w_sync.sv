// Memory with one port to write and one to read, both at the rising edge: what is read stands from the edge on, until
// something else is read. Not reset. As memory macros have it.
module ram_1r1w_sync #(
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
  logic [Width-1:0] read_data_q;

  always_ff @(posedge clk_i) begin
    if (write_i) words_q[write_address_i] <= write_data_i;
    if (read_i) read_data_q <= words_q[read_address_i];
  end
  assign read_data_o = read_data_q;

endmodule
