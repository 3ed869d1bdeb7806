
#include <fmt/format.h>

#include <algorithm>

#include "testbench/app/files/marked_text.h"
#include "testbench/app/results/run_fields.h"

namespace tactus {
namespace {

using Iterator = std::vector<FieldText>::const_iterator;

/// Fields from `first` on that belong to one statement end here.
Iterator end_of_statement(Iterator first, Iterator end) {
  if (first->label.empty()) return first + 1;
  return std::find_if(first, end, [&](const FieldText& field) { return field.label != first->label; });
}

/// Fields of one statement share a row: each then has its name before its meaning. `of_run`: the fields of a run
/// itself, which say which results have them; otherwise rows of their own inner fields follow.
std::string rows(const std::vector<FieldText>& fields, const std::string& prefix, bool of_run) {
  std::string text;
  for (auto first = fields.begin(), end = first; first != fields.end(); first = end) {
    end = end_of_statement(first, fields.end());
    std::string names;
    std::string units;
    std::string meanings;
    for (auto field = first; field != end; ++field) {
      const std::string name = fmt::format("`{}{}`", prefix, field->name);
      names += (names.empty() ? "" : ", ") + name;
      if (units.find(field->unit) == std::string::npos) units += (units.empty() ? "" : ", ") + field->unit;
      meanings += (meanings.empty() ? "" : " ") + (end == first + 1 ? "" : name + ": ") + field->meaning;
      if (of_run && !field->inner.empty()) meanings += fmt::format(" [Its fields](#{}).", field->name);
    }
    const std::string label = first->label.empty() ? "" : "**" + first->label + "** ";
    text += fmt::format("| {}{} | {} | {}{} |\n", label, names, units, of_run ? first->where + " | " : "", meanings);
    const FieldText& last = *(end - 1);
    if (!of_run) text += rows(last.inner, prefix + last.name + (last.is_list ? "[]." : "."), false);
  }
  return text;
}

}  // namespace

std::string result_field_tables() {
  const std::vector<FieldText> fields = fields::Codec<RunSummary>::inner();
  std::string text = "| key | unit | results | meaning |\n|---|---|---|---|\n" + rows(fields, "", true);
  for (const FieldText& field : fields) {
    if (field.inner.empty()) continue;
    text += fmt::format("\n### {}\n\n| key | unit | meaning |\n|---|---|---|\n{}", field.name,
                        rows(field.inner, "", false));
  }
  return text;
}

std::string sweep_column_table() {
  std::string text = "| column | field of `result.json` |\n|---|---|\n";
  for (const ResultFigure& figure : result_figures(&ResultFigure::column)) {
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
