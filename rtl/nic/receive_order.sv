// Order in which receives were posted: of those that fit, the oldest. A matrix says of each slot which others are older.
module receive_order (
  input  logic                            clk_i,
  // A receive is posted in this slot, while these are posted and not yet met.
  input  logic                            post_i,
  input  logic [nic_pkg::EntryWidth-1:0]  slot_i,
  input  logic [nic_pkg::RingEntries-1:0] unmet_i,
  // Posted slots that fit, and the oldest one of them.
  input  logic [nic_pkg::RingEntries-1:0] fits_i,
  output logic [nic_pkg::RingEntries-1:0] oldest_o,
  output logic [nic_pkg::EntryWidth-1:0]  oldest_slot_o,
  // Whether that is a certain slot.
  input  logic [nic_pkg::EntryWidth-1:0]  asked_i,
  output logic                            asked_is_oldest_o
);

  localparam int unsigned Slots = nic_pkg::RingEntries;

  // Row s: slots that were posted before slot s.
  logic [Slots*Slots-1:0] older_q;
  logic [Slots-1:0] posted;
  assign posted = 16'd1 << slot_i;
  always_comb begin
    oldest_o = {Slots{1'b0}};
    if (fits_i != {Slots{1'b0}}) begin
      for (int unsigned s = 0; s < Slots; s++) oldest_o[s] = fits_i[s] && (fits_i & older_q[Slots*s+:Slots]) == {Slots{1'b0}};
    end
  end
  assign oldest_slot_o = {
    (oldest_o & 16'hFF00) != 16'd0, (oldest_o & 16'hF0F0) != 16'd0, (oldest_o & 16'hCCCC) != 16'd0,
    (oldest_o & 16'hAAAA) != 16'd0
  };
  logic [Slots-1:0] asked_older;
  assign asked_older = older_q[{asked_i, 4'd0}+:Slots];
  assign asked_is_oldest_o = fits_i[asked_i] && (fits_i & asked_older) == {Slots{1'b0}};
  always_ff @(posedge clk_i) begin
    if (post_i) begin
      for (int unsigned s = 0; s < Slots; s++) begin
        older_q[Slots*s+:Slots] <= posted[s] ? unmet_i : older_q[Slots*s+:Slots] & ~posted;
      end
    end
  end

endmodule
