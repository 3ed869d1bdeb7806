`include "common/assert.svh"

// Ring of 16 send descriptors between software and an engine, RTL twin of DescriptorRing. Entry n modulo 16 belongs to
// the engine while fetched <= n < doorbell. Says which accesses it refuses; those must not be made.
module descriptor_ring (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  nic_pkg::straps_t               straps_i,
  // Access of software to a word.
  input  logic                           write_i,
  input  logic [6:0]                     word_i,
  input  logic [31:0]                    data_i,
  output logic [31:0]                    data_o,
  output logic                           write_refused_o,
  // The doorbell is rung with this value.
  input  logic                           ring_i,
  input  logic [31:0]                    value_i,
  output logic                           value_refused_o,
  // The engine takes the oldest descriptor.
  output logic                           empty_o,
  output logic [nic_pkg::EntryBits-1:0]  descriptor_o,
  input  logic                           take_i,
  output logic [31:0]                    fetched_o
);

  logic [31:0] doorbell_q;
  logic [31:0] fetched_q;
  logic [31:0] ready;
  assign fetched_o = fetched_q;
  assign ready = doorbell_q - fetched_q;
  assign empty_o = ready == 32'd0;

  // Writes by software.
  logic [nic_pkg::EntryWidth-1:0] entry;
  logic [nic_pkg::EntryWidth-1:0] ahead;
  logic [nic_pkg::EntryBits-1:0] changed;
  logic [nic_pkg::EntryBits-1:0] unused_entry;
  assign entry = word_i[6:3];
  assign ahead = entry - fetched_q[3:0];
  assign write_refused_o = {28'd0, ahead} < ready;

  ring_memory u_memory (
    .clk_i,
    .rst_ni,
    .write_i,
    .entry_i      (entry),
    .word_i       (word_i[2:0]),
    .data_i,
    .data_o,
    .entry_o      (unused_entry),
    .changed_o    (changed),
    .other_entry_i(fetched_q[3:0]),
    .other_entry_o(descriptor_o)
  );

  // Descriptors that cannot be sent: found when they are written, looked at when the doorbell is rung.
  logic [nic_pkg::RingEntries-1:0] faulty_q;
  logic faulty;
  logic outside;
  logic no_engine;
  logic beyond_memory;
  logic too_long;
  logic [48:0] remote_end;
  outside_network u_outside (
    .straps_i,
    .node_i   (changed[31:0]),
    .outside_o(outside)
  );
  assign no_engine = {1'b0, changed[5*32+16+:3]} >= straps_i.engines;
  assign remote_end = {1'b0, changed[7*32+:16], changed[6*32+:32]} + {17'd0, changed[2*32+:32]};
  assign beyond_memory = changed[5*32+nic_pkg::OneSidedBit] && remote_end > 49'h1_0000_0000_0000;
  // More than 2^20 packets, or a length of more than 32 bits: the model's NIC sends more.
  assign too_long = changed[7*32+28+:4] != 4'd0 || changed[2*32+:32] > {1'b0, straps_i.max_payload, 20'd0};
  assign faulty = outside || no_engine || beyond_memory || too_long;

  logic [31:0] covered;
  logic covers_fault;
  assign covered = value_i - fetched_q;
  always_comb begin
    covers_fault = 1'b0;
    for (int unsigned n = 0; n < nic_pkg::RingEntries; n++) begin
      if (n >= ready && n < covered && faulty_q[4'(fetched_q[3:0] + 4'(n))]) covers_fault = 1'b1;
    end
  end
  assign value_refused_o = covered > nic_pkg::RingEntries || covered < ready || covers_fault;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      doorbell_q <= 32'd0;
      fetched_q <= 32'd0;
      faulty_q <= {nic_pkg::RingEntries{1'b0}};
    end else begin
      if (ring_i) doorbell_q <= value_i;
      if (take_i) fetched_q <= fetched_q + 32'd1;
      if (write_i) faulty_q[entry] <= faulty;
    end
  end

  `ASSERT(TakesWhatIsThere, !take_i || !empty_o)
  `ASSERT(EngineKeepsItsEntries, !write_i || !write_refused_o)
  `ASSERT(RingNotOverrun, ready <= nic_pkg::RingEntries)

endmodule
