// Proof: the gap of a message is what the registers say, and no packet starts earlier than that gap allows, whatever
// edges are skipped. The pacer is used as the packet sender uses it: a packet starts when its slot has come.
module pacer_formal (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        enable_i,
  input logic [31:0] elapsed_i,
  input logic [2:0]  mode_i,
  input logic [15:0] gap_i,
  input logic [15:0] bias_i,
  input logic [9:0]  hops_i,
  input logic        wants_i,
  input logic [7:0]  length_i,
  input logic        end_of_message_i
);

  logic [15:0] gap;
  logic [15:0] packet_gap_q;
  logic slot_come;
  logic [19:0] slot_wait;
  logic start;
  assign start = enable_i && wants_i && slot_come;

  pacer u_pacer (
    .clk_i,
    .rst_ni,
    .enable_i,
    .elapsed_i,
    .mode_i,
    .gap_i,
    .bias_i,
    .take_i                (1'b0),
    .hops_i,
    .destination_i         (32'b0),
    .destination_nic_i     (3'b0),
    .bytes_i               (32'b0),
    .gap_o                 (gap),
    .next_i                (1'b0),
    .next_destination_i    (32'b0),
    .next_destination_nic_i(3'b0),
    .next_length_i         (8'b0),
    .slot_come_o           (slot_come),
    .slot_wait_o           (slot_wait),
    .start_i               (start),
    .length_i,
    .packet_gap_i          (packet_gap_q),
    .end_of_message_i      (end_of_message_i)
  );

  // What the registers ask for, in eighths of a packet, with a sign.
  logic signed [19:0] programmed;
  always_comb begin
    programmed = 20'sd0;
    if (mode_i == nic_pkg::PaceFixed) programmed = $signed({{4{gap_i[15]}}, gap_i});
    if (mode_i == nic_pkg::PaceHops)
      programmed = 20'sd8 * $signed({10'b0, hops_i}) - 20'sd8 + $signed({{4{bias_i[15]}}, bias_i});
  end

  // The packet before: in its message, its gap and length, and the cycles since its start, up to the last edge. A product
  // is nothing for a solver: it is that of the pacer, since the registers are the same.
  logic armed_q;
  logic started_q;
  logic [15:0] counted_gap_q;
  logic [7:0] length_q;
  logic [23:0] product;
  logic [23:0] asked_q;
  logic [23:0] asked;
  logic [31:0] since_q;
  logic [31:0] since;
  assign product = {8'b0, counted_gap_q} * {16'b0, length_q};
  assign asked = started_q ? product : asked_q;
  assign since = since_q + elapsed_i;
  always_ff @(posedge clk_i) begin
    if (enable_i && start) begin
      counted_gap_q <= packet_gap_q;
      length_q <= length_i;
    end
    if (!rst_ni) begin
      armed_q <= 1'b0;
      started_q <= 1'b0;
      packet_gap_q <= 16'd0;
      asked_q <= 24'd0;
      since_q <= 32'd0;
    end else if (enable_i) begin
      started_q <= start;
      asked_q <= asked;
      if (end_of_message_i || !armed_q) packet_gap_q <= gap;
      if (start) begin
        armed_q <= !end_of_message_i;
        since_q <= 32'd0;
      end else begin
        since_q <= since;
        if (end_of_message_i) armed_q <= 1'b0;
      end
    end
  end

  // Eighths of a flit that have passed since the packet before has left, in which nothing may start before those that
  // its gap asks for.
  logic [35:0] passed;
  logic [31:0] asked_cycles;
  assign passed = {1'b0, since, 3'b0} - {25'b0, length_q, 3'b0};
  assign asked_cycles = {24'b0, length_q} + {11'b0, asked[23:3]} + {31'b0, asked[2:0] != 3'd0};

  always_comb begin
    if (rst_ni) begin
      assume (hops_i <= 10'd1020);
      assume (length_i >= 8'd2 && length_i <= 8'd128);
      assume (product <= 24'd5237632);
      // A packet has two flits, so that the edge after its start is that of the next cycle.
      assume (!started_q || elapsed_i == 32'd1);
      // A run of so many cycles in one message is beyond what the ghost counts.
      assume (elapsed_i >= 32'd1 && elapsed_i < 32'h0100_0000 && since_q < 32'h4000_0000);
      gap_as_programmed : assert (programmed < 20'sd0 ? gap == 16'd0 : {4'b0, gap} == programmed);
      never_early : assert (!(start && armed_q) || (since >= {24'b0, length_q} && passed >= {12'b0, asked}));
`ifndef PLANTED
      // What induction needs to know of the state. A planted fault has to break the rule itself.
      gap_bounded : assert (packet_gap_q <= 16'd40919 && asked_q <= 24'd5237632);
      length_bounded : assert (!armed_q || (length_q >= 8'd2 && length_q <= 8'd128));
      wait_counts_down : assert (!armed_q || (slot_come ? since >= asked_cycles : since + {12'b0, slot_wait} == asked_cycles));
`endif
    end
  end

endmodule
