#pragma once

#include <cstdint>

namespace tactus {

/// Large pages for what comes onto the heap from the time at which this is made. A machine of thousands of nodes is
/// touched all over, and looking up small pages is a part of every miss. What was on the heap before, which is a
/// caller's, stays as it is: a process that was forked would copy all of it.
class LargePages {
 public:
  LargePages();

  /// Asks the kernel to have what has been added by now in large pages (Linux: madvise(2), MADV_COLLAPSE). A wish:
  /// where the kernel refuses, nothing is different but the speed.
  void use() const;

 private:
  std::uint64_t begin_;  ///< address at which the heap ended
};

}  // namespace tactus
