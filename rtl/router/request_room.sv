// Whether a request could be granted as far as credits go: the lowest VC that it may take with room
// for all of its packet. Without a request there is none.
module request_room #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumPorts = 8,
  parameter int unsigned PortWidth = $clog2(NumPorts)
) (
  input  logic                                             request_i,
  input  logic [PortWidth-1:0]                             out_port_i,
  input  logic [NumVcs-1:0]                                vc_mask_i,
  input  logic [flit_pkg::LengthWidth-1:0]                 length_i,
  // By output and VC.
  input  logic [NumPorts*NumVcs*router_pkg::CountLane-1:0] available_i,
  // VCs that it may take with room.
  output logic [NumVcs-1:0]                                room_o,
  // The lowest of them, one-hot; none: there is no room.
  output logic [NumVcs-1:0]                                vc_o,
  // By VC with room, in lanes: what is left of its credits after this packet.
  output logic [NumVcs*router_pkg::CountLane-1:0]          left_o
);

  localparam int unsigned RowWidth = NumVcs * router_pkg::CountLane;

  localparam int unsigned DifferenceWidth = router_pkg::CountWidth + 1;

  logic [RowWidth-1:0] row;
  logic [DifferenceWidth-1:0] difference;
  always_comb begin
    row = {RowWidth{1'b0}};
    room_o = {NumVcs{1'b0}};
    left_o = {RowWidth{1'b0}};
    difference = {DifferenceWidth{1'b0}};
    if (request_i) begin
      row = available_i[out_port_i*RowWidth+:RowWidth];
      for (int v = 0; v < NumVcs; v++) begin
        difference = {1'b0, row[v*router_pkg::CountLane+:router_pkg::CountWidth]}
                   - {1'b0, length_i};
        room_o[v] = vc_mask_i[v] && !difference[DifferenceWidth-1];
        left_o[v*router_pkg::CountLane+:router_pkg::CountWidth] =
            difference[router_pkg::CountWidth-1:0];
      end
    end
  end
  assign vc_o = room_o & (~room_o + 1'b1);

endmodule
