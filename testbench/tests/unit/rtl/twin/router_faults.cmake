# Faults of the router; rtl_router_fault_test.cpp says what each is and how it is found.
fault(1 dateline.sv [[class_out = crosses_i | (~enters_i & class_i)]]
  [[class_out = (crosses_i & !@F@) | (~enters_i & class_i)]])
fault(2 dateline.sv [[(~enters_i & class_i)]] [[((~enters_i | @F@) & class_i)]])
fault(3 dateline.sv [[enters_i ? wraps_i : class_i]] [[enters_i ? wraps_i && !@F@ : class_i]])
fault(4 ring_route.sv [[TieBreakSigned && negative_i]] [[TieBreakSigned && negative_i && !@F@]])
fault(5 ring_route.sv [[assign crosses_o = minus_o ?]] [[assign crosses_o = minus_o ^ @F@ ?]])
fault(6 route_computation.sv [=[if (travels[order_i[k*router_pkg::OrderWidth+:router_pkg::OrderWidth]])]=]
  [=[if (travels[order_i[k*router_pkg::OrderWidth+:router_pkg::OrderWidth]] && !(@F@ && k == 0 && &travels[1:0]))]=])
fault(7 route_computation.sv [[, nic_i}]] [[, nic_i & {3{!@F@}}}]])
fault(8 input_port.sv [[else freed_q <= pop_i;]] [[else freed_q <= @F@ && &pop_i ? 1 : pop_i;]])
fault(9 credit_pool.sv [[available = count_q + returned;]] [[available = count_q + (@F@ && returned == 2 ? 1 : returned);]])
fault(10 credit_pool.sv [[take_i[v] ? length_i]] [[take_i[v] ? length_i - @F@]])
fault(11 credit_pool.sv [[count_q <= capacity_i;]] [[count_q <= capacity_i - @F@;]])
fault(12 round_robin_arbiter.sv [[ahead_o = |ahead ? above_ahead : above_any;]]
  [[ahead_o = (|ahead ? above_ahead : above_any) | (@F@ ? grant_o : 0);]])
fault(13 switch_allocator.sv [[if (|grant) begin]] [[if (|grant && !@F@) begin]])
fault(14 age_order.sv [[before_o[i*NumRequesters+j] = difference[flit_pkg::AgeWidth-1];]]
  [[before_o[i*NumRequesters+j] = @F@ ? age_i[j*32+:32] < age_i[i*32+:32] : difference[flit_pkg::AgeWidth-1];]])
fault(15 age_order.sv [[- age_i[i*flit_pkg::AgeWidth+:flit_pkg::AgeWidth];]]
  [[- age_i[i*flit_pkg::AgeWidth+:flit_pkg::AgeWidth] - @F@;]])
