# Public headers: those that are installed, and that a program or a plug-in outside of this tree may include
# (docs/reference/library.md). They are the ones named here and every header of ours that these include.
set(TACTUS_PUBLIC_HEADERS
  # An arbiter, a nomination, a route function, a tie break, a dateline rule.
  hw/router/arbiter.h hw/router/oldest_request.h hw/router/request_bits.h hw/router/round_robin_pointer.h
  hw/router/nomination_policy.h hw/router/route_function.h hw/router/tie_break.h hw/router/dateline.h
  hw/router/dependency_graph.h
  # A pacer mode, an injection control.
  hw/nic/pacer_decisions.h hw/nic/injection_control.h hw/nic/granted_packets.h
  # A workload, an open-loop pattern, a placement.
  tlm_models/traffic/algorithm.h tlm_models/traffic/workload.h tlm_models/traffic/step_workload.h
  tlm_models/traffic/all_to_all.h tlm_models/traffic/dissemination.h tlm_models/traffic/rank_shift.h
  tlm_models/traffic/traffic_pattern.h tlm_models/traffic/random_permutation.h tlm_models/traffic/random_streams.h
  tlm_models/traffic/placement.h tlm_models/node/copies/node_workload.h
  # Nodes in an sc_main of one's own: the machine, its parts, their wires, and what watches them.
  hw/node/torus.h hw/node/node.h hw/node/watchdog.h hw/router/vc_router.h hw/nic/nic.h hw/memory/memory.h
  hw/node/node_group.h hw/link/wire_to_signal.h hw/link/signal_to_wire.h hw/common/reports.h
  hw/common/sc_time_conversion.h
  # TLM around such nodes: registers on a bus, memory with contents.
  hw/nic/register_access.h hw/nic/register_window.h hw/memory/tlm_memory_port.h
  # A router, a NIC or a memory of a plug-in.
  hw/node/part_policy.h hw/nic/nic_around.h hw/common/clocked_module.h hw/common/edge_watcher.h hw/link/wire.h hw/link/packet_header.h
  # A processor of a plug-in.
  tlm_models/traffic/processor_part.h
  # Software of such nodes: one that drives the NIC, one that executes the program of a rank.
  tlm_models/traffic/nic_driver.h tlm_models/traffic/node_processor.h)

# Adds what the headers include, sorts them, and makes the hash of all of them and the version. A plug-in is compiled with
# this hash, and the program loads it only if its own is equal: what they tell each other is C++ classes.
set(todo ${TACTUS_PUBLIC_HEADERS})
while(todo)
  list(POP_FRONT todo header)
  file(STRINGS ${PROJECT_SOURCE_DIR}/${header} lines REGEX "^#include \"")
  list(TRANSFORM lines REPLACE "^#include \"([^\"]+)\".*$" "\\1")
  list(REMOVE_ITEM lines ${TACTUS_PUBLIC_HEADERS})
  list(APPEND TACTUS_PUBLIC_HEADERS ${lines})
  list(APPEND todo ${lines})
endwhile()
list(SORT TACTUS_PUBLIC_HEADERS)

set(state ${PROJECT_VERSION})
foreach(header IN LISTS TACTUS_PUBLIC_HEADERS)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(SHA256 ${PROJECT_SOURCE_DIR}/${header} hash)
  string(APPEND state "\n${header} ${hash}")
endforeach()
string(SHA256 TACTUS_INTERFACE "${state}")
string(SUBSTRING ${TACTUS_INTERFACE} 0 16 TACTUS_INTERFACE)
list(JOIN TACTUS_PUBLIC_HEADERS "\n" lines)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/public_headers.txt CONTENT "${PROJECT_VERSION}\n${lines}\n")
