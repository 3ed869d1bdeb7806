// The first two flits of a packet, but for the cycle of its injection: docs/reference/packet_format.md.
module packet_maker (
  input  nic_pkg::straps_t                 straps_i,
  input  logic [flit_pkg::NicWidth-1:0]    engine_i,
  // Its message's descriptor, gap and window.
  input  logic [nic_pkg::EntryBits-1:0]    descriptor_i,
  input  logic [nic_pkg::GapWidth-1:0]     gap_i,
  input  logic [7:0]                       window_i,
  // As the packetiser has cut it.
  input  logic [nic_pkg::IndexWidth-1:0]   index_i,
  input  logic [31:0]                      offset_i,
  // Lowest bits of it.
  input  logic [3:0]                       payload_i,
  input  logic [nic_pkg::LengthWidth-1:0]  flits_i,
  input  logic                             last_i,
  output nic_pkg::packet_t                 packet_o
);

  logic one_sided;
  logic [nic_pkg::RemoteWidth-1:0] remote;
  assign one_sided = descriptor_i[5*32+nic_pkg::OneSidedBit];
  assign remote = {descriptor_i[7*32+:16], descriptor_i[6*32+:32]} + {16'd0, offset_i};

  always_comb begin
    packet_o.head = 128'd0;
    packet_o.head[flit_pkg::DestinationLsb+:flit_pkg::NodeWidth] = descriptor_i[31:0];
    packet_o.head[flit_pkg::SourceLsb+:flit_pkg::NodeWidth] = straps_i.position;
    packet_o.head[flit_pkg::DestinationNicLsb+:flit_pkg::NicWidth] = descriptor_i[5*32+16+:3];
    packet_o.head[flit_pkg::SourceNicLsb+:flit_pkg::NicWidth] = engine_i;
    packet_o.head[flit_pkg::NegativeLsb+:flit_pkg::MaxDimensions] = descriptor_i[5*32+19+:4];
    packet_o.head[flit_pkg::LengthLsb+:flit_pkg::LengthWidth] =
      {{(flit_pkg::LengthWidth - nic_pkg::LengthWidth) {1'b0}}, flits_i};
    packet_o.head[flit_pkg::DestinationPlaceLsb+:flit_pkg::PlaceWidth] =
      one_sided ? remote[47:42] : descriptor_i[7*32+22+:6];
    packet_o.head[flit_pkg::PaddingLsb+:flit_pkg::PaddingWidth] = one_sided ? 4'd0 - payload_i : 4'd0;
    packet_o.transport = 128'd0;
    packet_o.transport[flit_pkg::TagLsb+:32] = descriptor_i[32+:32];
    packet_o.transport[flit_pkg::MessageBytesLsb+:32] = one_sided ? remote[31:0] : descriptor_i[2*32+:32];
    packet_o.transport[flit_pkg::CreateCycleLsb+:32] = descriptor_i[3*32+:32];
    packet_o.transport[flit_pkg::IndexLsb+:nic_pkg::IndexWidth] = index_i;
    packet_o.transport[flit_pkg::SourcePlaceLsb+:flit_pkg::PlaceWidth] =
      one_sided ? remote[37:32] : descriptor_i[7*32+16+:6];
    packet_o.transport[flit_pkg::MessageBytesAboveLsb+:flit_pkg::MessageBytesAboveWidth] =
      one_sided ? remote[41:38] : descriptor_i[7*32+28+:4];
    packet_o.transport[flit_pkg::LastBit] = last_i;
    packet_o.transport[flit_pkg::OneSidedBit] = one_sided;
    packet_o.gap = gap_i;
    packet_o.window = window_i;
    packet_o.receive_slot = descriptor_i[5*32+28+:4];
    packet_o.last = last_i;
  end

  logic unused;
  assign unused = ^{straps_i, descriptor_i};

endmodule
