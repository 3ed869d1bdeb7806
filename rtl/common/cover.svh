`ifndef TACTUS_COVER_SVH
`define TACTUS_COVER_SVH

// `COVER(Name, condition): counts the rising edges of clk_i with rst_ni high before which the condition stands. What
// is counted where is listed in docs/reference/rtl.md, "Functional coverage".
`define COVER(name, condition) \
  name : cover property (@(posedge clk_i) disable iff (!rst_ni) condition);

`endif
