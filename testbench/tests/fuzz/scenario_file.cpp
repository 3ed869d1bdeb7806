#include "testbench/tests/fuzz/scenario_file.h"

#include <fmt/core.h>

#include <fstream>

#include "testbench/app/import/goal_writer.h"
#include "testbench/app/import/imported_operations.h"
#include "testbench/app/scenario/route_table_text.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {
namespace {

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
}

/// File of the messages or operations.
std::string list_file(const Scenario& scenario) {
  return scenario.name + (scenario.workload.schedule ? ".goal" : ".txt");
}

}  // namespace

std::string to_goal(const Schedule& schedule) {
  ImportedOperations operations;
  operations.set_ranks(schedule.ranks());
  for (int rank = 0; rank < schedule.ranks(); ++rank) {
    for (Operation each : schedule.program(rank).operations) {
      // Messages of a group have their numbers in the tag; in a file their tags are equal.
      if ((each.tag & kGroupTag) != 0) each.tag = each.tag >> kGroupNumberBits << kGroupNumberBits;
      operations.add(rank, each);
    }
    for (const Schedule::Dependency& each : schedule.program(rank).dependencies) {
      each.on_begin != 0 ? operations.after_begin_of(rank, each.operation, each.earlier)
                         : operations.after_end_of(rank, each.operation, each.earlier);
    }
  }
  std::string text;
  GoalWriter([&text](std::string_view part) { text += part; }, /*unit_ps=*/1).write(operations);
  return text;
}

std::string to_message_file(const std::vector<ReplayMessage>& messages) {
  std::string text;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const ReplayMessage& message = messages[i];
    text += fmt::format("{} {} {} {} B id=m{}", message.source, message.destination, message.order,
                        message.bytes.count(), i);
    if (message.delay > Cycles{0}) text += fmt::format(" delay={} cycles", message.delay.count());
    for (std::size_t w = 0; w < message.wait_for.size(); ++w) {
      text += fmt::format("{}m{}", w == 0 ? " after=" : ",", message.wait_for[w]);
    }
    text += '\n';
  }
  return text;
}

std::string to_noise_file(const NoiseConfig& noise) {
  std::string text = fmt::format("period {} ps\n", noise.period.count());
  for (const NoiseEvent& event : noise.trace) {
    text += fmt::format("{} ps {} ps\n", event.start.count(), event.length.count());
  }
  return text;
}

std::string to_graph_file(const NetworkGraph& graph) {
  const auto text_of = [&](int node) {
    return node < graph.hosts() ? fmt::format("host {}", node) : fmt::format("switch {}", node - graph.hosts());
  };
  std::string text;
  for (const auto& [a, b] : graph.cables()) text += fmt::format("{} {}\n", text_of(a), text_of(b));
  return text;
}

std::filesystem::path write_scenario(const Scenario& scenario, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::filesystem::path path = folder / (scenario.name + ".yaml");
  write_text(path, to_yaml(scenario, list_file(scenario)));
  if (policy(scenario.workload.algorithm).message_list) {
    write_text(folder / list_file(scenario), to_message_file(scenario.workload.messages));
  }
  if (scenario.workload.schedule) write_text(folder / list_file(scenario), to_goal(*scenario.workload.schedule));
  for (std::size_t i = 0; i < scenario.workload.jobs.size(); ++i) {
    const auto& schedule = scenario.workload.jobs[i].program.schedule;
    if (schedule) write_text(folder / scenario.jobs[i].schedule_file, to_goal(*schedule));
  }
  if (scenario.machine.router.table) {
    write_text(folder / scenario.table_file, route_table_text(scenario.machine).text);
  }
  if (!scenario.graph_file.empty()) {
    write_text(folder / scenario.graph_file, to_graph_file(*scenario.machine.network.graph));
  }
  if (!scenario.noise_file.empty()) write_text(folder / scenario.noise_file, to_noise_file(scenario.noise.events));
  return path;
}

}  // namespace tactus
