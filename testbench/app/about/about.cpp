#include "testbench/app/about/about.h"

namespace tactus {

const char* tactus_version() { return TACTUS_VERSION; }

const char* scenario_folder() { return TACTUS_SCENARIO_DIR; }

const char* rtl_replace_project() { return TACTUS_REPLACE_PROJECT; }

const char* replaced_rtl_folder() { return TACTUS_REPLACED_FOLDER; }

}  // namespace tactus
