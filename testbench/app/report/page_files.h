#pragma once

#include <string>
#include <string_view>

namespace tactus {

/// A file of the page, by its name, as it is in the sources: cmake puts them into the program.
std::string_view page_file(std::string_view name);
/// All scripts of the page but uPlot, one after the other, in a scope of their own.
std::string page_script();

}  // namespace tactus
