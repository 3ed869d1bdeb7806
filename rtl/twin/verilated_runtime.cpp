// Verilator's runtime, with what it leaves to its user: an assertion that does not hold is an exception, and nothing
// is printed. One translation unit, since the runtime's own sources are its only other users.

#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "rtl/twin/rtl_assertion.h"
#include "rtl/twin/rtl_coverage.h"

namespace {

/// What the runtime said last: the line that names the assertion comes before the stop.
thread_local std::string last_words;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): a C hook's memory

int remember(const char* format, ...) {  // NOLINT(cert-dcl50-cpp): in place of printf
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  last_words = line;
  return length;
}

}  // namespace

#define VL_PRINTF remember
#include <verilated.cpp>
#include <verilated_threads.cpp>
#ifdef TACTUS_RTL_COVERAGE
#include <verilated_cov.cpp>
#endif

void vl_stop(const char* filename, int line, const char* hierarchy) {
  while (!last_words.empty() && last_words.back() == '\n') last_words.pop_back();
  std::string text = last_words.empty() ? std::string("stopped in ") + hierarchy : last_words;
  text += std::string(" (") + filename + ":" + std::to_string(line) + ")";
  last_words.clear();
  throw tactus::RtlAssertion(text);
}

void tactus::write_rtl_coverage(VerilatedContext& context) {
#ifdef TACTUS_RTL_COVERAGE
  static int models = 0;
  const char* folder = std::getenv("TACTUS_RTL_COVERAGE");
  if (folder == nullptr) return;
  context.coveragep()->forcePerInstance(true);  // covers in a loop are one each
  const std::string file = std::to_string(getpid()) + "_" + std::to_string(models++) + ".dat";
  context.coveragep()->write((std::string(folder) + "/" + file).c_str());
#else
  (void)context;
#endif
}
