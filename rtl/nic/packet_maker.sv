// The first two flits of a packet, but for the cycle of its injection: docs/reference/packet_format.md.
module packet_maker (
  input  nic_pkg::straps_t                 straps_i,
  input  logic [1:0]                       engine_i,
  // Its message's descriptor, gap and window.
  input  logic [nic_pkg::EntryBits-1:0]    descriptor_i,
  input  logic [nic_pkg::GapWidth-1:0]     gap_i,
  input  logic [7:0]                       window_i,
  // As the packetiser has cut it.
  input  logic [nic_pkg::IndexWidth-1:0]   index_i,
  input  logic [31:0]                      offset_i,
  input  logic [nic_pkg::PayloadWidth-1:0] payload_i,
  input  logic [7:0]                       flits_i,
  input  logic                             last_i,
  output nic_pkg::packet_t                 packet_o
);

  logic one_sided;
  logic [nic_pkg::RemoteWidth-1:0] remote;
  assign one_sided = descriptor_i[26];
  assign remote = {descriptor_i[7*32+:16], descriptor_i[6*32+:32]} + {16'd0, offset_i};

  always_comb begin
    packet_o.head = 128'd0;
    packet_o.head[15:0] = descriptor_i[15:0];
    packet_o.head[31:16] = {straps_i.y, straps_i.x};
    packet_o.head[35:32] = {engine_i, descriptor_i[17:16]};
    packet_o.head[37:36] = descriptor_i[25:24];
    packet_o.head[47:40] = flits_i;
    packet_o.head[63:48] = one_sided ? remote[47:32] : descriptor_i[7*32+16+:16];
    packet_o.head[127:96] = one_sided ? remote[31:0] : 32'd0;
    packet_o.transport = {one_sided, payload_i, index_i, descriptor_i[3*32+:32], descriptor_i[2*32+:32],
                          descriptor_i[32+:32]};
    packet_o.gap = gap_i;
    packet_o.window = window_i;
    packet_o.receive_slot = descriptor_i[31:28];
    packet_o.last = last_i;
  end

  logic unused;
  assign unused = ^{straps_i, descriptor_i};

endmodule
