// Bursts of a piece of memory (AMBA AXI Protocol Specification, IHI 0022): whole beats of 16 B from the one with the
// first byte to the one with the last, in two bursts if a boundary of 4 KiB lies between.
module axi_burst (
  input  logic [nic_pkg::AddressWidth-1:0] addr_i,
  // 1 to 2016.
  input  logic [nic_pkg::PayloadWidth-1:0] bytes_i,
  // Beats in all, at most 127.
  output logic [7:0]                       beats_o,
  // Beats of the first burst, and where the second one begins.
  output logic [7:0]                       first_beats_o,
  output logic [nic_pkg::AddressWidth-1:0] first_addr_o,
  output logic [nic_pkg::AddressWidth-1:0] second_addr_o,
  output logic                             crosses_o
);

  logic [11:0] end_offset;
  logic [8:0] to_boundary;
  assign end_offset = {8'd0, addr_i[3:0]} + {1'b0, bytes_i} + 12'd15;
  assign beats_o = end_offset[11:4];
  assign to_boundary = 9'd256 - {1'b0, addr_i[11:4]};
  assign crosses_o = {1'b0, beats_o} > to_boundary;
  assign first_beats_o = crosses_o ? to_boundary[7:0] : beats_o;
  assign first_addr_o = {addr_i[nic_pkg::AddressWidth-1:4], 4'd0};
  assign second_addr_o = {addr_i[nic_pkg::AddressWidth-1:12] + 1'b1, 12'd0};

  logic unused;
  assign unused = ^end_offset[3:0];

endmodule
