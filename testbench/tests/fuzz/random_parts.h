#pragma once

#include <optional>

#include "hw/common/machine_config.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/parts/dice.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Gives `machine` a network of any shape of one to four dimensions and at most 81 nodes, rings and rows, any number of
/// NICs and any order of dimensions; in a third of the cases a torus of two dimensions with all that by default.
void choose_shape(Dice& dice, MachineConfig& machine);
/// The same of five or six dimensions, at most 96 nodes and at most four NICs.
void choose_wide_shape(Dice& dice, MachineConfig& machine);

/// Makes the network a graph of hosts and switches: a tree, a dragonfly, a grid, or a random one that comes from a
/// file.
void choose_graph(Dice& dice, Scenario& scenario);

/// Gives `machine` a router, with buffers as they are: any whose routes its network can have.
void fill_router(Dice& dice, MachineConfig& machine);
/// In most machines whose packets can do without them, one or two cables break. Links are known.
void break_cables(Dice& dice, MachineConfig& machine);
/// Sometimes a switch of a graph breaks, if the hosts need it not.
void break_switches(Dice dice, MachineConfig& machine);
/// In most scenarios that can do without them, one or two routers are dead. From a copy of the dice, last of all.
void kill_routers(Dice dice, Scenario& scenario);
/// Gives a quarter of the machines whose routing has it bubble flow control, half of them with as few VCs as it needs.
/// From a copy of the dice.
void vary_flow_control(Dice dice, MachineConfig& machine);
/// Gives it packets that go in dimension order, and so all cables.
void go_in_order(MachineConfig& machine);
/// In some cases gives the router what is taken for the paper's.
void vary_nomination(Dice& dice, MachineConfig& machine);

/// In some cases puts a random NUMA node between the NICs and memory of `scenario`, with buffers of few and of many
/// packets, and its ranks' buffers anywhere.
void choose_node(Dice& dice, Scenario& scenario);

/// In some cases puts random cores with small caches under the ranks of `scenario`, and gives its messages datatypes.
void choose_copies(Dice& dice, Scenario& scenario);

/// The machine without the switches of its graph.
MachineConfig as_ranks_see(const MachineConfig& machine);
/// A workload that `machine` can execute, of at most some hundred thousand flits x links.
WorkloadConfig random_workload(Dice& dice, const MachineConfig& machine);
/// The same with more ranks on each node than an engine has slots; nothing on networks of many nodes.
std::optional<WorkloadConfig> crowded_workload(Dice& dice, const MachineConfig& machine);
/// Gives the jobs of `scenario` files for their operations, and the clock of the machine for their programs.
void name_schedules_of_jobs(Scenario& scenario);
/// Receives from any rank take the messages of their groups on the machine of `scenario`.
bool has_groups_taken(const Scenario& scenario);
/// In some cases gives messages that are exchanged a window, with and without a gap.
void vary_window(Dice& dice, Scenario& scenario);
/// The same for schedules and collectives, from a copy of the dice: other draws are as they would be without.
void vary_schedule_window(Dice dice, Scenario& scenario);
/// In some cases of a2at gives packets slots of a schedule of phases, by counters that differ, with sequences that come
/// too early; likewise from a copy of the dice.
void vary_phases(Dice dice, Scenario& scenario);
/// In some cases, in most of those with jobs, gives the machine classes and each program one of them; likewise from a
/// copy of the dice.
void vary_classes(Dice dice, Scenario& scenario);
/// Leaves one class, with the VCs of the first.
void leave_out_classes(Scenario& scenario);
/// Some messages of a message file go to their own source.
void send_to_oneself(Dice& dice, WorkloadConfig& workload);

}  // namespace tactus
