#pragma once

// libfst, which writes and reads FST files, by names that nobody else has.
#include "testbench/app/results/fst_symbols.h"  // before libfst's own header

#include <fstapi.h>  // IWYU pragma: export
