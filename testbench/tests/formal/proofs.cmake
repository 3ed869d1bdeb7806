# All proofs, and the faults that each has to find. Whoever includes this says what the three functions do.
#   proof(<name> <test> DEPTH <edges> [BOUNDED] SOURCES <file of rtl> ... [INSIDE <signal>=<instance>.<signal> ...]
#     [SMALLER <parameter>=<number> ...]): of rtl/formal/<name>_formal.sv. Nothing is said of traces longer than DEPTH
#     unless induction closes, which it has to but where the proof is BOUNDED; a fault has to show within them, the edge
#     of reset counted. INSIDE: signals that the proof declares and does not drive are those inside an instance.
#     SMALLER: parameters with which faults are looked for.
#     IN_TURN: named assertions, all of them; induction over one edge proves one after the other in this order, which is
#     quick if each needs those before it alone at the edge itself.
#   holds_smaller(<name> <test>): without a fault the rule holds for these parameters, up to DEPTH.
#   fault(<name> <test> <file of rtl> <text> <text with the fault>): <text> is there exactly once.

proof(credit_pool "a credit pool neither underflows nor overflows" DEPTH 4
  SOURCES router/credit_pool.sv formal/credit_neighbour.sv)
fault(credit_pool "a credit pool that does not take what it grants is found"
  router/credit_pool.sv [[count_q + returned - taken;]] [[count_q + returned;]])
fault(credit_pool "a credit pool that forgets what comes back is found"
  router/credit_pool.sv [[available = count_q + returned]] [[available = count_q]])

proof(credit_link "the credits of a NIC neither underflow nor overflow" DEPTH 4
  SOURCES nic/nic_pkg.sv nic/credit_link.sv formal/credit_neighbour.sv)
