// How many places after the first one a port comes.
module turn_of_port #(
  parameter int unsigned NumPorts = 8,
  parameter int unsigned Port = 0,
  parameter int unsigned PortWidth = $clog2(NumPorts)
) (
  input  logic [PortWidth-1:0] first_i,
  output logic [PortWidth-1:0] turn_o
);

  localparam logic [PortWidth:0] Number = Port[PortWidth:0];
  localparam logic [PortWidth:0] Ports = NumPorts[PortWidth:0];

  logic [PortWidth:0] sum;
  assign sum = Number >= {1'b0, first_i} ? Number - {1'b0, first_i}
                                         : Number + Ports - {1'b0, first_i};
  assign turn_o = sum[PortWidth-1:0];

endmodule
