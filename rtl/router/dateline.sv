// VCs that a packet may take on a link of a ring, of the set that is its: those of class 1, or the others. A set without
// VCs of class 1 has one VC, which is of both.
module dateline #(
  parameter int unsigned NumVcs = 2,
  // 1: bubble_i is looked at.
  parameter int unsigned Bubble = 0
) (
  input  router_pkg::dateline_e        dateline_i,
  // Rooms for two packets keep the ring going instead of classes.
  input  logic                         bubble_i,
  // The packet comes into the ring with this link; this is the wraparound link; that is this one or
  // still ahead.
  input  logic                         enters_i,
  input  logic                         crosses_i,
  input  logic                         wraps_i,
  // VCs of the set, and those of class 1.
  input  logic [NumVcs-1:0]            set_i,
  input  logic [NumVcs-1:0]            class_one_i,
  // Class of the VC that the packet holds of the link before, and the VC.
  input  logic                         class_i,
  input  logic [flit_pkg::VcWidth-1:0] vc_i,
  output logic [NumVcs-1:0]            vc_mask_o
);

  localparam logic [NumVcs-1:0] AllVcs = {NumVcs{1'b1}};
  localparam logic [NumVcs-1:0] OneVc = ~(AllVcs << 1);

  logic class_out;

  always_comb begin
    if (dateline_i == router_pkg::DatelineCrossing) begin
      class_out = crosses_i | (~enters_i & class_i);
    end else begin
      class_out = enters_i ? wraps_i : class_i;
    end
    if (Bubble != 0 && bubble_i) begin
      // On any VC into the ring, and on that one through it.
      vc_mask_o = enters_i ? set_i : OneVc << vc_i;
    end else if (dateline_i == router_pkg::DatelineNone || class_one_i == {NumVcs{1'b0}}) begin
      vc_mask_o = set_i;
    end else begin
      vc_mask_o = class_out ? class_one_i : set_i & ~class_one_i;
    end
  end

endmodule