fault(credit_link "credits of a NIC that are given out twice are found"
  nic/credit_link.sv [[take_i ? available_o - {2'b0, length_i} : available_o;]] [[available_o;]])
fault(credit_link "credits of a NIC that move between edges of the model are found"
  nic/credit_link.sv [[else if (enable_i) count_q]] [[else count_q]])

proof(packet_room "a granted packet has room for all of it" DEPTH 4
  SOURCES router/credit_pool.sv router/one_hot_mux.sv router/output_port.sv router/request_room.sv formal/credit_neighbour.sv)
fault(packet_room "a packet granted with one free slot is found"
  router/request_room.sv [=[vc_mask_i[v] && !difference[DifferenceWidth-1];]=] [=[vc_mask_i[v] && |row[v*router_pkg::CountLane+:router_pkg::CountWidth];]=])
fault(packet_room "a packet granted two VCs is found"
  router/request_room.sv [[room_o & (~room_o + 1'b1)]] [[room_o]])
fault(packet_room "a grant that takes a credit too few is found"
  router/output_port.sv
  [=[vc_i[r*NumVcs+:NumVcs], length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth]]=]
  [=[vc_i[r*NumVcs+:NumVcs], length_i[r*flit_pkg::LengthWidth+:flit_pkg::LengthWidth] - 10'd1]=])

proof(bubble_ring "a ring of routers never loses its last bubble" DEPTH 8
  SOURCES router/credit_pool.sv router/request_need.sv router/request_room.sv SMALLER NumLinks=2)
fault(bubble_ring "a packet that enters with room for one is found"
  router/request_need.sv [[2) {1'b0}}, enters_ring, ~enters_ring}]] [[1) {1'b0}}, 1'b1}]])
fault(bubble_ring "a packet that goes on with room for two alone is found"
  router/request_need.sv [[InPort != (o ^ 1);]] [[1'b1;]])
fault(bubble_ring "room for a packet that counts its flits is found"
  router/request_need.sv [[need_o = to_router ?]] [[need_o = to_router && enters_ring ?]])
fault(bubble_ring "rooms that are not taken are found"
  router/credit_pool.sv [[count_q + returned - taken;]] [[count_q + returned;]])

proof(route_sets "a packet of O1TURN keeps to its set of VCs and to its order" DEPTH 2
  SOURCES router/dateline.sv router/ring_route.sv router/route_computation.sv)
fault(route_sets "a packet that turns into the other set is found"
  router/route_computation.sv [[set = reverse ?]] [[set = reverse && !enters[dimension] ?]])
fault(route_sets "a reverse order on links alone is found"
  router/route_computation.sv [[? reverse_i : vc_i >= SecondSetVc);]] [[? 1'b0 : vc_i >= SecondSetVc);]])
fault(route_sets "a row with VCs of both sets is found"
  router/route_computation.sv [[? ring_vc_mask : |travels ? set : AllVcs;]] [[? ring_vc_mask : AllVcs;]])
fault(route_sets "a packet that changes its VC inside a ring of bubbles is found"
  router/dateline.sv [[enters_i ? set_i : OneVc << vc_i;]] [[set_i;]])

proof(round_robin "round robin is fair within N" DEPTH 4
  SOURCES router/round_robin_arbiter.sv)
fault(round_robin "a winner that stays first in line is found"
  router/round_robin_arbiter.sv [[ahead_o = above;]] [[ahead_o = above | grant_i;]])
fault(round_robin "an order that knows no turn is found"
  router/round_robin_arbiter.sv [=[= ahead_i[i] ? ahead_i & lower : ahead_i | lower;]=] [[= lower;]])

proof(switch_allocator "at most one grant per output and per input, and what may go goes" DEPTH 4
  SOURCES router/age_order.sv router/grant_chain.sv router/matrix_arbiter.sv router/output_arbiter.sv
    router/output_candidates.sv router/round_robin_arbiter.sv router/switch_allocator.sv SMALLER NumPorts=2)
holds_smaller(switch_allocator "without a fault nothing is found in a switch allocator of two ports")
fault(switch_allocator "two grants to one port are found"
  router/grant_chain.sv [=[next_left[p] = |reasons;]=] [=[next_left[p] = 1'b1;]=])
fault(switch_allocator "a grant to a busy output is found"
  router/switch_allocator.sv [=[output_busy_i[served] ?]=] [[1'b0 ?]])
fault(switch_allocator "a grant to a busy input port is found"
  router/switch_allocator.sv [=[per_port ? {NumVcs{|busy}} : busy]=] [[busy]])
fault(switch_allocator "an output that is given away twice is found"
  router/switch_allocator.sv [=[free = !stage_granted[Next];]=] [[free = 1'b1;]])
fault(switch_allocator "an input port that is given away twice is found"
  router/switch_allocator.sv [[free_q <= ~free_q | free;]] [[free_q <= {NumPorts{1'b1}};]])
fault(switch_allocator "stages that serve one output twice are found"
  router/switch_allocator.sv [[.served == LastPort ? {PortWidth{1'b0}}]] [[.served == LastPort ? LastPort]])
fault(switch_allocator "an order of outputs that is one off is found"
  router/switch_allocator.sv [[FirstServed = k[PortWidth-1:0];]] [[FirstServed = Next[PortWidth-1:0];]])
fault(switch_allocator "a grant that is lost is found"
  router/grant_chain.sv [[rivals = contested & left;]] [[rivals = contested;]])
fault(switch_allocator "a port that is lost to candidates of the other VC is found"
  router/output_candidates.sv [=[(want_i[(r/NumVcs)*NumVcs+:NumVcs] & ahead) == 0;]=] [=[(want_i[(r/NumVcs)*NumVcs+:NumVcs] & ~ahead) == 0;]=])

proof(matrix_arbiter "matrix is fair within N" DEPTH 4
  SOURCES router/matrix_arbiter.sv)
fault(matrix_arbiter "a winner that stays in front is found"
  router/matrix_arbiter.sv [=[| grant_i[i]) & ~grant_i[j];]=] [=[| grant_i[i]);]=])
fault(matrix_arbiter "a grant that puts others behind is found"
  router/matrix_arbiter.sv [=[= (pairs_i[i*(i-1)/2+j] | grant_i[i])]=] [=[= (pairs_i[i*(i-1)/2+j] & ~grant_i[i])]=])
fault(matrix_arbiter "an order in which both of two come first is found"
  router/matrix_arbiter.sv [=[= ~pairs_i[i*(i-1)/2+j];]=] [=[= pairs_i[i*(i-1)/2+j];]=])

proof(pacer "the pacer never lets a packet start early" DEPTH 6
  SOURCES common/flit_pkg.sv nic/nic_pkg.sv nic/pacer.sv)
fault(pacer "a gap of hops a packet too short is found"
  nic/pacer.sv [[{4'b0, hops_i, 3'b0} - 17'd8]] [[{4'b0, hops_i, 3'b0} - 17'd16]])
fault(pacer "a negative gap taken for a long one is found"
  nic/pacer.sv [=[if (!gap_i[15]) gap_o]=] [[gap_o]])
fault(pacer "a slot that is not rounded up is found"
  nic/pacer.sv [[3'b0} - 24'd1;]] [[3'b0} - 24'd8;]])
fault(pacer "a slot without the length of the packet is found"
  nic/pacer.sv [[{13'b0, length_q, 3'b0}]] [[24'd8]])
fault(pacer "a slot a cycle early is found"
  nic/pacer.sv [[{12'b0, wait_q} <= elapsed_i]] [[{12'b0, wait_q} <= elapsed_i + 32'd1]])
fault(pacer "a skipped edge that counts twice is found"
  nic/pacer.sv [=[wait_q - elapsed_i[nic_pkg::SlotWidth-1:0]]=] [[(wait_q > elapsed_i[nic_pkg::SlotWidth-1:0] + 20'd1
      ? wait_q - elapsed_i[nic_pkg::SlotWidth-1:0] - 20'd1 : 20'd0)]])
fault(pacer "a slot that goes by in ticks of the register bus is found"
  nic/pacer.sv [[else if (enable_i) wait_q]] [[else wait_q]])
fault(pacer "a slot that a tick of the register bus forgets is found"
  nic/pacer.sv [[else if (enable_i) counts_q]] [[else counts_q]])

proof(phase_slots "a packet starts in an open slot of its own alone" DEPTH 4
  SOURCES common/flit_pkg.sv nic/nic_pkg.sv nic/phase_slots.sv
  INSIDE active_q=u_phase_slots.active_q aligned_q=u_phase_slots.aligned_q held_period_q=u_phase_slots.period_q
    held_begin_q=u_phase_slots.begin_q held_close_q=u_phase_slots.close_q
  IN_TURN same_message same_slots no_overlap on_grid fresh past ages_in_order to_come held never_outside once_a_slot
    none_that_was_past none_at_the_taking every_slot_to_come others_are_free)
fault(phase_slots "a slot that does not close is found"
  nic/phase_slots.sv [[: begins) && !closed :]] [[: begins) :]])
fault(phase_slots "a slot with two packets is found"
  nic/phase_slots.sv [[if (start_i) begin]] [[if (start_i && !begun) begin]])
fault(phase_slots "a slot that was past when its message was taken is found"
  nic/phase_slots.sv [[(aligned_q ? begun : begins)]] [[begun]])
fault(phase_slots "a packet that starts as its message is taken is found"
  nic/phase_slots.sv [[: !takes_slots;]] [[: 1'b1;]])
fault(phase_slots "a slot that opens a cycle early is found"
  nic/phase_slots.sv [[assign lag = counter_i - begin_q;]] [[assign lag = counter_i - begin_q + 32'd1;]])
fault(phase_slots "a slot that is given up while it is open is found"
  nic/phase_slots.sv [[assign over = closed ||]] [[assign over = begun ||]])
fault(phase_slots "a tolerance of 0 that is none is found"
  nic/phase_slots.sv [[(tolerance_i == 8'd0 ?]] [[(1'b0 ?]])
fault(phase_slots "a slot that holds up packets of another mode is found"
  nic/phase_slots.sv [[assign active = active_q && mode_i == nic_pkg::PacePhase;]] [[assign active = active_q;]])

proof(apb_registers "an access by APB is made and answered once" DEPTH 6
  SOURCES common/flit_pkg.sv nic/nic_pkg.sv axi/apb_registers.sv)
fault(apb_registers "an access that is made twice is found"
  axi/apb_registers.sv [[penable_i && !ready_q;]] [[penable_i;]])
fault(apb_registers "an access before its second phase is found"
  axi/apb_registers.sv [[psel_i && penable_i &&]] [[psel_i &&]])
fault(apb_registers "an answer that never comes is found"
  axi/apb_registers.sv [[assign req_o = tick_i &&]] [[assign req_o = tick_i && !paddr_i[1] &&]])

proof(axi_burst "bursts have all bytes and stay within 4 KiB" DEPTH 2
  SOURCES common/flit_pkg.sv nic/nic_pkg.sv axi/axi_burst.sv)
fault(axi_burst "a beat too few is found"
  axi/axi_burst.sv [[+ 12'd15]] [[+ 12'd14]])
fault(axi_burst "a burst across 4 KiB is found"
  axi/axi_burst.sv [[> to_boundary]] [[> to_boundary + 9'd1]])

proof(ring_route "a packet goes the shorter way round every ring" DEPTH 2
  SOURCES router/ring_route.sv)
fault(ring_route "a signed tie that is wrong behind and beyond 16 nodes is found"
  router/ring_route.sv [[TieBreakSigned && negative_i;]] [[TieBreakSigned && negative_i && !(behind && size > 16);]])
fault(ring_route "the longer way round a ring of 255 is found"
  router/ring_route.sv [[minus_o = twice > size;]] [[minus_o = twice > size && size != 255;]])
fault(ring_route "a wraparound link that a ring of 256 does not see is found"
  router/ring_route.sv [[{2'b0, here_i} == size - 1'b1;]] [[{2'b0, here_i} == {2'b0, size[7:0]} - 1'b1;]])
fault(ring_route "a row that goes round is found"
  router/ring_route.sv [[if (!wrap_i) minus_o = behind;]] [[if (!wrap_i && size < 200) minus_o = behind;]])

proof(packetiser "a message ends with the packet that has its last byte, and with no other" DEPTH 4
  SOURCES common/flit_pkg.sv nic/nic_pkg.sv nic/packetiser.sv INSIDE left_inside=u_packetiser.left_q)
fault(packetiser "an end of a message that is ignored is found"
  nic/packetiser.sv [[has_next_q <= !(take_i && last_o);]] [[has_next_q <= 1'b1;]])
fault(packetiser "a last packet that does not say so is found"
  nic/packetiser.sv [[begin_i ? bytes_i <= {21'd0, max_payload_i}]] [[begin_i ? bytes_i < {21'd0, max_payload_i}]])
fault(packetiser "a second packet that ends every message is found"
  nic/packetiser.sv [[: left_q <= {21'd0, max_payload_i};]] [[: 1'b1;]])
fault(packetiser "bytes that are sent twice are found"
  nic/packetiser.sv [[32'd0 : left - {21'd0, max_payload_i};]] [[32'd0 : left;]])

proof(axi_reader "a read on AXI is answered once, when all of it has come" DEPTH 9 BOUNDED
  SOURCES common/flit_pkg.sv nic/nic_pkg.sv common/ram_1r1w_sync.sv axi/fifo.sv axi/axi_burst.sv axi/axi_reader.sv)
fault(axi_reader "a read that is answered twice is found"
  axi/axi_reader.sv [[.pop_i  (done_o)]] [[.pop_i  (done_o && !comes)]])
fault(axi_reader "a read whose end is lost while others wait is found"
  axi/axi_reader.sv [[.push_i (completes)]] [[.push_i (completes && !waits)]])
fault(axi_reader "two reads whose answers are swapped are found"
  axi/axi_reader.sv [[.data_i (rid_i)]] [[.data_i (rid_i ^ 4'd1)]])
fault(axi_reader "a read that is done with its first burst is found"
  axi/axi_reader.sv [[left_q[tag] <= beats;]] [[left_q[tag] <= first_beats;]])

proof(axi_writer "a write on AXI is answered once, with its last response" DEPTH 13 BOUNDED
  SOURCES common/flit_pkg.sv nic/nic_pkg.sv axi/fifo.sv axi/axi_burst.sv axi/axi_writer.sv)
fault(axi_writer "a response that is lost while no more writes can wait is found"
  axi/axi_writer.sv [[.push_i (shown)]] [[.push_i (shown && !responses_full)]])
fault(axi_writer "a response that is told twice is found"
  axi/axi_writer.sv [[.pop_i  (visible_o)]] [[.pop_i  (visible_o && !waits)]])
fault(axi_writer "two writes whose responses are swapped are found"
  axi/axi_writer.sv [[.data_i (response_tag)]] [[.data_i (response_tag ^ 9'd1)]])
fault(axi_writer "a write that is told with the response to its first burst is found"
  axi/axi_writer.sv [[bvalid_i && (response_second_q || !response_crosses);]] [[bvalid_i;]])

proof(link_retry "a link with errors gives every flit once and in order, and room at last" DEPTH 13 BOUNDED
  SOURCES common/ram_1r1w.sv formal/link_crc_stand_in.sv link/link_sender.sv link/link_receiver.sv)
fault(link_retry "a receiver that takes wrong packets is found"
  link/link_receiver.sv [[come && tail && agrees;]] [[come && tail;]])
fault(link_retry "a receiver that takes a packet twice is found"
  link/link_receiver.sv [[accept ? expected_q + 1'b1 : expected_q;]] [[expected_q;]])
fault(link_retry "a receiver that looks at no numbers is found"
  link/link_receiver.sv [[number_i == expected_q : taking_q;]] [[1'b1 : taking_q;]])
fault(link_retry "a packet behind half of another is found"
  link/link_receiver.sv [[head ? checked_q : write_q;]] [[write_q;]])
fault(link_retry "a sender that forgets a packet too many is found"
  link/link_sender.sv [[assign last_number = ack_number_i - 1'b1;]] [[assign last_number = ack_number_i;]])
fault(link_retry "a sender that never goes back is found"
  link/link_sender.sv [[assign overdue = !ahead &&]] [[assign overdue = 1'b0 && !ahead &&]])
fault(link_retry "a receiver that compares the CRC at heads alone is found"
  link/link_receiver.sv [[crc_i == ~crc;]] [[!head || crc_i == ~crc;]])
fault(link_retry "a receiver that keeps no CRC from flit to flit is found"
  link/link_receiver.sv [[crc_q <= crc;]] [[crc_q <= 32'd0;]])
fault(link_retry "a sender whose CRC is that of its last flit is found"
  link/link_sender.sv [[if (send) crc_q <= crc;]] [[crc_q <= 32'd0;]])

proof(link_crc "the CRC of a link finds three wrong bits and every burst of 32" DEPTH 2
  SOURCES link/link_crc.sv)
fault(link_crc "a CRC of the polynomial x^32 + 1 is found"
  link/link_crc.sv [[32'h82F6_3B78;]] [[32'h8000_0000;]])
fault(link_crc "a CRC that leaves out the number is found"
  link/link_crc.sv [[{number_i, flit_i};]] [[{{NumberWidth{1'b0}}, flit_i};]])
fault(link_crc "a CRC that no head begins anew is found"
  link/link_crc.sv [[flit_i[Width-2] ? 32'hFFFF_FFFF : state_i;]] [[state_i;]])
