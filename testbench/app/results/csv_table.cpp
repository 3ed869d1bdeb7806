#include "testbench/app/results/csv_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "testbench/app/files/regular_file.h"
#include "testbench/app/results/result_file.h"

namespace tactus {
namespace {

constexpr std::size_t kLargestTable = std::size_t{1} << 30U;  ///< bytes

/// Takes a row from `text`, from `at` on. A field in quotation marks may hold anything; "" is one mark.
std::vector<std::string> take_row(const std::string& text, std::size_t& at) {
  std::vector<std::string> row(1);
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"') {
      row.back() += text[++at];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      row.emplace_back();
    } else if (c == '\n' && !quoted) {
      ++at;
      break;
    } else {
      row.back() += c;
    }
  }
  return row;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::size_t CsvTable::column(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw UnreadableResult(path, fmt::format("has no column '{}'", name));
  return static_cast<std::size_t>(found - names.begin());
}

double CsvTable::number(std::size_t row, std::size_t column) const {
  const std::string& text = rows[row][column];
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0') return value;
  throw UnreadableResult(path,
                         fmt::format("row {} below the names, {}: '{}' is no number", row + 1, names[column], text));
}

CsvTable read_csv(const std::filesystem::path& path) {
  const FileText file = read_regular_file(path, kLargestTable);
  if (!file.fault.empty()) throw UnreadableResult(path, file.fault);
  const std::string& text = file.text;
  CsvTable table{path, {}, {}};
  for (std::size_t at = 0; at < text.size();) {
    std::vector<std::string> row = take_row(text, at);
    if (table.names.empty()) {
      table.names = std::move(row);
    } else if (row.size() == table.names.size()) {
      table.rows.push_back(std::move(row));
    } else {
      throw UnreadableResult(path, fmt::format("row {} below the names has {} fields and not {}", table.rows.size() + 1,
                                               row.size(), table.names.size()));
    }
  }
  if (table.names.empty()) throw UnreadableResult(path, "is empty");
  return table;
}

std::string csv_text(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csv_field(row[i]);
    text += '\n';
  }
  return text;
}

}  // namespace tactus
