// Chance of a packet that the NIC of one port sends: which of two ways it goes. That is draw 0 below 2 of RouteDraw
// (hw/router/route_draw.h), a function of the NIC and of the cycle of injection, so that each model finds the same.
//
// What follows from the NIC alone, the key of its stream of numbers, is worked out at edges of reset.
module route_draw #(
  parameter int unsigned NumDimensions = 2,
  // Number of the NIC in its node.
  parameter int unsigned Nic = 0
) (
  input  logic                                               clk_i,
  input  logic                                               rst_ni,
  // Straps.
  input  logic [NumDimensions*flit_pkg::CoordinateWidth-1:0] position_i,
  input  logic [NumDimensions*router_pkg::RingSizeWidth-1:0] shape_i,
  // Of the first flit of the packet. Low: nothing is drawn.
  input  logic                                               enable_i,
  input  logic [flit_pkg::AgeWidth-1:0]                      inject_cycle_i,
  output logic                                               second_o
);

  // RandomStream of hw/common/random.h. KeyOfSeed is mix(0x726F757465).
  localparam logic [63:0] KeyOfSeed = 64'hF0A63C8BFC4FDE49;
  localparam logic [63:0] OddA = 64'h9E3779B97F4A7C15;
  localparam logic [63:0] OddB = 64'hD1342543DE82EF95;
  localparam logic [63:0] MixA = 64'hBF58476D1CE4E5B9;
  localparam logic [63:0] MixB = 64'h94D049BB133111EB;

  // Number of the node, the first dimension fastest.
  logic [31:0] node;
  always_comb begin
    node = 32'd0;
    for (int d = NumDimensions - 1; d >= 0; d--) begin
      node = node * {23'd0, shape_i[d*router_pkg::RingSizeWidth+:router_pkg::RingSizeWidth]}
           + {24'd0, position_i[d*flit_pkg::CoordinateWidth+:flit_pkg::CoordinateWidth]};
    end
  end

  localparam logic [flit_pkg::NicWidth-1:0] NicNumber = Nic[flit_pkg::NicWidth-1:0];
  logic [63:0] key_1;
  logic [63:0] key_2;
  logic [63:0] key_3;
  logic [63:0] key_q;
  assign key_1 = (KeyOfSeed ^ ({29'd0, node, NicNumber} * OddA)) + OddA;
  assign key_2 = (key_1 ^ (key_1 >> 30)) * MixA;
  assign key_3 = (key_2 ^ (key_2 >> 27)) * MixB;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) key_q <= key_3 ^ (key_3 >> 31);
  end

  // Draw number 8 * cycle + 0, whose highest bit the last step of the hash leaves alone.
  logic [63:0] drawn;
  always_comb begin
    drawn = 64'd0;
    if (enable_i) begin
      drawn = key_q + {29'd0, inject_cycle_i, 3'd0} * OddB + OddA;
      drawn = (drawn ^ (drawn >> 30)) * MixA;
      drawn = (drawn ^ (drawn >> 27)) * MixB;
    end
  end
  assign second_o = drawn[63];

endmodule
