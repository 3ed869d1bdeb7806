#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

/// A file of comma-separated values with a line of names, as results have them.
struct CsvTable {
  std::filesystem::path path;
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;  ///< each as long as `names`

  /// Number of the column `name`. Throws UnreadableResult if there is none.
  [[nodiscard]] std::size_t column(const std::string& name) const;
  /// Field `column` of row `row`. Throws UnreadableResult if it is no number.
  [[nodiscard]] double number(std::size_t row, std::size_t column) const;
};

/// `rows` as comma-separated values; a text with a comma, a quotation mark or a line end stands in quotation marks.
std::string csv_text(const std::vector<std::vector<std::string>>& rows);

/// Throws UnreadableResult, with the line, if the rows are not of one length.
CsvTable read_csv(const std::filesystem::path& path);

}  // namespace tactus
