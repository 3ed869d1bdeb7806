#pragma once

#include <string>
#include <vector>

#include "tlm_models/traffic/schedule.h"

namespace tactus::test {

/// Operations of ranks that are written down one after the other, with their lines.
struct WrittenSchedule {
  Schedule schedule;
  std::uint32_t line = 0;

  OperationSink::Index add(int rank, OperationKind kind, std::uint64_t amount = 0, int peer = 0, std::uint32_t tag = 0,
                           int nic = -1, int processor = 0) {
    Operation operation;
    operation.kind = kind;
    operation.amount = amount;
    operation.peer = peer;
    operation.tag = tag;
    operation.nic = static_cast<std::int8_t>(nic);
    operation.processor = static_cast<std::uint8_t>(processor);
    operation.place = ++line;
    return schedule.add(rank, operation);
  }
  std::vector<std::string> faults(int nics = 4) {
    std::vector<std::string> texts;
    for (const ScheduleFault& each : schedule.match(nics, 20)) {
      texts.push_back(std::to_string(each.place) + ": " + each.text);
    }
    return texts;
  }
  const Operation& at(int rank, OperationSink::Index index) { return schedule.program(rank).operations[index]; }
};

}  // namespace tactus::test
