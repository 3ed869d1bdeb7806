// Sixteen entries of eight words: written word by word, read entry by entry at two places. Reset to 0.
module ring_memory (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           write_i,
  input  logic [nic_pkg::EntryWidth-1:0] entry_i,
  input  logic [2:0]                     word_i,
  input  logic [31:0]                    data_i,
  // The entry and the word that are addressed, and the entry as it is once data_i stands in it.
  output logic [31:0]                    data_o,
  output logic [nic_pkg::EntryBits-1:0]  entry_o,
  output logic [nic_pkg::EntryBits-1:0]  changed_o,
  // Another one.
  input  logic [nic_pkg::EntryWidth-1:0] other_entry_i,
  output logic [nic_pkg::EntryBits-1:0]  other_entry_o
);

  logic [nic_pkg::EntryBits-1:0] entries_q [nic_pkg::RingEntries];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int unsigned e = 0; e < nic_pkg::RingEntries; e++) entries_q[e] <= {nic_pkg::EntryBits{1'b0}};
    end else if (write_i) begin
      entries_q[entry_i] <= changed_o;
    end
  end

  assign entry_o = entries_q[entry_i];
  assign data_o = entry_o[{word_i, 5'd0}+:32];
  always_comb begin
    changed_o = entry_o;
    for (int unsigned w = 0; w < 8; w++) begin
      if (word_i == 3'(w)) changed_o[32*w+:32] = data_i;
    end
  end
  assign other_entry_o = entries_q[other_entry_i];

endmodule
