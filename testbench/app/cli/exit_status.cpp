#include "testbench/app/cli/exit_status.h"

#include <cstdio>
#include <new>
#include <system_error>
#include <systemc>

#include "testbench/app/cli/command.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/results/result_file.h"
#include "testbench/app/run/process_guard.h"
#include "testbench/app/run/signal_watch.h"

namespace tactus {
namespace {

int status_of(const std::function<int()>& body) {
  try {
    return body();
  } catch (const UsageError& error) {
    print_safely(stderr, "tactus: {}\nTry --help.\n", error.what());
    return kInputWrong;
  } catch (const Interrupted& interrupted) {
    print_safely(stderr, "tactus: {}\n", interrupted.what());
    return interrupted.exit_status();
  } catch (const sc_core::sc_report& violation) {
    print_safely(stderr, "tactus: {}: {}\n", violation.get_msg_type(), violation.get_msg());
    return kViolation;
  } catch (const std::bad_alloc&) {
    print_safely(stderr, "tactus: {}\n", out_of_memory_text());
    return kFailure;
  } catch (const UnreadableResult& error) {
    print_safely(stderr, "tactus: {}\n", error.what());
    return kInputWrong;
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) == 0) print_safely(stderr, "tactus: {}\n", refusal_text(error));
    return kFailure;
  } catch (const std::exception& error) {
    // That standard output could not be written is told once, below.
    if (std::ferror(stdout) == 0) print_safely(stderr, "tactus: {}\n", error.what());
    return kFailure;
  }
}

}  // namespace

int exit_status_of(const std::function<int()>& body) {
  const int status = status_of(body);
  const std::string lost = lost_output();
  if (lost.empty()) return status;
  print_safely(stderr, "tactus: standard output: {}\n", lost);
  return status == kDone ? kFailure : status;
}

}  // namespace tactus
