#pragma once

namespace tactus {

/// Asks the kernel to have what is on the heap by now in large pages (Linux: madvise(2), MADV_COLLAPSE). A machine of
/// thousands of nodes is touched all over, and looking up small pages is a part of every miss. A wish: where the kernel
/// refuses, nothing is different but the speed.
void use_large_pages();

}  // namespace tactus
