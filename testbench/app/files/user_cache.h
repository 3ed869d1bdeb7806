#pragma once

#include <filesystem>
#include <string>

namespace tactus {

/// The user's folder for what can be made again: $XDG_CACHE_HOME/tactus/`name`, by default ~/.cache/tactus/`name`
/// (XDG Base Directory Specification). Empty without a home; not created.
std::filesystem::path user_cache(const std::string& name);

}  // namespace tactus
