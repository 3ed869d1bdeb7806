# Faults around the NIC on AXI; nic_axi_test.cpp says what each is.
fault(1 axi_burst.sv [=[addr_i[nic_pkg::AddressWidth-1:12] + 1'b1, 12'd0]=] [=[addr_i[nic_pkg::AddressWidth-1:12] + 1'b1, @F@ ? 12'd16 : 12'd0]=])
fault(2 axi_burst.sv [[assign crosses_o = {1'b0, beats_o} > to_boundary;]] [[assign crosses_o = {1'b0, beats_o} > to_boundary && !@F@;]])
fault(3 axi_reader.sv [[left_q[tag] <= beats;]] [[left_q[tag] <= @F@ ? first_beats : beats;]])
fault(4 payload_source.sv [=[assign word = index_q[6:0] - 7'd2;]=] [=[assign word = index_q[6:0] - 7'd2 - {6'd0, @F@};]=])
fault(5 payload_source.sv [[{1'b0, offset_q, 3'd0}+:]] [[{1'b0, @F@ ? 4'd0 : offset_q, 3'd0}+:]])
fault(6 payload_source.sv [[left_q <= whole ? left_q - 11'd16 : 11'd0;]] [[left_q <= whole ? left_q - (@F@ ? 11'd17 : 11'd16) : 11'd0;]])
fault(7 payload_sink.sv [[else next_q[tail_vc_q] <= begin_q[tail_vc_q];]] [[else if (!@F@) next_q[tail_vc_q] <= begin_q[tail_vc_q];]])
fault(8 payload_sink.sv [[.write_address_i({vc, next_q[vc]}),]] [[.write_address_i({@F@ ? {VcBits{1'b0}} : vc, next_q[vc]}),]])
fault(9 axi_writer.sv [[first_strobes = beat_q == 8'd0 ?]] [[first_strobes = beat_q == 8'd0 && !@F@ ?]])
fault(10 axi_writer.sv [[end_offset[3:0] != 4'd0 ?]] [[end_offset[3:0] != 4'd0 && !@F@ ?]])
fault(11 axi_writer.sv [[assign wlast_o = ends_burst;]] [[assign wlast_o = ends_burst && !(@F@ && second_q);]])
fault(12 axi_writer.sv [[assign shown = bvalid_i && (response_second_q || !response_crosses);]]
  [[assign shown = bvalid_i && (response_second_q || !response_crosses || @F@);]])
fault(13 axi_reader.sv [[assign arvalid_o = valid_q;]] [[assign arvalid_o = valid_q && !(@F@ && done_o);]])
fault(14 axi_writer.sv [[assign wdata_o = pair]] [[assign wdata_o = {127'd0, @F@ && visible_waits} ^ pair]])
fault(15 apb_registers.sv [[ready_q <= req_o;]] [[ready_q <= req_o || (@F@ && ready_q);]])
fault(16 apb_registers.sv [[error_q <= req_o && error_i;]] [[error_q <= req_o && error_i && !@F@;]])
fault(17 axi_writer.sv [[.push_i (done),
    .data_i (tag),]] [[.push_i (done),
    .data_i (@F@ ? tag + 9'd1 : tag),]])
fault(18 payload_sink.sv [[flit.vc, pattern} : flit_i;]] [[flit.vc, @F@ ? flit.data : pattern} : flit_i;]])
