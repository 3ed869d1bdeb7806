#include "testbench/app/scenario/key_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testbench/app/files/marked_text.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;
using FormKind = ValueForm::Kind;

std::vector<std::string> cycle_units() {
  std::vector<std::string> units = unit_names(Dimension::kTime);
  units.insert(units.begin(), "cycles");
  return units;
}

Json quantity_schema(const std::vector<std::string>& units) {
  return {{"type", "string"}, {"pattern", fmt::format("^ *[0-9]+(\\.[0-9]+)? *({}) *$", fmt::join(units, "|"))}};
}

Json count_schema() { return {{"type", "integer"}, {"minimum", 0}}; }

Json reference_schema() { return {{"type", "string"}, {"pattern", "\\$\\{[a-z][a-z0-9_]*\\}"}}; }

Json list_schema(const Json& item) {
  return {{"type", "array"}, {"minItems", 1}, {"items", {{"anyOf", {item, reference_schema()}}}}};
}

Json node_schema() {
  const Json place = {{"type", "array"}, {"minItems", 1}, {"maxItems", kMaxDimensions}, {"items", count_schema()}};
  return {{"anyOf", {place, count_schema()}}};
}

/// Nodes by number or by place, or the corners of a box of them.
Json nodes_schema() {
  const Json node = {{"anyOf", {count_schema(), node_schema(), reference_schema()}}};
  const Json box = {{"type", "object"},
                    {"additionalProperties", false},
                    {"required", {"from", "to"}},
                    {"properties", {{"from", node}, {"to", node}}}};
  return {{"anyOf", {{{"type", "array"}, {"minItems", 1}, {"items", node}}, box}}};
}

Json replacements_schema() {
  const Json text = {{"type", "string"}};
  const Json one = {{"type", "object"},
                    {"additionalProperties", false},
                    {"required", {"sources"}},
                    {"properties",
                     {{"sources", text},
                      {"top", text},
                      {"lockstep", {{"type", {"boolean", "string"}}}},
                      {"model", text},
                      {"parameters", {{"type", "object"}, {"additionalProperties", count_schema()}}}}}};
  Json parts;
  for (const std::string& part : Codec<RtlPart>::words()) parts[part] = one;
  return {{"type", "object"}, {"additionalProperties", false}, {"minProperties", 1}, {"properties", parts}};
}

/// Which parts there are depends on the plug-ins.
Json parts_schema() {
  const Json nodes = {{"anyOf", {list_schema(node_schema()), {{"enum", {"none", "all"}}}, reference_schema()}}};
  return {{"type", "object"},
          {"minProperties", 1},
          {"propertyNames", {{"pattern", "^[a-z][a-z0-9_]*$"}}},
          {"additionalProperties", nodes}};
}

Json form_schema(const ValueForm& form);

Json map_schema(const ValueForm& form) {
  Json properties;
  for (std::size_t i = 0; i < form.names.size(); ++i) properties[form.names[i]] = form_schema(form.parts[i]);
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
}

Json one_or_list_schema(const Json& one) { return {{"anyOf", {one, list_schema(one)}}}; }

std::string code_list(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back("`" + word + "`");
  return fmt::format("{}", fmt::join(quoted, ", "));
}

std::string list_text(const ValueForm& item) {
  if (item.kind == FormKind::kMap) return "list of maps of " + code_list(item.names);
  if (item.kind == FormKind::kBoolean) return "list of `true` and `false`";
  if (item.kind == FormKind::kText) return "list of texts";
  if (item.kind == FormKind::kList) return "list of pairs of nodes";
  return item.kind == FormKind::kWord ? "list of " + code_list(item.words) : "list of sizes";
}

/// How documents describe a value of some form, words and references to parameters aside.
struct Description {
  std::string text;
  Json schema;
};

