#include "testbench/app/run/execution.h"

#include <fmt/core.h>

#include <new>
#include <systemc>

#include "testbench/app/run/model_violation.h"
#include "testbench/app/run/process_guard.h"

namespace tactus {
namespace {

/// From now on a report of a violation is an exception, not a text on the terminal.
void throw_on_violation() {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  // sc_stop is how every run ends: not worth a line.
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  // Nor is it that several files on a full disk ask for the end.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_SIMULATION_STOP_CALLED_TWICE_, sc_core::SC_WARNING,
                                          sc_core::SC_DO_NOTHING);
}

}  // namespace

void Execution::run() {
  throw_on_violation();
  try {
    execute();
  } catch (const sc_core::sc_report& report) {
    if (out_of_memory()) throw std::bad_alloc();  // of which the kernel has made a report
    throw ModelViolation(fmt::format("{}: {}", report.get_msg_type(), report.get_msg()));
  }
}

std::optional<std::uint64_t> Execution::messages() const {
  const Workload* workload = software().workload();
  return workload != nullptr ? std::optional(workload->messages()) : std::nullopt;
}

}  // namespace tactus
