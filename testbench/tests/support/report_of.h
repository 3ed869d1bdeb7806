#pragma once

#include <string>
#include <systemc>

namespace tactus {

/// The id of the SC_REPORT_ERROR that `action` raises, or "" if none.
template <class Action>
std::string report_of(Action&& action) {
  try {
    action();
  } catch (const sc_core::sc_report& report) {
    return report.get_msg_type();
  }
  return {};
}

}  // namespace tactus
