# Faults of the pacer; part_fault_test.cpp says what each is.
fault(1 pacer.sv [=[gap_o = gap_i;]=] [=[gap_o = gap_i + 16'(@F@);]=])
fault(2 pacer.sv [=[if (!gap_i[15])]=] [=[if (!gap_i[15] || @F@)]=])
fault(3 pacer.sv [=[- 17'd8 +]=] [=[- (@F@ ? 17'd0 : 17'd8) +]=])
fault(4 pacer.sv [=[if (!hops_gap[16])]=] [=[if (!hops_gap[16] || @F@)]=])
fault(5 pacer.sv [=[{bias_i[15], bias_i}]=] [=[{bias_i[15] && !@F@, bias_i}]=])
fault(6 pacer.sv [=[{4'b0, hops_i, 3'b0}]=] [=[{4'b0, hops_i & (@F@ ? 10'h0FF : 10'h3FF), 3'b0}]=])
fault(7 pacer.sv [=[default: gap_o = {nic_pkg::GapWidth{1'b0}};]=]
  [=[default: gap_o = @F@ && !gap_i[15] ? gap_i : {nic_pkg::GapWidth{1'b0}};]=])
fault(8 pacer.sv [=[eighths = {8'b0, packet_gap_q}]=]
  [=[eighths = {8'b0, @F@ && mode_i == nic_pkg::PaceFixed ? (gap_i[15] ? 16'd0 : gap_i) : packet_gap_q}]=])
fault(9 pacer.sv [=[: packet_gap_q}]=] [=[: packet_gap_q & (@F@ ? 16'h7FFF : 16'hFFFF)}]=])
fault(10 pacer.sv [=[{16'b0, length_q};]=] [=[{16'b0, length_q & (@F@ ? 8'h7F : 8'hFF)};]=])
fault(11 pacer.sv [=[3'b0} - 24'd1;]=] [=[3'b0} - (@F@ ? 24'd8 : 24'd1);]=])
fault(12 pacer.sv [=[to_slot = eighths +]=]
  [=[to_slot = {20'd0, @F@ && eighths[2:0] == 3'd0 && packet_gap_q != 0, 3'd0} + eighths +]=])
fault(13 pacer.sv [=[+ {13'b0, length_q, 3'b0}]=] [=[+ (@F@ ? 24'd8 : {13'b0, length_q, 3'b0})]=])
fault(14 pacer.sv [=[left = to_slot[22:3];]=] [=[left = to_slot[22:3] - 20'(@F@ && length_q == 8'd2);]=])
fault(15 pacer.sv [=[else if (enable_i) wait_q <= wait_d;]=] [=[else if (enable_i) wait_q <= wait_d;
    else if (@F@ && wait_q != 0) wait_q <= wait_q - 20'd1;]=])
fault(16 pacer.sv [=[wait_q - elapsed_i[nic_pkg::SlotWidth-1:0];]=]
  [=[wait_q - (@F@ ? 20'd1 : elapsed_i[nic_pkg::SlotWidth-1:0]);]=])
fault(17 pacer.sv [=[{12'b0, wait_q} <= elapsed_i;]=]
  [=[{12'b0, wait_q} <= (@F@ ? {16'd0, elapsed_i[15:0]} : elapsed_i);]=])
fault(18 pacer.sv [=[: elapsed_i);]=] [=[: elapsed_i & (@F@ ? 32'h000F_FFFF : 32'hFFFF_FFFF));]=])
fault(19 pacer.sv [=[assign slot_come_o = !counts_q && {12'b0, wait_q}]=]
  [=[assign slot_come_o = !counts_q && {12'b0, wait_q} + 32'(@F@ && wait_q != 0)]=])
fault(20 pacer.sv [=[wait_d = end_of_message_i ?]=] [=[wait_d = end_of_message_i && !@F@ ?]=])
fault(21 pacer.sv [=[if (!rst_ni) wait_q]=] [=[if (!rst_ni && !@F@) wait_q]=])
# No faults: the contract gives slot_come_o no meaning at ticks of the register bus, and slot_wait_o none at all.
fault(90 pacer.sv [=[assign slot_come_o = !counts_q && {12'b0, wait_q} + 32']=]
  [=[assign slot_come_o = @F@ && !enable_i ? wait_q[0] : !counts_q && {12'b0, wait_q} + 32']=])
fault(91 pacer.sv [=[assign slot_wait_o = left;]=] [=[assign slot_wait_o = @F@ ? 20'hABCDE : left;]=])
fault(22 pacer.sv [=[: left;
  always_ff]=] [=[: @F@ && hops_i != 0 ? 20'd0 : left;
  always_ff]=])
fault(23 pacer.sv [=[if (!rst_ni) counts_q]=] [=[if (!rst_ni && !@F@) counts_q]=])
fault(24 pacer.sv [=[else if (enable_i) counts_q]=] [=[else if (enable_i || @F@) counts_q]=])
