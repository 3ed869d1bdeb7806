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
  // One-hot; none: there is no room.
  output logic [NumVcs-1:0]                                vc_o
);

  localparam int unsigned RowWidth = NumVcs * router_pkg::CountLane;

  logic [RowWidth-1:0] row;
  logic [NumVcs-1:0] room;
  always_comb begin
    row = {RowWidth{1'b0}};
    room = {NumVcs{1'b0}};
    if (request_i) begin
      row = available_i[out_port_i*RowWidth+:RowWidth];
      for (int v = 0; v < NumVcs; v++) begin
        room[v] = vc_mask_i[v] &&
            row[v*router_pkg::CountLane+:router_pkg::CountWidth] >= length_i;
      end
    end
  end
  assign vc_o = room & (~room + 1'b1);

endmodule
