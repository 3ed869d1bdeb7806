#pragma once

#include <string>

#include "testbench/app/import/import_target.h"

namespace tactus {

/// An import in lines for people.
std::string summary_text(const ImportSummary& summary, const std::string& format);

}  // namespace tactus
