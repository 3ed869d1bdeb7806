#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "rtl/twin/twin_setup.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Has the RTL of `scenario`, with the parts that it replaces, Verilated and compiled, unless that has been done for
/// the same sources before: the file to open, or a fault of the scenario with what Verilator says. Throws
/// std::system_error where files or processes fail.
std::variant<std::filesystem::path, KeyFault> build_replaced_rtl(const Scenario& scenario);

/// The parts in such a file, which stay for good; nothing for no file. Throws std::runtime_error.
TwinSetup open_replaced_rtl(const std::filesystem::path& file);

}  // namespace tactus
