#include <array>
#include <filesystem>

#include "testbench/app/import/importer.h"
#include "testbench/app/import/text_numbers.h"
#include "testbench/app/import/ti_reader.h"

namespace tactus {
namespace {

/// The first line is "RANK word ...", or the name of a text file.
bool recognises(const ImportPeek& peek) {
  const std::string_view line = first_significant_line(peek.head);
  const std::size_t end = line.find_first_of(" \t");
  if (end == std::string_view::npos) {
    const std::string extension = std::filesystem::path(line).extension().string();
    return extension == ".txt" || extension == ".trace";
  }
  if (!parse_digits(line.substr(0, end))) return false;
  const std::size_t begin = line.find_first_not_of(" \t", end);
  return begin != std::string_view::npos && line[begin] >= 'a' && line[begin] <= 'z';
}

void read(const ImportInput& input, const ImportSettings& settings, ImportTarget& target) {
  TiReader(settings, target).read(input);
}

const Registered<ImporterKind> kSimgridTi{
    {{"simgrid_ti", "Time-independent traces of SimGrid, with all ranks in a file or one in each."}, recognises, read}};

}  // namespace
}  // namespace tactus
