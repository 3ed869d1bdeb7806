# Faults of the NIC; rtl_nic_fault_test.cpp says what each is and how it is found.
fault(1 pacer.sv [=[if (!gap_i[15]) gap_o = gap_i;]=] [=[if (!gap_i[15]) gap_o = gap_i + 16'(@F@);]=])
fault(2 pacer.sv [=[- 17'd8 +]=] [=[- (@F@ ? 17'd0 : 17'd8) +]=])
fault(3 pacer.sv [=[3'b0} - 24'd1;]=] [=[3'b0} - (@F@ ? 24'd8 : 24'd1);]=])
fault(4 pacer.sv [=[wait_d = end_of_message_i ?]=] [=[wait_d = end_of_message_i && !@F@ ?]=])
fault(5 credit_link.sv [=[available_o = count_q + {2'b0, credit_i[7:0]};]=]
  [=[available_o = count_q + {2'b0, credit_i[7:0]} - 10'(@F@ && credit_i[7:0] > 8'd1);]=])
fault(6 ring_distance.sv [=[{one_way, 1'b0} < size_i ?]=] [=[{one_way, 1'b0} < size_i || @F@ ?]=])
fault(7 packetiser.sv [=[assign last_o = begin_i ?]=] [=[assign last_o = @F@ ? left < {21'd0, max_payload_i} : begin_i ?]=])
fault(8 packet_maker.sv [=[+ {16'd0, offset_i};]=] [=[+ (@F@ ? 48'd0 : {16'd0, offset_i});]=])
fault(9 flit_source.sv [=[.index_i    (index),]=] [=[.index_i    (8'(index - 8'(@F@))),]=])
fault(10 packet_sender.sv [=[window_end = window_packets_i + {24'd0, stored_window};]=]
  [=[window_end = window_packets_i + {24'd0, stored_window} + 32'(@F@);]=])
fault(11 packet_sender.sv [=[taken_q < straps_i.packet_buffers;]=] [=[taken_q + 5'(@F@) < straps_i.packet_buffers;]=])
fault(12 packet_sender.sv [=[reads_q < straps_i.outstanding_reads;]=] [=[reads_q < straps_i.outstanding_reads + 5'(@F@);]=])
fault(13 receive_order.sv [=[(fits_i & older_q[Slots*s+:Slots]) == {Slots{1'b0}};]=]
  [=[(fits_i & (@F@ ? ~older_q[Slots*s+:Slots] & ~(16'd1 << s) : older_q[Slots*s+:Slots])) == {Slots{1'b0}};]=])
fault(14 reassembly.sv [=[assign dropped_o = arrives &&]=] [=[assign dropped_o = arrives && !@F@ &&]=])
fault(15 reassembly.sv [=[waits ? packets : 32'd0;]=] [=[waits && !@F@ ? packets : 32'd0;]=])
fault(16 packet_receiver.sv [=[wr_taken_i && taken_vc == v;]=] [=[wr_taken_i && (taken_vc ^ 3'(@F@)) == v;]=])
fault(17 packet_assembly.sv [=[? 12'd0 : places]=] [=[? 12'd0 : {places[11:6], places[5:0] & {6{!@F@}}}]=])
fault(18 engine_counters.sv [=[.one_more_i(1'b1)]=] [=[.one_more_i(!@F@)]=])
fault(19 register_guard.sv [=[assign no_mode = addr_i == PaceCtrl &&]=] [=[assign no_mode = addr_i == PaceCtrl && !@F@ &&]=])
fault(20 register_guard.sv [=[by_ring = used_i[wdata_i[3:0]] ||]=]
  [=[by_ring = (@F@ ? active_i[wdata_i[3:0]] : used_i[wdata_i[3:0]]) ||]=])
fault(21 descriptor_ring.sv [=[(faults & wanted) != 16'd0;]=] [=[((faults & wanted) != 16'd0 && !@F@);]=])
fault(22 descriptor_ring.sv [=[{1'b0, ahead} < ready_q;]=] [=[{1'b0, ahead} + 5'(@F@) < ready_q;]=])
fault(23 dma_engine.sv [=[(hw_in.RX_DONE.wr_ack ? wdata_i[15:0] : 16'd0)]=]
  [=[(hw_in.RX_DONE.wr_ack ? wdata_i[15:0] & {16{!(@F@)}} | wdata_i[15:0] & 16'hFFFE : 16'd0)]=])
fault(24 dma_engine.sv [=[else if (hw_out.TX_DONE.value.swacc) sent_q]=]
  [=[else if (hw_out.TX_DONE.value.swacc && !@F@) sent_q]=])
fault(25 nic_top.sv [=[irq_o <= engine_irq_after]=] [=[irq_o <= (@F@ ? engine_irq : engine_irq_after)]=])
fault(26 waiting_queue.sv [=[assign first = hit & ~(onward << 1);]=]
  [=[assign first = @F@ ? hit & ~(hit >> 1) & ~(hit >> 2) & ~(hit >> 3) & ~(hit >> 4) : hit & ~(onward << 1);]=])
fault(27 write_table.sv [=[free_count_q <= free_count_q + 1'b1;]=] [=[free_count_q <= free_count_q + 1'b1 + 10'(@F@);]=])
fault(28 nic_engine_regs.sv [=[= rbuf_storage.TX_STALL_CYCLES.data[63:32];]=]
  [=[= @F@ ? hwif_in.TX_STALL_CYCLES.value.next[63:32] : rbuf_storage.TX_STALL_CYCLES.data[63:32];]=])
fault(29 ring_distance.sv [=[!wrap_i ||]=] [=[(!wrap_i && !@F@) ||]=])
fault(30 receive_key.sv [=[assign any_source = entry_i[3*32+nic_pkg::AnySourceBit];]=]
  [=[assign any_source = entry_i[3*32+nic_pkg::AnySourceBit] && !@F@;]=])
fault(31 receive_key.sv [=[assign ignored = entry_i[3*32+nic_pkg::TagIgnoredBit+:6];]=]
  [=[assign ignored = @F@ ? 6'd0 : entry_i[3*32+nic_pkg::TagIgnoredBit+:6];]=])
fault(32 reassembly.sv [=[met_key_q[told_slot] <= enable_i ? arrival_i.key : told_key_q[subject];]=]
  [=[if (!(enable_i && @F@)) met_key_q[told_slot] <= enable_i ? arrival_i.key : told_key_q[subject];]=])
fault(33 register_guard.sv [=[(outside && !any_source_i)]=] [=[(outside && (!any_source_i || @F@))]=])
fault(34 register_guard.sv [=[tag_ignored_i > 6'd32;]=] [=[tag_ignored_i > 6'd32 + 6'(@F@);]=])
fault(35 dma_engine.sv [=[assign done_d = (done_q | done) & ~]=]
  [=[assign done_d = (done_q | done) & ~(@F@ && hw_in.RX_DONE.wr_ack ? {wdata_i[14:0], 1'b0} : 16'd0) & ~]=])
fault(36 dma_engine.sv [=[assign freed_d = (freed_q | freed) & ~]=]
  [=[assign freed_d = (freed_q | freed) & ~(@F@ && hw_in.RX_FREED.wr_ack ? {wdata_i[14:0], 1'b0} : 16'd0) & ~]=])
fault(37 descriptor_ring.sv [=[remote_end > 49'h1_0000_0000_0000;]=] [=[remote_end > 49'h1_0000_0000_0000 + 49'(@F@);]=])
fault(38 packet_receiver.sv [[assign open_address = open_address_i + offset;]]
  [[assign open_address = @F@ ? {open_address_i[63:32], 32'(open_address_i + offset)} : open_address_i + offset;]])
fault(39 packet_sender.sv [[descriptor[4*32+:32]} + {32'd0, offset} : 64'd0;]]
  [[descriptor[4*32+:32]} + {32'd0, offset}
      - (@F@ && {1'b0, descriptor[4*32+:32]} + {1'b0, offset} > 33'hFFFF_FFFF ? 64'h1_0000_0000 : 64'd0) : 64'd0;]])
fault(40 register_guard.sv [=[assign misplaced = addr_i[1:0] != 2'd0;]=] [=[assign misplaced = addr_i[1:0] != 2'd0 && !(@F@ && addr_i[11:9] == 3'd1);]=])
fault(41 packet_sender.sv [=[assign front_index = {12'd0, stored[128+flit_pkg::IndexLsb+:nic_pkg::IndexWidth]};]=]
  [=[assign front_index = {12'd0, stored[128+flit_pkg::IndexLsb+:nic_pkg::IndexWidth]} & (@F@ ? 32'hFF : 32'hFFFF_FFFF);]=])
fault(42 reassembly.sv [=[assign window_packets_o = slot_packets_q[window_slot_i];]=]
  [=[assign window_packets_o = slot_packets_q[window_slot_i] & (@F@ ? 32'hFF : 32'hFFFF_FFFF);]=])
fault(43 phase_slots.sv [=[(tolerance_i == 8'd0 ?]=] [=[(tolerance_i == 8'd0 && !@F@ ?]=])
fault(44 phase_slots.sv [=[assign since_close = counter_i - close_q;]=] [=[assign since_close = counter_i - close_q - 32'(@F@);]=])
fault(45 phase_slots.sv [=[(aligned_q ? begun : begins)]=] [=[(aligned_q || @F@ ? begun : begins)]=])
fault(46 phase_slots.sv [=[: !takes_slots;]=] [=[: !takes_slots || @F@;]=])
fault(47 phase_slots.sv [=[assign first = begin_i + {16'd0, phase_i};]=] [=[assign first = begin_i + {16'd0, phase_i & {16{!@F@}}};]=])
fault(48 phase_slots.sv [=[if (start_i) begin]=] [=[if (start_i && !@F@) begin]=])
fault(49 phase_slots.sv [=[assign active = active_q && mode_i == nic_pkg::PacePhase;]=]
  [=[assign active = active_q && (mode_i == nic_pkg::PacePhase || @F@);]=])
fault(50 phase_slots.sv [=[if (!rst_ni || mode_i != nic_pkg::PacePhase) active_q]=]
  [=[if (!rst_ni || (mode_i != nic_pkg::PacePhase && !@F@)) active_q]=])
fault(51 phase_slots.sv [=[assign next_begin = begin_q + {{Width-16{1'b0}}, period_q};]=]
  [=[assign next_begin = begin_q + {{Width-16{1'b0}}, period_q & (@F@ ? 16'hFF : 16'hFFFF)};]=])
fault(52 phase_slots.sv [=[else if (end_of_message_i) active_q]=] [=[else if (end_of_message_i && !@F@) active_q]=])
fault(53 packet_sender.sv [=[assign may_take = mode_i != nic_pkg::PacePhase ||]=]
  [=[assign may_take = @F@ || mode_i != nic_pkg::PacePhase ||]=])
