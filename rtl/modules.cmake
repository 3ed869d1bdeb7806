# What the router and the NIC are made of, packages first, by path in this folder.
set(TACTUS_ROUTER_MODULES
  common/flit_pkg.sv router/router_pkg.sv common/ram_1r1w.sv common/ram_1r1w_sync.sv router/age_order.sv
  router/credit_pool.sv router/dateline.sv router/grant_chain.sv router/input_port.sv router/input_vc.sv
  router/matrix_arbiter.sv router/one_hot_mux.sv router/output_arbiter.sv router/output_candidates.sv
  router/output_port.sv router/prefetched_fifo.sv router/request_need.sv router/request_room.sv router/ring_route.sv router/room_after_grant.sv
  router/round_robin_arbiter.sv router/route_computation.sv router/route_draw.sv router/switch_allocator.sv router/vc_router.sv)
# What Verilator makes the router's twin of: the router in a clock of its own, which no netlist has.
set(TACTUS_ROUTER_TWIN twin/router_twin.sv)
set(TACTUS_NIC_MODULES
  common/flit_pkg.sv nic/nic_pkg.sv regs/nic_global_regs_pkg.sv regs/nic_engine_regs_pkg.sv regs/nic_global_regs.sv
  regs/nic_engine_regs.sv common/ram_1r1w.sv nic/credit_link.sv nic/cycle_sum.sv nic/descriptor_ring.sv nic/dma_engine.sv
  nic/engine_counters.sv nic/flit_source.sv nic/free_number.sv nic/hops_table.sv nic/message_left.sv nic/message_number.sv nic/nic_top.sv nic/outside_network.sv
  nic/pacer.sv nic/packet_assembly.sv nic/packet_maker.sv nic/payload_pattern.sv nic/phase_slots.sv nic/packet_receiver.sv
  nic/packet_sender.sv nic/packetiser.sv nic/post_effect.sv nic/reassembly.sv nic/receive_key.sv nic/receive_order.sv nic/register_guard.sv
  nic/ring_distance.sv nic/ring_memory.sv nic/waiting_queue.sv nic/write_table.sv)
# What is around the NIC where it runs from one clock of its own.
set(TACTUS_NIC_AXI_MODULES
  common/ram_1r1w_sync.sv axi/fifo.sv axi/reset_sync.sv axi/apb_registers.sv axi/axi_burst.sv axi/axi_reader.sv
  axi/axi_writer.sv axi/payload_source.sv axi/payload_sink.sv axi/memory_port_axi.sv axi/nic_axi.sv)
