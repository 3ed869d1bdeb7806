// Whether a node is none of the network.
module outside_network (
  input  nic_pkg::straps_t               straps_i,
  input  logic [flit_pkg::NodeWidth-1:0] node_i,
  output logic                           outside_o
);

  always_comb begin
    outside_o = 1'b0;
    for (int unsigned d = 0; d < flit_pkg::MaxDimensions; d++) begin
      if ({1'b0, node_i[flit_pkg::CoordinateWidth*d+:flit_pkg::CoordinateWidth]} >=
          straps_i.shape[nic_pkg::SizeWidth*d+:nic_pkg::SizeWidth]) begin
        outside_o = 1'b1;
      end
    end
  end

  logic unused;
  assign unused = ^straps_i;

endmodule
