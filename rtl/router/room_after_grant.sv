// Whether a request that had room before an edge has it still after what its output was given away
// for at that edge. Input ports that nominate need to know, because a nominated packet waits for its
// output.
module room_after_grant #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumPorts = 8,
  parameter int unsigned PortWidth = $clog2(NumPorts)
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  // Low, always: has_room_o means nothing.
  input  logic                                       enable_i,
  // Before the edge: as request_room says.
  input  logic [PortWidth-1:0]                       out_port_i,
  input  logic [NumVcs-1:0]                          room_i,
  input  logic [NumVcs*router_pkg::CountLane-1:0]    left_i,
  // After the edge, by output: of which VC credits were given out at the edge, and how many, in lanes.
  input  logic [NumPorts*NumVcs-1:0]                 take_i,
  input  logic [NumPorts*router_pkg::CountLane-1:0]  length_i,
  output logic                                       has_room_o
);

  logic [PortWidth-1:0] out_port_q;
  logic [NumVcs-1:0] room_q;
  logic [NumVcs*router_pkg::CountLane-1:0] left_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      out_port_q <= {PortWidth{1'b0}};
      room_q <= {NumVcs{1'b0}};
      left_q <= {(NumVcs * router_pkg::CountLane) {1'b0}};
    end else if (enable_i) begin
      out_port_q <= out_port_i;
      room_q <= room_i;
      left_q <= left_i;
    end
  end

  logic [NumVcs-1:0] take;
  logic [flit_pkg::LengthWidth-1:0] length;
  logic [NumVcs-1:0] room;
  always_comb begin
    take = {NumVcs{1'b0}};
    length = {flit_pkg::LengthWidth{1'b0}};
    room = {NumVcs{1'b0}};
    if (|room_q) begin
      take = take_i[out_port_q*NumVcs+:NumVcs];
      length = length_i[out_port_q*router_pkg::CountLane+:flit_pkg::LengthWidth];
      for (int v = 0; v < NumVcs; v++) begin
        room[v] = room_q[v] && (!take[v] ||
            left_q[v*router_pkg::CountLane+:router_pkg::CountWidth] >= length);
      end
    end
  end
  assign has_room_o = |room;

endmodule
