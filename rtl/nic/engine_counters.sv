// Counters of an engine, as software reads them. Cycles in a state are kept from its changes, the present one included.
module engine_counters (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           enable_i,
  // Cycles since the last edge of the model.
  input  logic [nic_pkg::CycleWidth-1:0] elapsed_i,
  // State of the sender from this edge on, and from the last one on.
  input  nic_pkg::send_state_e           state_d_i,
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

  // By state, of those that wait.
  logic [63:0] cycles [nic_pkg::SendMemory:nic_pkg::SendStall];
  for (genvar s = int'(nic_pkg::SendMemory); s <= int'(nic_pkg::SendStall); s++) begin : gen_state
    logic [63:0] count_q;
    logic [63:0] gone;
    logic in_q;
    logic in_d;
    assign in_q = state_q_i == nic_pkg::send_state_e'(s);
    assign in_d = state_d_i == nic_pkg::send_state_e'(s);
    // Edges that were skipped; between two edges, cycles since the last one.
    assign gone = in_q ? {32'd0, elapsed_i} : 64'd0;
    assign cycles[s] = count_q + gone;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) count_q <= 64'd0;
      else if (enable_i) count_q <= count_q + (in_q ? gone - 64'd1 : 64'd0) + {63'd0, in_d};
    end
  end
  assign tx_memory_cycles_o = cycles[nic_pkg::SendMemory];
  assign tx_pace_cycles_o = cycles[nic_pkg::SendPace];
  assign tx_window_cycles_o = cycles[nic_pkg::SendWindow];
  assign tx_stall_cycles_o = cycles[nic_pkg::SendStall];

endmodule