Description describe(const ValueForm& form) {
  const auto size = [] { return quantity_schema(unit_names(Dimension::kSize)); };
  const auto time = [] { return quantity_schema(unit_names(Dimension::kTime)); };
  const auto rate = [] { return quantity_schema(unit_names(Dimension::kRate)); };
  const Json eighths = {{"type", "number"}, {"multipleOf", 0.125}};
  switch (form.kind) {
    case FormKind::kText:
      return {"text", {{"type", {"string", "number"}}}};
    case FormKind::kCount:
      return {"whole number", count_schema()};
    case FormKind::kNumber:
      return {"number", {{"type", "number"}, {"minimum", 0}}};
    case FormKind::kBoolean:
      return {"`true`, `false`", {{"type", "boolean"}}};
    case FormKind::kSize:
      return {"size", size()};
    case FormKind::kTime:
      return {"time", time()};
    case FormKind::kCycles:
      return {"time or cycles", quantity_schema(cycle_units())};
    case FormKind::kRate:
      return {"rate", rate()};
    case FormKind::kEighths:
      return {"packets", eighths};
    case FormKind::kNode:
      return {"node, one number for each dimension: `[x, y]`; in a graph its number", node_schema()};
    case FormKind::kNodeList:
      return {"list of nodes", list_schema(node_schema())};
    case FormKind::kNodes:
      return {"nodes", nodes_schema()};
    case FormKind::kCountList:
      return {"list of numbers", list_schema(count_schema())};
    case FormKind::kEighthsList:
      return {"list of packets", list_schema(eighths)};
    case FormKind::kRates:
      return {"rate, list of rates", one_or_list_schema(rate())};
    case FormKind::kTimes:
      return {"time, or list of times", one_or_list_schema(time())};
    case FormKind::kReplacements:
      return {"map of parts", replacements_schema()};
    case FormKind::kParts:
      return {"map of parts, each with `all` or a list of nodes", parts_schema()};
    case FormKind::kDatatype:
      return {"datatype", {{"type", "object"}, {"minProperties", 1}}};
    case FormKind::kList:
      return {list_text(form.parts.front()), list_schema(form_schema(form.parts.front()))};
    case FormKind::kMap:
      return {"map of " + code_list(form.names), map_schema(form)};
    case FormKind::kWord:
      break;
  }
  return {};
}

/// Limits of numbers; a schema has none for quantities, which are texts with a unit.
void add_range(const ValueRange& range, Json& number) {
  if (!number.contains("type") || (number["type"] != "integer" && number["type"] != "number")) return;
  if (!range.least.empty()) number[range.above ? "exclusiveMinimum" : "minimum"] = Json::parse(range.least);
  if (range.above) number.erase("minimum");
  if (!range.most.empty()) number[range.below ? "exclusiveMaximum" : "maximum"] = Json::parse(range.most);
}

Json form_schema(const ValueForm& form) {
  Json forms = Json::array();
  Json plain = describe(form).schema;
  if (!plain.is_null()) add_range(form.range, plain.contains("items") ? plain["items"]["anyOf"][0] : plain);
  if (!plain.is_null()) forms.push_back(plain);
  if (!form.words.empty()) forms.push_back({{"enum", form.words}});
  if (form.kind != FormKind::kText) forms.push_back(reference_schema());
  return {{"anyOf", std::move(forms)}};
}

Json key_schema(const KeySpec& key) {
  Json schema;
  schema["description"] = key.describe();
  const std::string shown = key.describe_default();
  if (!shown.empty()) {
    const Json value = Json::parse(shown, nullptr, false);
    schema["default"] = value.is_discarded() ? Json(shown) : value;
  }
  schema["anyOf"] = form_schema(key.form)["anyOf"];
  return schema;
}

