// What stands in place of payload in a flit of a packet: docs/reference/packet_format.md.
module payload_pattern (
  // Its first two flits, and the number of this one.
  input  logic [flit_pkg::DataWidth-1:0]   head_i,
  input  logic [flit_pkg::DataWidth-1:0]   transport_i,
  input  logic [nic_pkg::LengthWidth-1:0]  index_i,
  output logic [flit_pkg::DataWidth-1:0]   pattern_o
);

  logic [31:0] tag;
  assign tag = transport_i[flit_pkg::TagLsb+:32];
  assign pattern_o = {
    ~tag, tag, transport_i[flit_pkg::IndexLsb+:nic_pkg::IndexWidth], index_i, 1'b0,
    head_i[flit_pkg::SourceNicLsb+:flit_pkg::NicWidth], head_i[flit_pkg::SourceLsb+:flit_pkg::NodeWidth]
  };

  logic unused;
  assign unused = ^{head_i, transport_i};

endmodule
