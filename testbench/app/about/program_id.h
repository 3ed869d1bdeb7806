#pragma once

#include <string>

namespace tactus {

/// Which program this is: its GNU build id, the SHA-1 that the linker has made of everything it put together, in
/// hexadecimal. The same sources built in the same place have the same; a change of the model has another. It says
/// nothing about shared libraries, SystemC's among them.
[[nodiscard]] const std::string& program_id();

}  // namespace tactus
