// Links on a shortest way to the node that each entry of the ring names: counted in the tick after the one in which the
// node is written, before a doorbell can let the engine see it.
module hops_table (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  nic_pkg::straps_t               straps_i,
  // The node of an entry is written.
  input  logic                           write_i,
  input  logic [nic_pkg::EntryWidth-1:0] entry_i,
  input  logic [flit_pkg::NodeWidth-1:0] node_i,
  input  logic [nic_pkg::EntryWidth-1:0] read_entry_i,
  output logic [nic_pkg::HopsWidth-1:0]  hops_o
);

  localparam int unsigned CoordinateWidth = flit_pkg::CoordinateWidth;

  // Entries that were not written since reset name node 0.
  logic [nic_pkg::RingEntries-1:0] written_q;
  logic [nic_pkg::HopsWidth-1:0] hops_q [nic_pkg::RingEntries];
  logic [nic_pkg::HopsWidth-1:0] zero_hops_q;
  // What is counted in this tick.
  logic counts_zero_q;
  logic counts_q;
  logic [nic_pkg::EntryWidth-1:0] entry_q;
  logic [flit_pkg::NodeWidth-1:0] node_q;

  logic [flit_pkg::MaxDimensions*CoordinateWidth-1:0] distances;
  logic [nic_pkg::HopsWidth-1:0] hops;
  for (genvar d = 0; d < flit_pkg::MaxDimensions; d++) begin : gen_distance
    ring_distance u_ring_distance (
      .from_i    (straps_i.position[CoordinateWidth*d+:CoordinateWidth]),
      .to_i      (node_q[CoordinateWidth*d+:CoordinateWidth]),
      .size_i    (straps_i.shape[nic_pkg::SizeWidth*d+:nic_pkg::SizeWidth]),
      .wrap_i    (straps_i.wrap[d]),
      .distance_o(distances[CoordinateWidth*d+:CoordinateWidth])
    );
  end
  assign hops = {2'b0, distances[7:0]} + {2'b0, distances[15:8]} + {2'b0, distances[23:16]} + {2'b0, distances[31:24]};
  assign hops_o = written_q[read_entry_i] ? hops_q[read_entry_i] : zero_hops_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      written_q <= {nic_pkg::RingEntries{1'b0}};
      counts_zero_q <= 1'b1;
      counts_q <= 1'b0;
      node_q <= {flit_pkg::NodeWidth{1'b0}};
    end else begin
      counts_zero_q <= 1'b0;
      counts_q <= write_i;
      if (write_i) node_q <= node_i;
      if (counts_q) written_q[entry_q] <= 1'b1;
    end
    if (write_i) entry_q <= entry_i;
    if (counts_zero_q) zero_hops_q <= hops;
    if (counts_q) hops_q[entry_q] <= hops;
  end

endmodule
