`include "common/assert.svh"

// Collects the flits of one VC into a packet, and says at the edge of its tail what came.
module packet_assembly (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 enable_i,
  input  nic_pkg::straps_t     straps_i,
  input  logic [flit_pkg::NicWidth-1:0] engine_i,
  // A flit on this VC.
  input  logic                 valid_i,
  input  flit_pkg::flit_t      flit_i,
  // Where the payload of the packet begins in its message, if the flit is the second one.
  input  logic [30:0]          offset_i,
  output nic_pkg::arrival_t    arrival_o,
  output logic [nic_pkg::LengthWidth-1:0] length_o,
  // Where the payload begins, from the third flit on.
  output logic [30:0]          offset_o
);

  logic [7:0] taken_q;
  // The flit that comes is the second one.
  logic is_second_q;
  logic [127:0] head_q;
  logic [127:0] transport_q;
  logic [127:0] transport;
  assign transport = is_second_q ? flit_i.data : transport_q;
  // Places, or upper bits of the remote address, and length of the message, or the lower ones. The last flit of a
  // message that says its length has the padding that follows from it.
  logic one_sided;
  logic last;
  logic [2*flit_pkg::PlaceWidth-1:0] places;
  logic [3:0] padding;
  logic [31:0] word;
  assign one_sided = transport[flit_pkg::OneSidedBit];
  assign places = {
    head_q[flit_pkg::DestinationPlaceLsb+:flit_pkg::PlaceWidth],
    transport[flit_pkg::SourcePlaceLsb+:flit_pkg::PlaceWidth]
  };
  assign last = transport[flit_pkg::LastBit];
  assign word = transport[flit_pkg::MessageBytesLsb+:32];
  assign length_o = head_q[flit_pkg::LengthLsb+:nic_pkg::LengthWidth];
  // Flits of payload, without the last one if that is not full.
  logic [7:0] full_flits;
  always_comb begin
    if (one_sided) padding = head_q[flit_pkg::PaddingLsb+:flit_pkg::PaddingWidth];
    else padding = last ? 4'd0 - word[3:0] : 4'd0;
  end
  assign full_flits = padding == 4'd0 ? length_o - 8'd2 : length_o - 8'd3;
  assign arrival_o.one_sided = one_sided;
  assign arrival_o.last = last;
  assign arrival_o.key = {
    head_q[flit_pkg::SourceLsb+:flit_pkg::NodeWidth], one_sided ? 12'd0 : places, transport[flit_pkg::TagLsb+:32]
  };
  assign arrival_o.message_bytes = word;
  assign arrival_o.index = transport[flit_pkg::IndexLsb+:nic_pkg::IndexWidth];
  assign arrival_o.payload = {full_flits[6:0], 4'd0 - padding};
  assign arrival_o.remote_address = {
    places[2*flit_pkg::PlaceWidth-1:flit_pkg::PlaceWidth],
    transport[flit_pkg::MessageBytesAboveLsb+:flit_pkg::MessageBytesAboveWidth], places[flit_pkg::PlaceWidth-1:0], word
  };

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      taken_q <= 8'd0;
      is_second_q <= 1'b0;
      head_q <= 128'd0;
      transport_q <= 128'd0;
    end else if (enable_i && valid_i) begin
      taken_q <= flit_i.tail ? 8'd0 : taken_q + 8'd1;
      is_second_q <= !flit_i.tail && taken_q == 8'd0;
      if (flit_i.head) head_q <= flit_i.data;
      transport_q <= transport;
    end
    if (enable_i && valid_i && is_second_q) offset_o <= offset_i;
  end

`ifndef SYNTHESIS
  logic [127:0] pattern;
  payload_pattern u_payload_pattern (
    .head_i     (head_q),
    .transport_i(transport_q),
    .index_i    (taken_q),
    .pattern_o  (pattern)
  );
  logic comes;
  assign comes = enable_i && valid_i;
  `ASSERT(HeadComesFirst, !comes || flit_i.head == (taken_q == 8'd0))
  `ASSERT(AtItsDestination, !comes || !flit_i.head ||
    (flit_i.data[flit_pkg::DestinationLsb+:flit_pkg::NodeWidth] == straps_i.position &&
     flit_i.data[flit_pkg::DestinationNicLsb+:flit_pkg::NicWidth] == engine_i))
  `ASSERT(LengthAsTheHeaderSays, !comes || flit_i.head || flit_i.tail == (taken_q + 8'd1 == length_o))
  `ASSERT(PayloadFitsItsFlits, !comes || taken_q != 8'd1 || length_o != 8'd2 || padding == 4'd0)
  `ASSERT(PayloadIsIntact, !comes || taken_q < 8'd2 || flit_i.data == pattern)
`endif

  logic unused;
  assign unused = ^{straps_i, engine_i, head_q, transport_q, full_flits, flit_i.valid, flit_i.vc};

endmodule
