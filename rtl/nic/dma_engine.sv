`include "common/assert.svh"

// One of the DMA engines of a NIC, RTL twin of DmaEngine: a sender, a receiver and the registers of both.
module dma_engine #(
  parameter int unsigned NumVcs = 2
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  // An edge of the model; low for a tick of the register bus or of the memory's answers.
  input  logic                                  enable_i,
  input  logic [nic_pkg::CycleWidth-1:0]        cycle_i,
  input  logic [nic_pkg::CycleWidth-1:0]        last_cycle_i,
  input  logic [nic_pkg::CycleWidth-1:0]        elapsed_i,
  input  logic [nic_pkg::CounterWidth-1:0]      counter_i,
  input  nic_pkg::straps_t                      straps_i,
  input  logic [flit_pkg::NicWidth-1:0]         engine_i,
  // Registers.
  input  logic                                  req_i,
  input  logic                                  we_i,
  input  logic [nic_pkg::BlockAddressWidth-1:0] addr_i,
  input  logic [31:0]                           wdata_i,
  output logic [31:0]                           rdata_o,
  output logic                                  error_o,
  // An enabled interrupt is pending: now, and from this edge on.
  output logic                                  irq_o,
  output logic                                  irq_after_o,
  // Router.
  input  logic [flit_pkg::FlitWidth-1:0]        flit_i,
  output logic [63:0]                           credit_o,
  output logic [flit_pkg::FlitWidth-1:0]        flit_o,
  input  logic [63:0]                           credit_i,
  // Memory.
  output logic                                  rd_req_o,
  output logic [nic_pkg::EntryWidth-1:0]        rd_tag_o,
  output logic [nic_pkg::AddressWidth-1:0]      rd_addr_o,
  output logic [nic_pkg::PayloadWidth-1:0]      rd_bytes_o,
  input  logic                                  rd_done_i,
  input  logic [nic_pkg::EntryWidth-1:0]        rd_done_tag_i,
  output logic                                  wr_req_o,
  output logic [nic_pkg::WriteTagWidth-1:0]     wr_tag_o,
  output logic [nic_pkg::AddressWidth-1:0]      wr_addr_o,
  output logic [nic_pkg::PayloadWidth-1:0]      wr_bytes_o,
  input  logic                                  wr_taken_i,
  input  logic [nic_pkg::WriteTagWidth-1:0]     wr_taken_tag_i,
  input  logic                                  wr_visible_i,
  input  logic [nic_pkg::WriteTagWidth-1:0]     wr_visible_tag_i
);

  // Registers.
  nic_engine_regs_pkg::nic_engine__in_t hw_in;
  nic_engine_regs_pkg::nic_engine__out_t hw_out;
  logic guarded_req;
  logic refused;
  logic ring_refused;
  logic ring_refuses;
  logic doorbell_refuses;
  logic [nic_pkg::RingEntries-1:0] active;
  logic [nic_pkg::EntryBits-1:0] posted;
  // RX_DONE, RX_FREED.
  logic [nic_pkg::RingEntries-1:0] done_q;
  logic [nic_pkg::RingEntries-1:0] freed_q;
  logic rd_err;
  logic wr_err;
  logic [3:0] unused_handshake;

  register_guard u_register_guard (
    .req_i,
    .we_i,
    .addr_i,
    .wdata_i,
    .straps_i,
    .ring_refuses_i    (ring_refuses),
    .doorbell_refuses_i(doorbell_refuses),
    .used_i            (active | done_q | freed_q),
    .active_i          (active),
    .source_i          (posted[31:0]),
    .any_source_i      (posted[3*32+nic_pkg::AnySourceBit]),
    .tag_ignored_i     (posted[3*32+nic_pkg::TagIgnoredBit+:6]),
    .req_o             (guarded_req),
    .refused_o         (refused),
    .ring_refused_o    (ring_refused)
  );

  nic_engine_regs u_registers (
    .clk                 (clk_i),
    .rst_n               (rst_ni),
    .s_cpuif_req         (guarded_req),
    .s_cpuif_req_is_wr   (we_i),
    .s_cpuif_addr        (addr_i),
    .s_cpuif_wr_data     (wdata_i),
    .s_cpuif_wr_biten    (32'hFFFF_FFFF),
    .s_cpuif_req_stall_wr(unused_handshake[0]),
    .s_cpuif_req_stall_rd(unused_handshake[1]),
    .s_cpuif_rd_ack      (unused_handshake[2]),
    .s_cpuif_rd_err      (rd_err),
    .s_cpuif_rd_data     (rdata_o),
    .s_cpuif_wr_ack      (unused_handshake[3]),
    .s_cpuif_wr_err      (wr_err),
    .hwif_in             (hw_in),
    .hwif_out            (hw_out)
  );
  assign error_o = refused || rd_err || wr_err;

  // Rings.
  logic take;
  logic ring_empty;
  logic [31:0] fetched;
  logic [nic_pkg::EntryBits-1:0] descriptor;
  logic [nic_pkg::HopsWidth-1:0] hops;
  logic ring_write;
  logic slots_write;
  logic [31:0] ring_data;
  logic [31:0] slots_data;
  assign ring_write = hw_out.TX_RING.req && hw_out.TX_RING.req_is_wr && !ring_refused;
  assign slots_write = hw_out.RX_SLOTS.req && hw_out.RX_SLOTS.req_is_wr && !ring_refused;

  descriptor_ring u_descriptor_ring (
    .clk_i,
    .rst_ni,
    .straps_i,
    .write_i        (ring_write),
    .word_i         (addr_i[8:2]),
    .data_i         (wdata_i),
    .data_o         (ring_data),
    .write_refused_o(ring_refuses),
    .ring_i         (hw_out.TX_DOORBELL.req && !ring_refused),
    .value_i        (wdata_i),
    .value_refused_o(doorbell_refuses),
    .empty_o        (ring_empty),
    .descriptor_o   (descriptor),
    .hops_o         (hops),
    .take_i         (take),
    .fetched_o      (fetched)
  );

  logic [nic_pkg::EntryBits-1:0] unused_slot;
  logic [nic_pkg::EntryBits-1:0] unused_changed;
  ring_memory u_slots (
    .clk_i,
    .rst_ni,
    .write_i      (slots_write),
    .entry_i      (addr_i[8:5]),
    .word_i       (addr_i[4:2]),
    .data_i       (wdata_i),
    .data_o       (slots_data),
    .entry_o      (unused_slot),
    .changed_o    (unused_changed),
    .other_entry_i(wdata_i[3:0]),
    .other_entry_o(posted)
  );

  // Receiving.
  logic arrive;
  nic_pkg::arrival_t arrival;
  logic alone;
  logic dropped;
  logic [nic_pkg::MessageWidth-1:0] message;
  logic open;
  logic meets;
  logic [nic_pkg::AddressWidth-1:0] open_address;
  logic [nic_pkg::AddressWidth-1:0] posted_address;
  logic written;
  logic written_alone;
  logic [nic_pkg::MessageWidth-1:0] written_message;
  logic [nic_pkg::RingEntries-1:0] done;
  logic [nic_pkg::RingEntries-1:0] freed;
  logic any_done;
  logic any_freed;
  logic [nic_pkg::KeyWidth-1:0] met_key;
  logic [31:0] met_bytes;
  logic [nic_pkg::EntryWidth-1:0] window_slot;
  logic window_active;
  logic [31:0] window_packets;
  logic window_comes;
  logic [31:0] one_sided;

  packet_receiver #(
    .NumVcs(NumVcs)
  ) u_packet_receiver (
    .clk_i,
    .rst_ni,
    .enable_i,
    .straps_i,
    .engine_i,
    .flit_i,
    .credit_o,
    .arrive_o         (arrive),
    .arrival_o        (arrival),
    .alone_i          (alone),
    .dropped_i        (dropped),
    .message_i        (message),
    .open_i           (open),
    .open_address_i   (open_address),
    .meets_i          (meets),
    .posted_address_i (posted_address),
    .written_o        (written),
    .written_alone_o  (written_alone),
    .written_message_o(written_message),
    .wr_req_o,
    .wr_tag_o,
    .wr_addr_o,
    .wr_bytes_o,
    .wr_taken_i,
    .wr_taken_tag_i,
    .wr_visible_i,
    .wr_visible_tag_i
  );

  reassembly u_reassembly (
    .clk_i,
    .rst_ni,
    .enable_i,
    .may_post_i       (hw_out.RX_POST.req),
    .post_i           (hw_out.RX_POST.req && !ring_refused),
    .post_slot_i      (wdata_i[3:0]),
    .post_entry_i     (posted),
    .cancel_i         (hw_out.RX_CANCEL.req),
    .cancel_slots_i   (wdata_i[15:0]),
    .written_i        (written),
    .written_alone_i  (written_alone),
    .written_message_i(written_message),
    .arrive_i         (arrive),
    .arrival_i        (arrival),
    .alone_o          (alone),
    .dropped_o        (dropped),
    .message_o        (message),
    .open_o           (open),
    .open_address_o   (open_address),
    .meets_o          (meets),
    .posted_address_o (posted_address),
    .active_o         (active),
    .done_o           (done),
    .freed_o          (freed),
    .any_done_o       (any_done),
    .any_freed_o      (any_freed),
    .met_slot_i       (addr_i[8:5]),
    .met_key_o        (met_key),
    .met_bytes_o      (met_bytes),
    .window_slot_i    (window_slot),
    .window_active_o  (window_active),
    .window_packets_o (window_packets),
    .window_comes_o   (window_comes),
    .one_sided_o      (one_sided)
  );

  // Sending.
  logic sent;
  logic start;
  logic [31:0] messages_done;
  nic_pkg::send_state_e state_q;
  nic_pkg::pace_mode_e pace_mode;
  // yosys 0.23 has no cast to an enumeration.
  always_comb begin
    unique case (hw_out.PACE_CTRL.mode.value)
      3'd1: pace_mode = nic_pkg::PaceFixed;
      3'd2: pace_mode = nic_pkg::PaceHops;
      3'd3: pace_mode = nic_pkg::PacePhase;
      3'd7: pace_mode = nic_pkg::PaceOwn;
      default: pace_mode = nic_pkg::PaceOff;
    endcase
  end
  packet_sender u_packet_sender (
    .clk_i,
    .rst_ni,
    .enable_i,
    .cycle_i,
    .elapsed_i,
    .straps_i,
    .engine_i,
    .mode_i          (pace_mode),
    .gap_i           (hw_out.PACE_GAP.gap.value),
    .bias_i          (hw_out.PACE_BIAS.bias.value),
    .window_i        (hw_out.PACE_WINDOW.window.value),
    .counter_i,
    .period_i        (hw_out.PACE_PERIOD.period.value),
    .phase_i         (hw_out.PACE_PHASE.phase.value),
    .begin_i         (hw_out.PACE_BEGIN.value.value),
    .tolerance_i     (hw_out.PACE_TOLERANCE.tolerance.value),
    .ring_empty_i    (ring_empty),
    .descriptor_i    (descriptor),
    .hops_i          (hops),
    .fetched_i       (fetched),
    .take_o          (take),
    .window_slot_o   (window_slot),
    .window_active_i (window_active),
    .window_packets_i(window_packets),
    .window_comes_i  (window_comes),
    .credit_i,
    .flit_o,
    .rd_req_o,
    .rd_tag_o,
    .rd_addr_o,
    .rd_bytes_o,
    .rd_done_i,
    .rd_done_tag_i,
    .done_o          (sent),
    .messages_done_o (messages_done),
    .start_o         (start),
    .state_q_o       (state_q)
  );

  engine_counters u_counters (
    .clk_i,
    .rst_ni,
    .enable_i,
    .cycle_i,
    .last_cycle_i,
    .state_q_i         (state_q),
    .sent_i            (start),
    .received_i        (arrive),
    .dropped_i         (dropped),
    .tx_packets_o      (hw_in.TX_PACKETS.value.next),
    .tx_stall_cycles_o (hw_in.TX_STALL_CYCLES.value.next),
    .tx_pace_cycles_o  (hw_in.TX_PACE_CYCLES.value.next),
    .tx_memory_cycles_o(hw_in.TX_MEMORY_CYCLES.value.next),
    .tx_window_cycles_o(hw_in.TX_WINDOW_CYCLES.value.next),
    .rx_packets_o      (hw_in.RX_PACKETS.value.next),
    .rx_dropped_o      (hw_in.RX_DROPPED.value.next)
  );

  // What software finds.
  assign hw_in.TX_FETCHED.value.next = fetched;
  assign hw_in.TX_DONE.value.next = messages_done;
  assign hw_in.RX_ONE_SIDED.value.next = one_sided;
  assign hw_in.RX_DONE.rd_data = {16'd0, done_q};
  assign hw_in.RX_DONE.rd_ack = hw_out.RX_DONE.req && !hw_out.RX_DONE.req_is_wr;
  assign hw_in.RX_DONE.wr_ack = hw_out.RX_DONE.req && hw_out.RX_DONE.req_is_wr;
  assign hw_in.RX_FREED.rd_data = {16'd0, freed_q};
  assign hw_in.RX_FREED.rd_ack = hw_out.RX_FREED.req && !hw_out.RX_FREED.req_is_wr;
  assign hw_in.RX_FREED.wr_ack = hw_out.RX_FREED.req && hw_out.RX_FREED.req_is_wr;
  assign hw_in.TX_DOORBELL.wr_ack = hw_out.TX_DOORBELL.req;
  assign hw_in.RX_POST.wr_ack = hw_out.RX_POST.req;
  assign hw_in.RX_CANCEL.wr_ack = hw_out.RX_CANCEL.req;
  assign hw_in.TX_RING.rd_data = ring_data;
  assign hw_in.TX_RING.rd_ack = hw_out.TX_RING.req && !hw_out.TX_RING.req_is_wr;
  assign hw_in.TX_RING.wr_ack = hw_out.TX_RING.req && hw_out.TX_RING.req_is_wr;
  assign hw_in.RX_SLOTS.rd_data = slots_data;
  assign hw_in.RX_SLOTS.rd_ack = hw_out.RX_SLOTS.req && !hw_out.RX_SLOTS.req_is_wr;
  assign hw_in.RX_SLOTS.wr_ack = hw_out.RX_SLOTS.req && hw_out.RX_SLOTS.req_is_wr;
  assign hw_in.RX_MET.rd_data = addr_i[4:2] == 3'd0 ? met_key[75:44] : addr_i[4:2] == 3'd1 ? met_key[31:0] :
    addr_i[4:2] == 3'd2 ? met_bytes : addr_i[4:2] == 3'd3 ? {26'd0, met_key[37:32]} : 32'd0;
  // Software knows the place that it receives with.
  logic [5:0] unused_met_place;
  assign unused_met_place = met_key[43:38];
  assign hw_in.RX_MET.rd_ack = hw_out.RX_MET.req;
  assign hw_in.RX_MET.wr_ack = 1'b0;

  // Completions that software has not yet seen, and interrupts.
  logic sent_q;
  logic [nic_pkg::RingEntries-1:0] done_d;
  logic [nic_pkg::RingEntries-1:0] freed_d;
  assign done_d = (done_q | done) & ~(hw_in.RX_DONE.wr_ack ? wdata_i[15:0] : 16'd0);
  assign freed_d = (freed_q | freed) & ~(hw_in.RX_FREED.wr_ack ? wdata_i[15:0] : 16'd0);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sent_q <= 1'b0;
      done_q <= 16'd0;
      freed_q <= 16'd0;
    end else begin
      done_q <= done_d;
      freed_q <= freed_d;
      if (sent) sent_q <= 1'b1;
      else if (hw_out.TX_DONE.value.swacc) sent_q <= 1'b0;
    end
  end
  assign irq_o = (sent_q && hw_out.IRQ_ENABLE.send.value) ||
    (done_q != 16'd0 && hw_out.IRQ_ENABLE.receive.value) ||
    (freed_q != 16'd0 && hw_out.IRQ_ENABLE.freed.value);
  // No access is made at an edge, so that nothing is taken back there.
  assign irq_after_o = ((sent_q || sent) && hw_out.IRQ_ENABLE.send.value) ||
    ((done_q != 16'd0 || any_done) && hw_out.IRQ_ENABLE.receive.value) ||
    ((freed_q != 16'd0 || any_freed) && hw_out.IRQ_ENABLE.freed.value);

  `ASSERT(RegistersBetweenEdges, !req_i || !enable_i)

endmodule
