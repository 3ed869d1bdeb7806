
#include <fmt/format.h>

#include <algorithm>

#include "testbench/app/files/marked_text.h"
#include "testbench/app/results/run_fields.h"

namespace tactus {
namespace {

constexpr char kHead[] = "| key | unit | results | meaning |\n|---|---|---|---|\n";
constexpr char kInnerHead[] = "| key | unit | meaning |\n|---|---|---|\n";

/// Fields of one statement share a row: each then has its name before its meaning.
struct Row {
  std::string names;
  std::string units;
  std::string meanings;
};

Row row_of(const std::vector<FieldText>& fields, const std::string& prefix) {
  Row row;
  for (const FieldText& field : fields) {
    const std::string name = fmt::format("`{}{}`", prefix, field.name);
    const bool known = row.units.find(field.unit) != std::string::npos;
    if (!known) row.units += (row.units.empty() ? "" : ", ") + field.unit;
    row.names += (row.names.empty() ? "" : ", ") + name;
    row.meanings += (row.meanings.empty() ? "" : " ") + (fields.size() == 1 ? "" : name + ": ") + field.meaning;
    if (!field.label.empty() && !field.inner.empty()) {
      row.meanings += fmt::format(" [Its fields](#{}).", field.name);
    }
  }
  return row;
}

std::string label_text(const std::string& label) { return label.empty() ? "" : "**" + label + "** "; }

/// The fields from `first` on that belong to one statement.
std::vector<FieldText> of_one_statement(const std::vector<FieldText>& fields, std::size_t first) {
  std::vector<FieldText> together = {fields[first]};
  while (!fields[first].label.empty() && first + together.size() < fields.size() &&
         fields[first + together.size()].label == fields[first].label) {
    together.push_back(fields[first + together.size()]);
  }
  return together;
}

/// Rows of an object's fields, and of the fields of its objects below it.
std::string inner_rows(const std::vector<FieldText>& fields, const std::string& prefix) {
  std::string text;
  for (std::size_t first = 0; first < fields.size();) {
    const std::vector<FieldText> together = of_one_statement(fields, first);
    first += together.size();
    const Row row = row_of(together, prefix);
    text += fmt::format("| {}{} | {} | {} |\n", label_text(together.front().label), row.names, row.units, row.meanings);
    const FieldText& last = together.back();
    text += inner_rows(last.inner, prefix + last.name + (last.is_list ? "[]." : "."));
  }
  return text;
}

}  // namespace

std::string result_field_tables() {
  const std::vector<FieldText> fields = fields::Codec<RunSummary>::inner();
  std::string text = kHead;
  for (std::size_t first = 0; first < fields.size();) {
    const std::vector<FieldText> together = of_one_statement(fields, first);
    first += together.size();
    const Row row = row_of(together, "");
    text += fmt::format("| {}{} | {} | {} | {} |\n", label_text(together.front().label), row.names, row.units,
                        together.front().where, row.meanings);
  }
  for (const FieldText& field : fields) {
    if (field.inner.empty()) continue;
    text += fmt::format("\n### {}\n\n{}{}", field.name, kInnerHead, inner_rows(field.inner, ""));
  }
  return text;
}

std::string sweep_column_table() {
  std::string text = "| column | field of `result.json` |\n|---|---|\n";
  for (const ResultFigure& figure : result_figures()) {
    if (figure.column.empty()) continue;
    std::string path = figure.path;
    std::replace(path.begin(), path.end(), '/', '.');
    text += fmt::format("| `{}` | `{}` |\n", figure.column, path);
  }
  return text;
}

std::string with_result_fields(const std::string& text) {
  return with_block(with_block(text, "fields", result_field_tables()), "columns", sweep_column_table());
}

}  // namespace tactus
