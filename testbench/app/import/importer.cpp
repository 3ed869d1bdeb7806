#include "testbench/app/import/importer.h"

#include <fmt/core.h>

#include <vector>

#include "testbench/app/import/byte_source.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

std::vector<std::string> formats() {
  std::vector<std::string> names;
  for (const Policy* policy : policies_of(ImporterKind::kName)) names.push_back(policy->name);
  return names;
}

/// The importer that recognises the file; nullptr with a fault if there is not exactly one.
const ImporterPolicy* recognise(const ImportInput& input, ImportFaults& faults) {
  const ImportPlace place = ImportPlace::of_file(input.path().native());
  const auto file = input.first_file();
  if (!file) {
    faults.add(place, "the folder has no files");
    return nullptr;
  }
  ByteSource source(*file);
  std::string head(kPeekBytes, '\0');
  head.resize(source.failure().empty() ? source.read(head.data(), head.size()) : 0);
  if (!source.failure().empty() && head.empty()) {
    faults.add(ImportPlace::of_file(file->native()), source.failure());
    return nullptr;
  }
  if (head.empty()) {
    faults.add(ImportPlace::of_file(file->native()), "the file is empty");
    return nullptr;
  }
  std::vector<std::string> found;
  const ImporterPolicy* last = nullptr;
  for (const ImporterPolicy* importer : all_policies<ImporterKind>()) {
    if (!importer->recognises({head, file->filename().string()})) continue;
    found.push_back(importer->name);
    last = importer;
  }
  if (found.size() == 1) return last;
  faults.add(ImportPlace::of_file(file->native()),
             found.empty()
                 ? fmt::format("the file begins like none of {}; name its format", enumeration(formats(), "and"))
                 : fmt::format("the file may be {}; name its format", enumeration(found, "or")));
  return nullptr;
}

}  // namespace

std::string recognised_format(const std::filesystem::path& path) {
  ImportFaults faults;
  const ImporterPolicy* importer = recognise(ImportInput(path), faults);
  return importer == nullptr ? "" : importer->name;
}

std::string_view first_significant_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string_view::npos && line[begin] != '#') {
      line.remove_prefix(begin);
      return line.substr(0, line.find_last_not_of(" \t\r") + 1);
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return {};
}

std::string import_schedule(const std::filesystem::path& path, const std::string& format,
                            const ImportSettings& settings, ImportTarget& target) {
  const ImportInput input(path);
  const ImporterPolicy* importer = nullptr;
  if (format.empty()) {
    importer = recognise(input, target.faults());
  } else {
    importer = static_cast<const ImporterPolicy*>(find_policy(ImporterKind::kName, format));
    if (importer == nullptr) {
      const std::string hint = did_you_mean(format, formats());
      target.faults().add(ImportPlace::of_file(path.native()),
                          fmt::format("there is no format '{}'{}", format,
                                      hint.empty() ? "; there are " + enumeration(formats(), "and") : hint));
    }
  }
  if (importer == nullptr) return "";
  importer->read(input, settings, target);
  if (target.ranks() == 0 && target.faults().empty()) {
    target.faults().add(ImportPlace::of_file(path.native()), "the file has no schedule");
  }
  return importer->name;
}

}  // namespace tactus
