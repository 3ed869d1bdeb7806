// Credits that a request asks for, and has to find on one VC of its output: as many as its packet has flits. Where
// credits count packets, one, or two where the packet comes into a ring; one of them stays there.
module request_need #(
  // 1: credits between routers may count packets.
  parameter int unsigned Bubble = 0,
  parameter int unsigned NumDimensions = 2,
  // Port on which the packet came in.
  parameter int unsigned InPort = 0,
  parameter int unsigned PortWidth = 3
) (
  // Straps: credits between routers count packets; the dimension is a ring.
  input  logic                             bubble_i,
  input  logic [NumDimensions-1:0]         wrap_i,
  input  logic [PortWidth-1:0]             out_port_i,
  input  logic [flit_pkg::LengthWidth-1:0] length_i,
  output logic [flit_pkg::LengthWidth-1:0] need_o
);

  localparam int unsigned NumLinks = 2 * NumDimensions;

  logic to_router;
  logic enters_ring;
  always_comb begin
    to_router = 1'b0;
    enters_ring = 1'b0;
    if (Bubble != 0 && bubble_i) begin
      for (int o = 0; o < NumLinks; o++) begin
        if (out_port_i == o[PortWidth-1:0]) begin
          to_router = 1'b1;
          // What came in on the other side of the dimension has been in the ring.
          enters_ring = wrap_i[o/2] && InPort != (o ^ 1);
        end
      end
    end
  end
  assign need_o = to_router ? {{(flit_pkg::LengthWidth - 2) {1'b0}}, enters_ring, ~enters_ring} : length_i;

endmodule
