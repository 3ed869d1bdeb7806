#include "hw/common/end_of_time.h"

#include <exception>
#include <systemc>

#include "hw/common/reports.h"

namespace tactus {

void report_end_of_time() {
  SC_REPORT_ERROR(reports::kEndOfTime,
                  "the simulated time passes 106 days (2^63 ps), the longest that a simulation can last");
  std::terminate();  // the report has thrown
}

}  // namespace tactus
