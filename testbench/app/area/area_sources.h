#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/scenario/rtl_config.h"

namespace tactus {

/// Sizes that parameters of routers, arbiters and NICs follow from.
struct AreaShape {
  int dimensions = 2;
  int nics = 4;
  int vcs = 2;
};

/// An input of a module that is tied to a number.
struct AreaStrap {
  std::string input;
  int bits = 1;
  std::uint32_t value = 0;
};

/// A module to synthesize.
struct AreaSubject {
  std::string name;                                 ///< for tables: "ours", or the user's module
  std::string top;                                  ///< module
  std::vector<std::filesystem::path> files;         ///< in the order of reading
  std::vector<std::filesystem::path> includes;      ///< folders of included files
  std::vector<std::pair<std::string, int>> values;  ///< parameters of the module
  /// Synthesized in one piece, so that what the tied inputs make constant is gone everywhere.
  bool flat = false;
  std::vector<AreaStrap> straps{};
};

/// Parameters of the module of `part` that follow from `shape`.
std::vector<std::pair<std::string, int>> area_parameters(RtlPart part, const AreaShape& shape);

/// Our part, or a `module` of ours that stands beside it, with those of our files that it needs; `rtl` is our folder.
AreaSubject our_area_subject(RtlPart part, const AreaShape& shape, const std::filesystem::path& rtl,
                             const std::string& module = {});

/// All files of `node_top`, packages first.
std::vector<std::filesystem::path> rtl_of_node(const std::filesystem::path& rtl);

/// The user's `top` in `folder`, which `check_rtl_sources` has nothing against, with all of its files and those of ours
/// that these name. A file of the user's takes the place of ours.
AreaSubject their_area_subject(RtlPart part, const AreaShape& shape, const std::filesystem::path& rtl,
                               const std::filesystem::path& folder, const std::string& top);

}  // namespace tactus
