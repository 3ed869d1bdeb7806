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
  // Links on a shortest way to its node.
  output logic [nic_pkg::HopsWidth-1:0]  hops_o,
  input  logic                           take_i,
  output logic [31:0]                    fetched_o
);

  // Descriptors that the engine has taken, those 32 after them without the lowest bits, and those that it has not taken.
  logic [31:0] fetched_q;
  logic [26:0] next_upper_q;
  logic [4:0] ready_q;
  assign fetched_o = fetched_q;
  assign empty_o = ready_q == 5'd0;

  // Writes by software.
  logic [nic_pkg::EntryWidth-1:0] entry;
  logic [nic_pkg::EntryWidth-1:0] ahead;
  logic [nic_pkg::EntryBits-1:0] changed;
  logic [nic_pkg::EntryBits-1:0] unused_entry;
  assign entry = word_i[6:3];
  assign ahead = entry - fetched_q[3:0];
  assign write_refused_o = {1'b0, ahead} < ready_q;

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

  hops_table u_hops (
    .clk_i,
    .rst_ni,
    .straps_i,
    .write_i     (write_i && word_i[2:0] == 3'd0),
    .entry_i     (entry),
    .node_i      (data_i),
    .read_entry_i(fetched_q[3:0]),
    .hops_o
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

  // How many the engine would have: it is at most 31 if the upper bits are those of the number of fetched ones, or the
  // next ones.
  logic [5:0] difference;
  logic [4:0] covered;
  logic is_far;
  assign difference = {1'b0, value_i[4:0]} - {1'b0, fetched_q[4:0]};
  assign covered = difference[4:0];
  assign is_far = difference[5] ? value_i[31:5] != next_upper_q : value_i[31:5] != fetched_q[31:5];
  // Entries in the order of the ring, the oldest first: faulty ones that the engine does not have yet, and those that it
  // would have.
  logic [nic_pkg::RingEntries-1:0] turned;
  logic [nic_pkg::RingEntries-1:0] faults;
  logic [nic_pkg::RingEntries-1:0] wanted;
  assign turned = 16'({faulty_q, faulty_q} >> fetched_q[3:0]);
  assign faults = turned & (16'hFFFF << ready_q);
  assign wanted = ~(16'hFFFF << covered);
  assign value_refused_o = is_far || covered > 5'd16 || covered < ready_q || (faults & wanted) != 16'd0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fetched_q <= 32'd0;
      next_upper_q <= 27'd1;
      ready_q <= 5'd0;
      faulty_q <= {nic_pkg::RingEntries{1'b0}};
    end else begin
      if (ring_i) ready_q <= covered;
      else if (take_i) ready_q <= ready_q - 5'd1;
      if (take_i) fetched_q <= fetched_q + 32'd1;
      if (take_i && fetched_q[4:0] == 5'd31) next_upper_q <= next_upper_q + 27'd1;
      if (write_i) faulty_q[entry] <= faulty;
    end
  end

  `ASSERT(TakesWhatIsThere, !take_i || !empty_o)
  `ASSERT(EngineKeepsItsEntries, !write_i || !write_refused_o)
  `ASSERT(RingNotOverrun, ready_q <= 5'd16)
  `ASSERT(RungBetweenEdges, !ring_i || !take_i)

endmodule
