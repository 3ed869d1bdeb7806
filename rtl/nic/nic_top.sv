`include "common/assert.svh"

// NICs of a node, one to eight DMA engines, RTL twin of Nic. Pins: docs/reference/pins.md; docs/reference/rtl_nic.md.
//
// Its clock ticks several times per cycle of the model: once with enable_i high, the edge of the model, before that once
// for each register access and each answer of memory.
module nic_top #(
  parameter int unsigned NumVcs = 2,
  // So many there can be; the pins of those that there are not stand still.
  parameter int unsigned NumEngines = 4
) (
  input  logic                                                       clk_i,
  input  logic                                                       rst_ni,
  input  logic                                                       enable_i,
  // Number of the cycle that the edge begins, or in which the access is made. Cycles may be skipped.
  input  logic [nic_pkg::CycleWidth-1:0]                             cycle_i,
  // The counter that all nodes have in common, at this edge: PACE_BEGIN counts by it.
  input  logic [nic_pkg::CounterWidth-1:0]                           counter_i,
  // Straps.
  input  logic [flit_pkg::NodeWidth-1:0]                             position_i,
  input  logic [flit_pkg::MaxDimensions*nic_pkg::SizeWidth-1:0]      shape_i,
  input  logic [flit_pkg::MaxDimensions-1:0]                         wrap_i,
  input  logic [3:0]                                                 engines_i,
  input  logic [nic_pkg::CountWidth-1:0]                             vc_buffer_i,
  input  logic [nic_pkg::CountWidth-1:0]                             receive_buffer_i,
  input  logic [nic_pkg::PayloadWidth-1:0]                           max_payload_i,
  input  logic [4:0]                                                 outstanding_reads_i,
  input  logic [4:0]                                                 packet_buffers_i,
  input  logic                                                       own_pace_mode_i,
  // Registers.
  input  logic                                                       req_i,
  input  logic                                                       we_i,
  input  logic [nic_pkg::BusAddressWidth-1:0]                        addr_i,
  input  logic [31:0]                                                wdata_i,
  output logic [31:0]                                                rdata_o,
  output logic                                                       error_o,
  output logic                                                       irq_o,
  // Router, by engine.
  input  logic [NumEngines*flit_pkg::FlitWidth-1:0]         flit_i,
  output logic [NumEngines*64-1:0]                          credit_o,
  output logic [NumEngines*flit_pkg::FlitWidth-1:0]         flit_o,
  input  logic [NumEngines*64-1:0]                          credit_i,
  // Memory, by engine.
  output logic [NumEngines-1:0]                             rd_req_o,
  output logic [NumEngines*nic_pkg::EntryWidth-1:0]         rd_tag_o,
  output logic [NumEngines*nic_pkg::AddressWidth-1:0]       rd_addr_o,
  output logic [NumEngines*nic_pkg::PayloadWidth-1:0]       rd_bytes_o,
  input  logic [NumEngines-1:0]                             rd_done_i,
  input  logic [NumEngines*nic_pkg::EntryWidth-1:0]         rd_done_tag_i,
  output logic [NumEngines-1:0]                             wr_req_o,
  output logic [NumEngines*nic_pkg::WriteTagWidth-1:0]      wr_tag_o,
  output logic [NumEngines*nic_pkg::AddressWidth-1:0]       wr_addr_o,
  output logic [NumEngines*nic_pkg::PayloadWidth-1:0]       wr_bytes_o,
  input  logic [NumEngines-1:0]                             wr_taken_i,
  input  logic [NumEngines*nic_pkg::WriteTagWidth-1:0]      wr_taken_tag_i,
  input  logic [NumEngines-1:0]                             wr_visible_i,
  input  logic [NumEngines*nic_pkg::WriteTagWidth-1:0]      wr_visible_tag_i
);

  nic_pkg::straps_t straps;
  always_comb begin
    straps.position = position_i;
    straps.shape = shape_i;
    straps.wrap = wrap_i;
    straps.engines = engines_i;
    straps.vc_buffer = vc_buffer_i;
    straps.receive_buffer = receive_buffer_i;
    straps.max_payload = max_payload_i;
    straps.outstanding_reads = outstanding_reads_i;
    straps.packet_buffers = packet_buffers_i;
    straps.own_pace_mode = own_pace_mode_i;
  end

  // Cycles since the last edge of the model.
  logic [nic_pkg::CycleWidth-1:0] cycle_q;
  logic [nic_pkg::CycleWidth-1:0] elapsed;
  assign elapsed = cycle_i - cycle_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || enable_i) cycle_q <= cycle_i;
  end

  // Which block an access is for: 0 the global one, from 1 on an engine's.
  logic [3:0] block;
  assign block = addr_i[15:12];

  logic global_error;
  logic [31:0] global_data;
  logic [NumEngines-1:0] engine_irq;
  logic [NumEngines-1:0] engine_irq_after;
  logic [NumEngines-1:0] engine_error;
  logic [NumEngines*32-1:0] engine_data;

  // The global block's decoder sees five bits of the address.
  nic_global_regs_pkg::nic_global__in_t global_in;
  logic global_beyond;
  logic global_rd_err;
  logic global_wr_err;
  logic [3:0] unused_handshake;
  assign global_beyond = addr_i[11:5] != 7'd0;
  assign global_in.NODE.x.next = straps.position[7:0];
  assign global_in.NODE.y.next = straps.position[15:8];
  assign global_in.NODE.z.next = straps.position[23:16];
  assign global_in.NODE.w.next = straps.position[31:24];
  // Numbers of the last places: 255 if there are 256.
  assign global_in.SHAPE.x.next = straps.shape[nic_pkg::SizeWidth*0+:8] - 8'd1;
  assign global_in.SHAPE.y.next = straps.shape[nic_pkg::SizeWidth*1+:8] - 8'd1;
  assign global_in.SHAPE.z.next = straps.shape[nic_pkg::SizeWidth*2+:8] - 8'd1;
  assign global_in.SHAPE.w.next = straps.shape[nic_pkg::SizeWidth*3+:8] - 8'd1;
  assign global_in.NETWORK.wrap.next = {2'b00, straps.wrap};
  assign global_in.NETWORK.engines.next = straps.engines;
  assign global_in.IRQ_STATUS.value.next = 8'(engine_irq);
  nic_global_regs u_global_registers (
    .clk                 (clk_i),
    .rst_n               (rst_ni),
    .s_cpuif_req         (req_i && block == 4'd0 && !global_beyond),
    .s_cpuif_req_is_wr   (we_i),
    .s_cpuif_addr        (addr_i[4:0]),
    .s_cpuif_wr_data     (wdata_i),
    .s_cpuif_wr_biten    (32'hFFFF_FFFF),
    .s_cpuif_req_stall_wr(unused_handshake[0]),
    .s_cpuif_req_stall_rd(unused_handshake[1]),
    .s_cpuif_rd_ack      (unused_handshake[2]),
    .s_cpuif_rd_err      (global_rd_err),
    .s_cpuif_rd_data     (global_data),
    .s_cpuif_wr_ack      (unused_handshake[3]),
    .s_cpuif_wr_err      (global_wr_err),
    .hwif_in             (global_in)
  );
  assign global_error = global_rd_err || global_wr_err || (req_i && block == 4'd0 && global_beyond);

  // Words of eight engines, all but one 0, in a tree.
  logic [31:0] rdata;
  logic [NumEngines-1:0] accessed;
  logic [8*32-1:0] words;
  logic [4*32-1:0] pairs;
  always_comb begin
    words = {8{32'd0}};
    for (int unsigned e = 0; e < NumEngines; e++) begin
      accessed[e] = block == 4'(e + 1) && block <= engines_i;
      if (accessed[e]) words[32*e+:32] = engine_data[32*e+:32];
    end
  end
  assign pairs = words[255:128] | words[127:0];
  assign rdata = block == 4'd0 ? global_data : (pairs[127:96] | pairs[95:64]) | (pairs[63:32] | pairs[31:0]);
  assign error_o = global_error || engine_error != {NumEngines{1'b0}} || (req_i && block != 4'd0 && accessed == {NumEngines{1'b0}});
  assign rdata_o = req_i && !we_i && !error_o ? rdata : 32'd0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) irq_o <= 1'b0;
    else if (enable_i) irq_o <= engine_irq_after != {NumEngines{1'b0}};
  end

  for (genvar e = 0; e < NumEngines; e++) begin : gen_engine
    dma_engine #(
      .NumVcs(NumVcs)
    ) u_dma_engine (
      .clk_i,
      .rst_ni,
      .enable_i,
      .cycle_i,
      .last_cycle_i    (cycle_q),
      .elapsed_i       (elapsed),
      .counter_i,
      .straps_i        (straps),
      .engine_i        (3'(e)),
      .req_i           (req_i && block == 4'(e + 1) && block <= engines_i),
      .we_i,
      .addr_i          (addr_i[11:0]),
      .wdata_i,
      .rdata_o         (engine_data[32*e+:32]),
      .error_o         (engine_error[e]),
      .irq_o           (engine_irq[e]),
      .irq_after_o     (engine_irq_after[e]),
      .flit_i          (flit_i[flit_pkg::FlitWidth*e+:flit_pkg::FlitWidth]),
      .credit_o        (credit_o[64*e+:64]),
      .flit_o          (flit_o[flit_pkg::FlitWidth*e+:flit_pkg::FlitWidth]),
      .credit_i        (credit_i[64*e+:64]),
      .rd_req_o        (rd_req_o[e]),
      .rd_tag_o        (rd_tag_o[nic_pkg::EntryWidth*e+:nic_pkg::EntryWidth]),
      .rd_addr_o       (rd_addr_o[nic_pkg::AddressWidth*e+:nic_pkg::AddressWidth]),
      .rd_bytes_o      (rd_bytes_o[nic_pkg::PayloadWidth*e+:nic_pkg::PayloadWidth]),
      .rd_done_i       (rd_done_i[e]),
      .rd_done_tag_i   (rd_done_tag_i[nic_pkg::EntryWidth*e+:nic_pkg::EntryWidth]),
      .wr_req_o        (wr_req_o[e]),
      .wr_tag_o        (wr_tag_o[nic_pkg::WriteTagWidth*e+:nic_pkg::WriteTagWidth]),
      .wr_addr_o       (wr_addr_o[nic_pkg::AddressWidth*e+:nic_pkg::AddressWidth]),
      .wr_bytes_o      (wr_bytes_o[nic_pkg::PayloadWidth*e+:nic_pkg::PayloadWidth]),
      .wr_taken_i      (wr_taken_i[e]),
      .wr_taken_tag_i  (wr_taken_tag_i[nic_pkg::WriteTagWidth*e+:nic_pkg::WriteTagWidth]),
      .wr_visible_i    (wr_visible_i[e]),
      .wr_visible_tag_i(wr_visible_tag_i[nic_pkg::WriteTagWidth*e+:nic_pkg::WriteTagWidth])
    );
  end

endmodule
