#include <cstdlib>

namespace {

// SystemC prints its banner before sc_main; only the environment can stop it.
[[maybe_unused]] const int kNoBanner = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

}  // namespace
