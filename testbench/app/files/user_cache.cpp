#include "testbench/app/files/user_cache.h"

#include <cstdlib>

namespace tactus {

std::filesystem::path user_cache(const std::string& name) {
  using Path = std::filesystem::path;
  // The specification has relative paths ignored.
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
    return Path(cache) / "tactus" / name;
  }
  const char* home = std::getenv("HOME");
  return home == nullptr || *home != '/' ? Path() : Path(home) / ".cache" / "tactus" / name;
}

}  // namespace tactus
