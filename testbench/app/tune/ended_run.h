#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace tactus {

/// The result.json of a run whose last sequence has ended. Throws std::runtime_error if it is none.
nlohmann::json ended_run(const std::filesystem::path& result);

}  // namespace tactus
