`include "common/assert.svh"

// Packets on their way to memory, by the tag of their request: what has to be known of them when memory answers.
// A tag is free again when its packet is visible; the one that was freed last is used first.
module write_table (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  // A packet is given to memory at this edge, under this tag.
  input  logic                               push_i,
  output logic [nic_pkg::WriteTagWidth-1:0]  tag_o,
  input  logic                               alone_i,
  input  logic [nic_pkg::MessageWidth-1:0]   message_i,
  input  logic [7:0]                         flits_i,
  input  logic [2:0]                         vc_i,
  // Between two edges: what memory has taken, and what is visible there.
  input  logic                               taken_i,
  input  logic [nic_pkg::WriteTagWidth-1:0]  taken_tag_i,
  output logic [7:0]                         taken_flits_o,
  output logic [2:0]                         taken_vc_o,
  input  logic                               visible_i,
  input  logic [nic_pkg::WriteTagWidth-1:0]  visible_tag_i,
  output logic                               alone_o,
  output logic [nic_pkg::MessageWidth-1:0]   message_o
);

  localparam int unsigned Depth = 2 ** nic_pkg::WriteTagWidth;
  localparam int unsigned DataBits = 1 + nic_pkg::MessageWidth;

  logic [DataBits-1:0] data_q [Depth];
  logic [10:0] slots_q [Depth];
  // Tags that are free after use, and how many were ever used.
  logic [nic_pkg::WriteTagWidth-1:0] free_q [Depth];
  logic [nic_pkg::WriteTagWidth:0] free_count_q;
  logic [nic_pkg::WriteTagWidth:0] used_q;
  logic [nic_pkg::WriteTagWidth:0] last_free;
  assign last_free = free_count_q - 1'b1;
  assign tag_o = free_count_q == 0 ? used_q[nic_pkg::WriteTagWidth-1:0] :
    free_q[last_free[nic_pkg::WriteTagWidth-1:0]];
  assign {taken_flits_o, taken_vc_o} = slots_q[taken_tag_i];
  assign {alone_o, message_o} = data_q[visible_tag_i];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      free_count_q <= 0;
      used_q <= 0;
    end else begin
      if (push_i) begin
        data_q[tag_o] <= {alone_i, message_i};
        slots_q[tag_o] <= {flits_i, vc_i};
        if (free_count_q == 0) used_q <= used_q + 1'b1;
        else free_count_q <= last_free;
      end else if (visible_i) begin
        free_q[free_count_q[nic_pkg::WriteTagWidth-1:0]] <= visible_tag_i;
        free_count_q <= free_count_q + 1'b1;
      end
    end
  end

`ifndef SYNTHESIS
  // Memory has not taken it, has not made it visible.
  logic [Depth-1:0] asked_q;
  logic [Depth-1:0] hidden_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      asked_q <= 0;
      hidden_q <= 0;
    end else begin
      if (push_i) asked_q[tag_o] <= 1'b1;
      if (push_i) hidden_q[tag_o] <= 1'b1;
      if (taken_i) asked_q[taken_tag_i] <= 1'b0;
      if (visible_i) hidden_q[visible_tag_i] <= 1'b0;
    end
  end
  `ASSERT(TagsSuffice, !push_i || free_count_q != 0 || !used_q[nic_pkg::WriteTagWidth])
  `ASSERT(TakesWhatItWasAsked, !taken_i || asked_q[taken_tag_i])
  `ASSERT(VisibleOnceAndNotBeforeTaken, !visible_i ||
    (hidden_q[visible_tag_i] && (!asked_q[visible_tag_i] || (taken_i && taken_tag_i == visible_tag_i))))
  `ASSERT(AnswersComeBetweenEdges, !push_i || (!taken_i && !visible_i))
`endif

  logic unused;
  assign unused = taken_i;

endmodule
