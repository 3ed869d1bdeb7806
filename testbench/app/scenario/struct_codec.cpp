#include "testbench/app/scenario/struct_codec.h"

#include <algorithm>

namespace tactus {
namespace {

/// Steps of a path: "[1].slots[0].lanes" is "[1]", "slots", "[0]", "lanes".
std::vector<std::string> steps_of(const std::string& path) {
  std::vector<std::string> steps;
  for (std::size_t at = 0; at < path.size();) {
    if (path[at] == '.') ++at;
    const std::size_t end = std::min(path.find_first_of(".[", at + 1), path.size());
    steps.push_back(path.substr(at, end - at));
    at = end;
  }
  return steps;
}

}  // namespace

ValuePart find_part(const YamlNode& value, const ValueForm& form, const std::string& path) {
  static const ValueForm kNumber{ValueForm::Kind::kCount, {}};
  ValuePart part{value.place, {}, value.written};
  const YamlNode* node = &value;
  const ValueForm* of = &form;
  for (const std::string& step : steps_of(path)) {
    std::size_t item = 0;
    if (step.front() == '[') {
      const bool of_numbers = of->kind == ValueForm::Kind::kCountList;
      if (of->kind != ValueForm::Kind::kList && !of_numbers) continue;
      item = std::stoul(step.substr(1));
      part.path += step;
      of = of_numbers ? &kNumber : &of->parts.front();
    } else {
      const auto name = std::find(of->names.begin(), of->names.end(), step);
      if (name == of->names.end()) continue;
      part.path += "." + step;
      of = &of->parts[static_cast<std::size_t>(name - of->names.begin())];
      if (node == nullptr) continue;
      const auto is_key = [&](const YamlNode& key) { return key.text == step; };
      item = static_cast<std::size_t>(std::find_if(node->keys.begin(), node->keys.end(), is_key) - node->keys.begin());
    }
    if (node == nullptr) continue;
    node = item < node->items.size() ? &node->items[item] : nullptr;
    if (node == nullptr || node->place.source == nullptr) continue;
    part.place = node->place;
    part.written = node->written;
  }
  return part;
}

}  // namespace tactus
