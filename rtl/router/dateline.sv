// VCs that a packet may take on a link of a ring. Class 0 is VCs [0, ceil(V/2)), class 1 the rest; one VC is of both.
module dateline #(
  parameter int unsigned NumVcs = 2
) (
  input  router_pkg::dateline_e dateline_i,
  // The packet comes into the ring with this link; this is the wraparound link; that is this one or
  // still ahead.
  input  logic                  enters_i,
  input  logic                  crosses_i,
  input  logic                  wraps_i,
  // Class of the VC that the packet holds of the link before.
  input  logic                  class_i,
  output logic [NumVcs-1:0]     vc_mask_o
);

  localparam int unsigned ClassOneBegin = (NumVcs + 1) / 2;
  localparam logic [NumVcs-1:0] AllVcs = {NumVcs{1'b1}};
  localparam logic [NumVcs-1:0] ClassOne = AllVcs << ClassOneBegin;

  logic class_out;

  always_comb begin
    if (dateline_i == router_pkg::DatelineCrossing) begin
      class_out = crosses_i | (~enters_i & class_i);
    end else begin
      class_out = enters_i ? wraps_i : class_i;
    end
    if (dateline_i == router_pkg::DatelineNone || NumVcs == 1) begin
      vc_mask_o = AllVcs;
    end else begin
      vc_mask_o = class_out ? ClassOne : ~ClassOne;
    end
  end

endmodule
