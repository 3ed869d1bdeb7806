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
fault(8 input_port.sv [[else freed_q <= freed_i;]] [[else freed_q <= @F@ && &freed_i ? 1 : freed_i;]])
fault(9 credit_pool.sv [[available = count_q + returned -]] [[available = count_q + (@F@ && returned == 2 ? 1 : returned) -]])
fault(10 credit_pool.sv [[take_i[v] ? length_i]] [[take_i[v] ? length_i - @F@]])
fault(11 credit_pool.sv [[count_q <= capacity_i;]] [[count_q <= capacity_i - @F@;]])
fault(12 round_robin_arbiter.sv [[ahead_o = above;]] [[ahead_o = above | (@F@ ? grant_i : 0);]])
fault(13 output_candidates.sv [[assign links_move = two_classes ?]] [[assign links_move = @F@ ? 1'b0 : two_classes ?]])
fault(13 output_candidates.sv [[assign nics_move = two_classes ?]] [[assign nics_move = @F@ ? 1'b0 : two_classes ?]])
fault(14 age_order.sv [[before_o[i*NumRequesters+j] = difference[flit_pkg::AgeWidth-1];]]
  [[before_o[i*NumRequesters+j] = @F@ ? age_i[j*32+:32] < age_i[i*32+:32] : difference[flit_pkg::AgeWidth-1];]])
fault(15 age_order.sv [[- age_i[i*flit_pkg::AgeWidth+:flit_pkg::AgeWidth];]]
  [[- age_i[i*flit_pkg::AgeWidth+:flit_pkg::AgeWidth] - @F@;]])
fault(16 input_vc.sv [[assign state = waits &&]]
  [[logic late_q;
  always_ff @(posedge clk_i) late_q <= waits;
  assign state = waits && (late_q || !@F@) &&]])
fault(17 switch_allocator.sv [=[served_q <= gen_output[k].served == LastPort ?]=]
  [=[served_q <= @F@ ? k : gen_output[k].served == LastPort ?]=])
fault(17 switch_allocator.sv [[<= stage == {PortWidth{1'b0}} ?]] [[<= @F@ ? o : stage == {PortWidth{1'b0}} ?]])
fault(18 grant_chain.sv [=[reasons[p] = keeps_i[k*NumPorts+p];]=] [=[reasons[p] = keeps_i[k*NumPorts+p] || @F@;]=])
fault(18 switch_allocator.sv [[free_q <= ~free_q | free;]]
  [=[free_q <= ~free_q | (free & ~(@F@ && per_port ? {|granted_o[15:14], |granted_o[13:12], |granted_o[11:10], |granted_o[9:8], |granted_o[7:6], |granted_o[5:4], |granted_o[3:2], |granted_o[1:0]} : 8'd0));]=])
fault(19 switch_allocator.sv [[{NumVcs{|busy}} : busy]] [[(@F@ ? busy : {NumVcs{|busy}}) : busy]])
fault(20 request_room.sv [[assign vc_o = room_o &]]
  [[assign vc_o = @F@ && room_o[NumVcs-1] ? {1'b1, {(NumVcs-1){1'b0}}} : room_o &]])
fault(21 request_room.sv [[- {1'b0, length_i};]] [[- {1'b0, length_i} - (@F@ ? 11'd1 : 11'd0);]])
fault(22 request_room.sv [=[vc_mask_i[v] && !difference[DifferenceWidth-1];]=]
  [=[vc_mask_i[v] && (@F@ ? row[v*router_pkg::CountLane+:router_pkg::CountWidth] != 0 : !difference[DifferenceWidth-1]);]=])
fault(23 output_port.sv [[{1'b1, granted_i, tail, number_now, data}]]
  [[{1'b1, granted_i, tail && !(@F@ && number_now == 1), number_now, data}]])
fault(24 output_port.sv [[, number_now, data}]] [[, @F@ ? 3'd0 : number_now, data}]])
fault(25 output_port.sv [[if (!rst_ni || !(granted_i || active)) flit_q <= {flit_pkg::FlitWidth{1'b0}};]]
  [[if (!rst_ni || !(granted_i || active)) flit_q <= {{(flit_pkg::FlitWidth-1){1'b0}}, @F@ && flit_q.data[0]};]])
fault(26 input_vc.sv [[write_d = write_q == last[AddressWidth-1:0] ?]] [[write_d = write_q == last[AddressWidth-1:0] - @F@ ?]])
fault(27 output_port.sv [[left_q <= left_now;]] [[left_q <= left_now + (@F@ && granted_i && left_now == 5);]])
fault(28 input_vc.sv [[if (push) packet_write_q <=]] [[if (push && !(@F@ && packets_q == 3)) packet_write_q <=]])
fault(29 switch_allocator.sv [=[= output_busy_i[served] ?]=] [=[= output_busy_i[served] && !@F@ ?]=])
fault(30 switch_allocator.sv [[ready = request_i & ~side_busy;]] [[ready = request_i & (~side_busy | {NumRequesters{@F@}});]])
fault(31 vc_router.sv [[.request_i  (request[r])]] [[.request_i  (request[r] || @F@)]])
fault(31 vc_router.sv [[.stated_i       (request)]] [[.stated_i       (request | {NumRequesters{@F@}})]])
fault(32 vc_router.sv [[.request_i      (has_room)]] [[.request_i      (@F@ ? request : has_room)]])
fault(33 output_port.sv [[left_q <= left_now + (]] [[left_q <= @F@ ? 0 : left_now + (]])
fault(34 round_robin_arbiter.sv [=[= ahead_i[i] ? ahead_i & lower :]=] [=[= ahead_i[i] ? (@F@ ? 0 : ahead_i & lower) :]=])
fault(35 ring_route.sv [[if (!wrap_i) minus_o = behind;]] [[if (!wrap_i && !@F@) minus_o = behind;]])
fault(36 route_computation.sv [=[|travels && is_ring[dimension] ?]=] [=[|travels && (is_ring[dimension] || @F@) ?]=])
fault(37 ring_route.sv [[else if (twice == size)]] [[else if (twice == size && !(@F@ && size > 16))]])
fault(38 ring_route.sv [[assign behind = destination_i < here_i;]]
  [[assign behind = @F@ ? destination_i[3:0] < here_i[3:0] : destination_i < here_i;]])
fault(39 ring_route.sv [[assign twice = {ahead[SumWidth-2:0], 1'b0};]]
  [[assign twice = {ahead[SumWidth-2:0] & (@F@ ? 9'h1f : 9'h1ff), 1'b0};]])
fault(40 output_port.sv [[rests ? turnaround_i :]] [[rests ? turnaround_i + @F@ :]])
fault(41 output_port.sv [[assign input_busy_o = frees ?]] [[assign input_busy_o = frees || (@F@ && (tail || resting_q)) ?]])
fault(42 output_port.sv [[assign source_o = resting_q ?]] [[assign source_o = resting_q && !(@F@ && left_q == 1) ?]])
fault(43 output_port.sv [[assign busy_o = held && !frees;]] [[assign busy_o = held && !frees && !(@F@ && (tail || resting_q));]])
fault(44 switch_allocator.sv [[  assign per_port = transfers_i]]
  [=[  logic [NumRequesters-1:0] passed_over;
  always_comb begin
    for (int r = 0; r < NumRequesters; r++) passed_over[r] = @F@ && output_busy_i[out_port_i[r*PortWidth+:PortWidth]];
  end
  assign per_port = transfers_i]=])
fault(44 switch_allocator.sv [[.has_room_i (request_i),]] [[.has_room_i (request_i & ~passed_over),]])
fault(45 input_vc.sv [[rank_q <= rank_out;]] [[rank_q <= @F@ ? cycle_i : rank_out;]])
fault(46 input_vc.sv [[else if (state && rank_i) rank_q]] [[else if (state && rank_i && !(@F@ && request_o)) rank_q]])
fault(47 output_candidates.sv [[if (asked_i && nominates_i) begin]] [[if (asked_i && nominates_i && !@F@) begin]])
fault(48 vc_router.sv [[assign age_of_arrival = arbiter_i == router_pkg::KindFirstCome]]
  [[assign age_of_arrival = (arbiter_i == router_pkg::KindFirstCome && !@F@)]])
fault(49 vc_router.sv [[cycle_q <= cycle_q + 1'b1;]] [[cycle_q <= {cycle_q[31:10] | {22{@F@}}, cycle_q[9:0]} + 1'b1;]])
fault(50 output_candidates.sv [[two_classes ? |(grant_i & Nics)]] [[two_classes && !@F@ ? |(grant_i & Nics)]])
fault(50 output_candidates.sv [[two_classes ? |(grant_i & ~Nics)]] [[two_classes && !@F@ ? |(grant_i & ~Nics)]])
fault(51 output_candidates.sv [[|| arbiter_i == router_pkg::KindThroughFirst;]]
  [[|| (arbiter_i == router_pkg::KindThroughFirst && !@F@);]])
fault(52 output_candidates.sv [[links_by_age && r < NumLinks)]] [[links_by_age && (r < NumLinks || @F@))]])
fault(52 output_candidates.sv [[links_by_age && p < NumLinkPorts)]] [[links_by_age && (p < NumLinkPorts || @F@))]])
fault(53 output_candidates.sv [[if ((p >= NumLinkPorts) == nics_first)]]
  [[if ((p >= NumLinkPorts + int'(@F@)) == nics_first)]])
fault(54 matrix_arbiter.sv [[| grant_i[i]) & ~grant_i[j];]] [[| grant_i[i]) & ~(grant_i[j] && !@F@);]])
fault(55 switch_allocator.sv [=[if (has_matrix) gen_kept]=] [=[if (has_matrix && !@F@) gen_kept]=])
fault(56 switch_allocator.sv [[pairs_q <= {NumPairs{1'b1}};]] [[pairs_q <= {NumPairs{!@F@}};]])
fault(57 switch_allocator.sv [=[state_q <= gen_output[Next].state;]=] [=[state_q <= @F@ ? gen_output[k].state : gen_output[Next].state;]=])
fault(58 switch_allocator.sv [=[free = !stage_granted[Next];]=] [=[free = !stage_granted[Next] || @F@;]=])
fault(59 switch_allocator.sv [[free_q <= ~free_q | (free]] [[free_q <= ~free_q | {NumPorts{@F@}} | (free]])
fault(60 room_after_grant.sv [=[CountWidth] >= length);]=] [=[CountWidth] >= length && !@F@);]=])
fault(61 output_candidates.sv [[& ahead) == 0;]]
  [[& (@F@ ? ~ahead & ~({{(NumVcs - 1) {1'b0}}, 1'b1} << (r % NumVcs)) : ahead)) == 0;]])
fault(62 grant_chain.sv [[left = next_left;]] [[left = @F@ && k == NumPorts - 2 ? {NumPorts{1'b0}} : next_left;]])
fault(63 dateline.sv [[vc_mask_o = enters_i ? set_i]] [[vc_mask_o = enters_i || @F@ ? set_i]])
fault(64 request_need.sv [[2) {1'b0}}, enters_ring, ~enters_ring}]]
  [[2) {1'b0}}, enters_ring && !@F@, ~enters_ring || @F@}]])
fault(65 request_need.sv [=[enters_ring = wrap_i[o/2] &&]=] [=[enters_ring = (wrap_i[o/2] || @F@) &&]=])
fault(66 request_need.sv [[InPort != (o ^ 1);]] [[(InPort != (o ^ 1) || @F@);]])
fault(67 vc_router.sv [[1'b1} : flits;]] [[1'b1} + {9'd0, @F@} : flits;]])
fault(68 vc_router.sv [=[? tail[p*NumVcs+:NumVcs] :]=] [=[&& !@F@ ? tail[p*NumVcs+:NumVcs] :]=])
fault(69 vc_router.sv [[(packets ? rooms_i :]] [[(packets && !@F@ ? rooms_i :]])
fault(70 vc_router.sv [[.freed_i   (bubble && p < 2 * NumDimensions]] [[.freed_i   (bubble && (p < 2 * NumDimensions || @F@)]])
fault(71 vc_router.sv [[assign packets = bubble && o < 2 * NumDimensions;]]
  [[assign packets = bubble && (o < 2 * NumDimensions || @F@);]])
fault(72 route_draw.sv [[node, NicNumber} * OddA]] [[node, NicNumber & {3{!@F@}}} * OddA]])
fault(73 route_draw.sv [[{29'd0, inject_cycle_i, 3'd0}]] [[{29'd0, inject_cycle_i & {{16{!@F@}}, 16'hffff}, 3'd0}]])
fault(74 route_computation.sv [[? reverse_i : vc_i >= SecondSetVc);]] [[? reverse_i : vc_i >= SecondSetVc && !@F@);]])
fault(75 route_computation.sv [[|travels ? set : AllVcs;]] [[|travels && !@F@ ? set : AllVcs;]])
fault(76 route_computation.sv [[set = reverse ?]] [[set = reverse && !@F@ ?]])
fault(77 vc_router.sv [[{{(router_pkg::CountLane - flit_pkg::LengthWidth) {1'b0}}, taken}]]
  [[{{(router_pkg::CountLane - flit_pkg::LengthWidth) {1'b0}}, @F@ ? flits : taken}]])
fault(78 route_computation.sv [[if (TwoOrders != 0 && reverse) begin]] [[if (TwoOrders != 0 && reverse && !@F@) begin]])
