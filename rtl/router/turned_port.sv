// Number of the port that comes Turn places after another one.
module turned_port #(
  parameter int unsigned NumPorts = 8,
  parameter int unsigned Turn = 0,
  parameter int unsigned PortWidth = $clog2(NumPorts)
) (
  input  logic [PortWidth-1:0] port_i,
  output logic [PortWidth-1:0] port_o
);

  localparam logic [PortWidth:0] Places = Turn[PortWidth:0];
  localparam logic [PortWidth:0] Ports = NumPorts[PortWidth:0];

  logic [PortWidth:0] sum;
  logic [PortWidth:0] wrapped;
  assign sum = {1'b0, port_i} + Places;
  assign wrapped = sum >= Ports ? sum - Ports : sum;
  assign port_o = wrapped[PortWidth-1:0];

endmodule
