#pragma once

#include <filesystem>
#include <string>

namespace tactus {

/// The page of a run, or of a sweep: one file that needs no other. Throws UnreadableResult.
std::string report_page(const std::filesystem::path& folder);
/// The page of two runs side by side. Throws UnreadableResult.
std::string report_page(const std::filesystem::path& folder, const std::filesystem::path& other);

}  // namespace tactus