Json section_schema(const std::string& doc) {
  return {{"description", doc}, {"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
}

Json parameters_schema(const std::string& doc) {
  const Json value = {{"type", {"string", "number", "boolean", "array"}}};
  return {{"description", doc},
          {"type", "object"},
          {"propertyNames", {{"pattern", "^[a-z][a-z0-9_]*$"}}},
          {"additionalProperties", value}};
}

std::string value_text(const ValueForm& form) {
  if (form.kind == FormKind::kWord) return code_list(form.words);
  const std::string range = form.range.text();
  return describe(form).text + (range.empty() ? "" : ", " + range) +
         (form.words.empty() ? "" : ", or " + code_list(form.words));
}

std::string table_row(const KeySpec& key) {
  // What stands in a list of maps has a table of its own.
  const std::string shown = key.form.is_list_of_maps() ? "" : key.describe_default();
  return fmt::format("| `{}` | {} | {} | {} |\n", key.path, value_text(key.form),
                     shown.empty() ? "" : "`" + shown + "`", key.describe());
}

/// The heading of a section, what it is about, and a table of its keys if it has any.
std::string section_tables(const std::string& name) {
  std::string rows;
  for (const KeySpec& key : scenario_keys()) {
    if (key.section() == name) rows += table_row(key);
  }
  std::string text = name.empty() ? "## Top level\n" : "";
  for (const SectionSpec& section : scenario_sections()) {
    if (section.name == name) text = fmt::format("## {}\n\n{}\n", name, section.doc);
  }
  if (!rows.empty()) text += "\n| key | value | default | meaning |\n|---|---|---|---|\n" + rows;
  return text;
}

/// `text` in lines of a terminal, each behind `indent` blanks.
std::string in_lines(const std::string& text, std::size_t indent) {
  constexpr std::size_t kWidth = 100;
  std::string lines;
  std::string line;
  const auto end_line = [&] {
    lines += std::string(indent, ' ') + line + "\n";
    line.clear();
  };
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && indent + line.size() + 1 + word.size() > kWidth) end_line();
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) end_line();
  return lines;
}

std::string without_quotes(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  return text;
}

}  // namespace

std::string key_help(const KeySpec& key) {
  const std::string shown = key.form.is_list_of_maps() ? "" : key.describe_default();
  const std::string by_default = shown.empty() ? "" : "; by default " + shown;
  const std::string owner = key.plugin.empty() ? "" : fmt::format(" ({})", key.plugin);
  return fmt::format(
      "{}{}\n{}", key.path, owner,
      in_lines(without_quotes(value_text(key.form)) + by_default + ". " + without_quotes(key.describe()), 4));
}

std::string scenario_schema() {
  Json properties;
  for (const KeySpec& key : scenario_keys()) {
    if (key.section().empty()) properties[key.path] = key_schema(key);
  }
  for (const SectionSpec& section : scenario_sections()) {
    const bool free = section.name == "parameters";
    properties[section.name] = free ? parameters_schema(section.doc) : section_schema(section.doc);
  }
  for (const KeySpec& key : scenario_keys()) {
    if (!key.section().empty()) properties[key.section()]["properties"][key.name()] = key_schema(key);
  }
  const Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                       {"title", "Tactus scenario"},
                       {"description", "Generated by tactus_schema; see docs/reference/scenario_file.md"},
                       {"type", "object"},
                       {"additionalProperties", false},
                       {"properties", properties}};
  return schema.dump(2) + "\n";
}

const std::vector<KeyPage>& key_pages() {
  static const std::vector<KeyPage> kPages = {
      {"docs/reference/keys_machine.md",
       {"", "parameters", "network", "link", "faults", "router", "nic", "memory", "processor"}},
      {"docs/reference/keys_node.md", {"node", "rails", "rdma", "manycore", "copy", "message"}},
      {"docs/reference/keys_traffic.md", {"workload", "pacing", "counter", "noise"}},
      {"docs/reference/keys_run.md", {"flow", "cycle", "rtl", "parts", "run", "waves", "trace", "attribution"}}};
  return kPages;
}

std::string key_tables(const KeyPage& page) {
  std::string text;
  for (const std::string& name : page.sections) text += (text.empty() ? "" : "\n") + section_tables(name);
  return text;
}

std::string with_key_tables(const KeyPage& page, const std::string& text) {
  return with_block(text, "keys", key_tables(page));
}

}  // namespace tactus