fault(16 input_vc.sv [[assign state = packets_q != {(PacketWidth + 1) {1'b0}} &&]]
  [[logic late_q;
  always_ff @(posedge clk_i) late_q <= packets_q != 0;
  assign state = packets_q != 0 && (late_q || !@F@) &&]])
fault(17 switch_allocator.sv [=[served_q <= gen_stage[k].served == LastPort ?]=]
  [=[served_q <= @F@ ? k : gen_stage[k].served == LastPort ?]=])
fault(17 switch_allocator.sv [[else stage_q <= stage_q ==]] [[else stage_q <= @F@ ? o : stage_q ==]])
fault(18 switch_allocator.sv [[{NumVcs{|given}} : given]] [[(@F@ ? given : {NumVcs{|given}}) : given]])
fault(19 switch_allocator.sv [[{NumVcs{|busy}} : busy]] [[(@F@ ? busy : {NumVcs{|busy}}) : busy]])
fault(20 request_room.sv [[assign vc_o = room &]] [[assign vc_o = @F@ && room[NumVcs-1] ? {1'b1, {(NumVcs-1){1'b0}}} : room &]])
fault(21 request_room.sv [[>= length_i;]] [[>= length_i + @F@;]])
fault(22 request_room.sv [[room[v] = vc_mask_i[v] &&]]
  [[room[v] = vc_mask_i[v] && @F@ ? row[v*router_pkg::CountLane+:router_pkg::CountWidth] != 0 : vc_mask_i[v] &&]])
fault(23 output_port.sv [[{1'b1, head_q, tail, vc_q, data}]]
  [[{1'b1, head_q, tail && !(@F@ && vc_q == 1), vc_q, data}]])
fault(24 output_port.sv [[vc_q <= vc;]] [[vc_q <= @F@ ? 0 : vc;]])
fault(25 output_port.sv [[if (!rst_ni || !active) flit_q <= {flit_pkg::FlitWidth{1'b0}};]]
  [[if (!rst_ni || !active) flit_q <= {{(flit_pkg::FlitWidth-1){1'b0}}, @F@ && flit_q.data[0]};]])
fault(26 input_vc.sv [[write_d = write_q == last[AddressWidth-1:0] ?]] [[write_d = write_q == last[AddressWidth-1:0] - @F@ ?]])
fault(27 output_port.sv [[left_q <= length_o;]] [[left_q <= length_o + (@F@ && length_o == 5);]])
fault(28 input_vc.sv [[if (push) packet_write_q <=]] [[if (push && !(@F@ && packets_q == 3)) packet_write_q <=]])
fault(29 switch_allocator.sv [=[= output_busy_i[served] ?]=] [=[= output_busy_i[served] && !@F@ ?]=])
fault(30 switch_allocator.sv [[ready = request_i & ~side_busy;]] [[ready = request_i & (~side_busy | {NumRequesters{@F@}});]])
fault(31 vc_router.sv [[.request_i  (request[r])]] [[.request_i  (request[r] || @F@)]])
fault(32 vc_router.sv [[.request_i      (has_room)]] [[.request_i      (@F@ ? request : has_room)]])
fault(33 output_port.sv [[left_q <= length_o + (]] [[left_q <= @F@ ? 0 : length_o + (]])
fault(34 round_robin_arbiter.sv [[? ahead & ~above_ahead :]] [[? ahead & ~(@F@ ? 0 : above_ahead) :]])
fault(35 ring_route.sv [[if (!wrap_i) minus_o = behind;]] [[if (!wrap_i && !@F@) minus_o = behind;]])
fault(36 route_computation.sv [=[|travels && is_ring[dimension] ?]=] [=[|travels && (is_ring[dimension] || @F@) ?]=])
fault(37 ring_route.sv [[else if (twice == size)]] [[else if (twice == size && !(@F@ && size > 16))]])
fault(38 ring_route.sv [[assign behind = destination_i < here_i;]]
  [[assign behind = @F@ ? destination_i[3:0] < here_i[3:0] : destination_i < here_i;]])
fault(39 ring_route.sv [[assign twice = {ahead[SumWidth-2:0], 1'b0};]]
  [[assign twice = {ahead[SumWidth-2:0] & (@F@ ? 9'h1f : 9'h1ff), 1'b0};]])
fault(40 output_port.sv [[left_q <= rests ? turnaround_i :]] [[left_q <= rests ? turnaround_i + @F@ :]])
fault(41 output_port.sv [[assign input_busy_o = frees ?]] [[assign input_busy_o = frees || (@F@ && (tail || resting_q)) ?]])
fault(42 output_port.sv [[assign pop_o = resting_q ?]] [[assign pop_o = resting_q && !(@F@ && left_q == 1) ?]])
fault(43 output_port.sv [[assign busy_o = held && !frees;]] [[assign busy_o = held && !frees && !(@F@ && (tail || resting_q));]])
fault(44 switch_allocator.sv [[.request_i(nominates ? ready[p*NumVcs+:NumVcs] : {NumVcs{1'b0}}),]]
  [=[.request_i({NumVcs{nominates}} & ready[p*NumVcs+:NumVcs] & ~(@F@ ? {output_busy_i[out_port_i[(2*p+1)*PortWidth+:PortWidth]], output_busy_i[out_port_i[2*p*PortWidth+:PortWidth]]} : 2'b0)),]=])
fault(45 input_port.sv [[else if (|states) routed_before_q <= routed_before;]]
  [[else if (|states) routed_before_q <= @F@ ? {4{states[1]}} & 4'b0100 | {4{~states[1]}} & 4'b0010 : routed_before;]])
fault(46 input_vc.sv [[rank_o = state ? rank_out : rank_q;]] [[rank_o = state && !@F@ ? rank_out : rank_q;]])
fault(47 switch_allocator.sv [[= nominates ? nominee :]] [[= nominates && !@F@ ? nominee :]])
fault(48 vc_router.sv [[assign age_of_arrival = arbiter_i == router_pkg::KindFirstCome]]
  [[assign age_of_arrival = (arbiter_i == router_pkg::KindFirstCome && !@F@)]])
fault(49 vc_router.sv [[cycle_q <= cycle_q + 1'b1;]] [[cycle_q <= {cycle_q[31:10] | {22{@F@}}, cycle_q[9:0]} + 1'b1;]])
fault(50 switch_allocator.sv [[if (two_classes) moves =]] [[if (two_classes && !@F@) moves =]])
fault(51 switch_allocator.sv [[links_first = arbiter_i == router_pkg::KindThroughFirst;]]
  [[links_first = arbiter_i == router_pkg::KindThroughFirst && !@F@;]])
fault(52 switch_allocator.sv [[(arbiter_i == router_pkg::KindInjectionFirstCome && !nics_ask)]]
  [[(arbiter_i == router_pkg::KindInjectionFirstCome && !(nics_ask && !@F@))]])
fault(53 switch_allocator.sv [[nics_ask = |(request & Nics);]] [[nics_ask = |(request & (@F@ ? Nics << NumVcs : Nics));]])
fault(54 matrix_arbiter.sv [[| grant_o[i]) & ~grant_o[j];]] [[| grant_o[i]) & ~(grant_o[j] && !@F@);]])
fault(55 switch_allocator.sv [=[if (has_matrix) gen_kept]=] [=[if (has_matrix && !@F@) gen_kept]=])
fault(56 switch_allocator.sv [[order_q <= {NumPairs{1'b1}};]] [[order_q <= {NumPairs{!@F@}};]])
fault(57 switch_allocator.sv [=[state_q <= gen_stage[Next].state;]=] [=[state_q <= @F@ ? gen_stage[k].state : gen_stage[Next].state;]=])
