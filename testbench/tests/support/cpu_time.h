#pragma once

#include <sys/resource.h>

namespace tactus {

/// User CPU time of this process so far, in seconds.
inline double user_cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

}  // namespace tactus
