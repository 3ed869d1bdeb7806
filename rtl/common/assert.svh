`ifndef TACTUS_ASSERT_SVH
`define TACTUS_ASSERT_SVH

// `ASSERT(Name, condition): holds at every rising edge of clk_i at which rst_ni is high. What is
// looked at is what stands before the edge. Simulation stops where it does not, formal tools prove
// it, synthesis leaves it out.
`ifdef SYNTHESIS
`define ASSERT(name, condition)
`elsif FORMAL
// Without its name, which yosys takes for one of the whole module, also within a generate loop.
`define ASSERT(name, condition) \
  always_ff @(posedge clk_i) begin \
    if (rst_ni) begin \
      assert (condition); \
    end \
  end
`else
`define ASSERT(name, condition) \
  always_ff @(posedge clk_i) begin \
    if (rst_ni) begin \
      name : assert (condition); \
    end \
  end
`endif

`endif
