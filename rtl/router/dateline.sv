// VCs that a packet may take on a link of a ring, of the set [FirstVc, FirstVc + Count). Class 0 of a set is its first
// ceil(Count/2) VCs, class 1 the rest; one VC is of both.
module dateline #(
  parameter int unsigned NumVcs = 2,
  // 1: bubble_i is looked at.
  parameter int unsigned Bubble = 0,
  parameter int unsigned FirstVc = 0,
  parameter int unsigned Count = NumVcs
) (
  input  router_pkg::dateline_e        dateline_i,
  // Rooms for two packets keep the ring going instead of classes.
  input  logic                         bubble_i,
  // The packet comes into the ring with this link; this is the wraparound link; that is this one or
  // still ahead.
  input  logic                         enters_i,
  input  logic                         crosses_i,
  input  logic                         wraps_i,
  // Class of the VC that the packet holds of the link before, and the VC.
  input  logic                         class_i,
  input  logic [flit_pkg::VcWidth-1:0] vc_i,
  output logic [NumVcs-1:0]            vc_mask_o
);

  localparam int unsigned ClassOneBegin = FirstVc + (Count + 1) / 2;
  localparam logic [NumVcs-1:0] AllVcs = {NumVcs{1'b1}};
  localparam logic [NumVcs-1:0] OneVc = ~(AllVcs << 1);
  localparam logic [NumVcs-1:0] Set = (AllVcs << FirstVc) & ~((AllVcs << FirstVc) << Count);
  localparam logic [NumVcs-1:0] ClassOne = Set & (AllVcs << ClassOneBegin);

  logic class_out;

  always_comb begin
    if (dateline_i == router_pkg::DatelineCrossing) begin
      class_out = crosses_i | (~enters_i & class_i);
    end else begin
      class_out = enters_i ? wraps_i : class_i;
    end
    if (Bubble != 0 && bubble_i) begin
      // On any VC into the ring, and on that one through it.
      vc_mask_o = enters_i ? Set : OneVc << vc_i;
    end else if (dateline_i == router_pkg::DatelineNone || Count <= 1) begin
      vc_mask_o = Set;
    end else begin
      vc_mask_o = class_out ? ClassOne : Set & ~ClassOne;
    end
  end

endmodule
