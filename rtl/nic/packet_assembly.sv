`include "common/assert.svh"

// Collects the flits of one VC into a packet, and says at the edge of its tail what came.
module packet_assembly (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 enable_i,
  input  nic_pkg::straps_t     straps_i,
  input  logic [1:0]           engine_i,
  // A flit on this VC.
  input  logic                 valid_i,
  input  flit_pkg::flit_t      flit_i,
  output nic_pkg::arrival_t    arrival_o,
  output logic [7:0]           length_o
);

  logic [7:0] taken_q;
  logic [127:0] head_q;
  logic [127:0] transport_q;
  logic [127:0] transport;
  assign transport = taken_q == 8'd1 ? flit_i.data : transport_q;
  assign length_o = head_q[47:40];
  assign arrival_o.one_sided = transport[127];
  assign arrival_o.key = {
    head_q[23:16], head_q[31:24], transport[127] ? 16'd0 : {head_q[55:48], head_q[63:56]}, transport[31:0]
  };
  assign arrival_o.message_bytes = transport[63:32];
  assign arrival_o.index = transport[115:96];
  assign arrival_o.payload = transport[126:116];
  assign arrival_o.remote_address = {head_q[63:48], head_q[127:96]};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      taken_q <= 8'd0;
      head_q <= 128'd0;
      transport_q <= 128'd0;
    end else if (enable_i && valid_i) begin
      taken_q <= flit_i.tail ? 8'd0 : taken_q + 8'd1;
      if (flit_i.head) head_q <= flit_i.data;
      transport_q <= transport;
    end
  end

`ifndef SYNTHESIS
  logic [127:0] pattern;
  logic [11:0] flits;
  assign pattern = {
    ~transport_q[31:0], transport_q[31:0], 12'd0, transport_q[115:96], taken_q, 6'd0, head_q[35:34], head_q[31:16]
  };
  assign flits = ({1'b0, transport[126:116]} + 12'd47) >> 4;
  logic comes;
  assign comes = enable_i && valid_i;
  `ASSERT(HeadComesFirst, !comes || flit_i.head == (taken_q == 8'd0))
  `ASSERT(AtItsDestination, !comes || !flit_i.head ||
    ({flit_i.data[7:0], flit_i.data[15:8]} == {straps_i.x, straps_i.y} && flit_i.data[33:32] == engine_i))
  `ASSERT(LengthAsTheHeaderSays, !comes || flit_i.head || flit_i.tail == (taken_q + 8'd1 == head_q[47:40]))
  `ASSERT(PayloadFitsItsFlits, !comes || taken_q != 8'd1 || flits == {4'd0, head_q[47:40]})
  `ASSERT(PayloadIsIntact, !comes || taken_q < 8'd2 || flit_i.data == pattern)
`endif

  logic unused;
  assign unused = ^{straps_i, engine_i, head_q, transport_q, flit_i.valid, flit_i.vc};

endmodule
