// Counters of an engine, as software reads them. Cycles in a state are kept from its changes, the present one included.
module engine_counters (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           enable_i,
  // Number of this cycle, and the one of the last edge of the model.
  input  logic [nic_pkg::CycleWidth-1:0] cycle_i,
  input  logic [nic_pkg::CycleWidth-1:0] last_cycle_i,
  // State of the sender from the last edge on.
  input  nic_pkg::send_state_e           state_q_i,
  input  logic                           sent_i,
  input  logic                           received_i,
  input  logic                           dropped_i,
  output logic [63:0]                    tx_packets_o,
  output logic [63:0]                    tx_stall_cycles_o,
  output logic [63:0]                    tx_pace_cycles_o,
  output logic [63:0]                    tx_memory_cycles_o,
  output logic [63:0]                    tx_window_cycles_o,
  output logic [63:0]                    rx_packets_o,
  output logic [63:0]                    rx_dropped_o
);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tx_packets_o <= 64'd0;
      rx_packets_o <= 64'd0;
      rx_dropped_o <= 64'd0;
    end else if (enable_i) begin
      if (sent_i) tx_packets_o <= tx_packets_o + 64'd1;
      if (received_i) rx_packets_o <= rx_packets_o + 64'd1;
      if (dropped_i) rx_dropped_o <= rx_dropped_o + 64'd1;
    end
  end

  // Cycles in the states that wait, up to the last edge, and with the present one; only the present state's change.
  // Cycles that were skipped count at the next edge, and before it as they are read.
  logic [63:0] memory_q;
  logic [63:0] pace_q;
  logic [63:0] window_q;
  logic [63:0] stall_q;
  logic [63:0] present;
  logic [63:0] at_edge;
  logic [63:0] as_read;
  // SendStall, SendWindow, SendPace, SendMemory, by the bits of their numbers.
  assign present = state_q_i[2] ? stall_q : !state_q_i[1] ? memory_q : state_q_i[0] ? window_q : pace_q;
  cycle_sum u_at_edge (
    .count_i(present), .cycle_i, .from_i(last_cycle_i), .one_more_i(1'b0), .sum_o(at_edge)
  );
  cycle_sum u_as_read (
    .count_i(present), .cycle_i, .from_i(last_cycle_i), .one_more_i(1'b1), .sum_o(as_read)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      memory_q <= 64'd0;
      pace_q <= 64'd0;
      window_q <= 64'd0;
      stall_q <= 64'd0;
    end else if (enable_i) begin
      if (state_q_i == nic_pkg::SendMemory) memory_q <= at_edge;
      if (state_q_i == nic_pkg::SendPace) pace_q <= at_edge;
      if (state_q_i == nic_pkg::SendWindow) window_q <= at_edge;
      if (state_q_i == nic_pkg::SendStall) stall_q <= at_edge;
    end
  end
  assign tx_memory_cycles_o = state_q_i == nic_pkg::SendMemory ? as_read : memory_q;
  assign tx_pace_cycles_o = state_q_i == nic_pkg::SendPace ? as_read : pace_q;
  assign tx_window_cycles_o = state_q_i == nic_pkg::SendWindow ? as_read : window_q;
  assign tx_stall_cycles_o = state_q_i == nic_pkg::SendStall ? as_read : stall_q;

endmodule
