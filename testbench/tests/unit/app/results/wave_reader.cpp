#include "testbench/tests/unit/app/results/wave_reader.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "testbench/app/results/fst_library.h"

namespace tactus {
namespace {

std::string joined(const std::vector<std::string>& scopes, const std::string& name) {
  std::string path;
  for (const std::string& scope : scopes) path += scope + ".";
  return path + name;
}

void without_blanks(std::string& name) {
  std::string kept;
  for (const char c : name) {
    if (c != ' ') kept += c;
  }
  name = kept;
}

std::vector<std::string> names_by_value(const char* table_text) {
  std::vector<std::string> names;
  fstETab* table = fstUtilityExtractEnumTableFromString(table_text);
  if (table == nullptr) throw std::runtime_error(std::string("no table of names: ") + table_text);
  for (std::uint32_t i = 0; i < table->elem_count; ++i) {
    const std::size_t value = std::stoull(table->val_arr[i], nullptr, 2);
    if (names.size() <= value) names.resize(value + 1);
    names[value] = table->literal_arr[i];
  }
  fstUtilityFreeEnumTable(table);
  return names;
}

/// Tables of names, and which of them the next variable has.
class FstTables {
 public:
  void add(const fstHier& entry) {
    if (entry.u.attr.typ != FST_AT_MISC || entry.u.attr.subtype != FST_MT_ENUMTABLE) return;
    next_ = entry.u.attr.arg;
    if (entry.u.attr.name_length > 0) names_[next_] = names_by_value(entry.u.attr.name);
  }
  std::vector<std::string> of_variable() {
    const std::uint64_t table = std::exchange(next_, 0);
    return table == 0 ? std::vector<std::string>{} : names_.at(table);
  }

 private:
  std::map<std::uint64_t, std::vector<std::string>> names_;
  std::uint64_t next_ = 0;
};

struct FstChanges {
  Wave wave;
  std::map<fstHandle, std::string> names;
};

void on_fst_change(void* user, std::uint64_t time, fstHandle handle, const unsigned char* value) {
  auto& changes = *static_cast<FstChanges*>(user);
  std::string bits;
  for (const unsigned char* c = value; *c != 0; ++c) bits += static_cast<char>(*c);
  changes.wave.changes[changes.names.at(handle)][time] = bits;
}

void on_fst_text(void* user, std::uint64_t time, fstHandle handle, const unsigned char* value, std::uint32_t length) {
  auto& changes = *static_cast<FstChanges*>(user);
  std::string text;
  for (std::uint32_t i = 0; i < length; ++i) text += static_cast<char>(value[i]);
  changes.wave.texts[changes.names.at(handle)][time] = text;
}

/// `word` of a VCD with its escapes replaced.
std::string unescaped(const std::string& word) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '\\' && word[++i] == 'x') {
      text += static_cast<char>(std::stoi(word.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      text += word[i];  // a backslash stands for itself behind another one
    }
  }
  return text;
}

}  // namespace

std::set<std::string> Wave::names() const {
  std::set<std::string> names;
  for (const auto& [name, list] : changes) names.insert(name);
  for (const auto& [name, list] : texts) names.insert(name);
  return names;
}

std::uint64_t Wave::at(const std::string& name, std::uint64_t time) const {
  const auto& list = changes.at(name);
  auto after = list.upper_bound(time);
  if (after == list.begin()) throw std::out_of_range(name + " has no value yet");
  return std::stoull(std::prev(after)->second, nullptr, 2);
}

std::string Wave::text_at(const std::string& name, std::uint64_t time) const {
  const auto& list = texts.at(name);
  auto after = list.upper_bound(time);
  if (after == list.begin()) throw std::out_of_range(name + " has no text yet");
  return std::prev(after)->second;
}

Wave read_vcd(const std::filesystem::path& path) {
  std::ifstream file(path);
  Wave wave;
  std::vector<std::string> scopes;
  std::map<std::string, std::string> name_of;
  std::string word;
  while (file >> word && word != "$enddefinitions") {
    if (word == "$scope") {
      std::string kind, name;
      file >> kind >> name;
      scopes.push_back(name);
    } else if (word == "$upscope") {
      scopes.pop_back();
    } else if (word == "$var") {
      std::string kind, width, code, name;
      file >> kind >> width >> code;
      for (file >> word; word != "$end"; file >> word) name += word;
      name_of[code] = joined(scopes, name);
      (kind == "string" ? wave.texts : wave.changes)[name_of[code]];
    }
  }
  file >> word;  // $end
  while (file >> word) {
    if (word[0] == '#') {
      wave.end = std::stoull(word.substr(1));
    } else if (word[0] == 'b') {
      std::string code;
      file >> code;
      wave.changes.at(name_of.at(code))[wave.end] = word.substr(1);
    } else if (word[0] == 's') {
      std::string code;
      file >> code;
      wave.texts.at(name_of.at(code))[wave.end] = unescaped(word.substr(1));
    } else {
      wave.changes.at(name_of.at(word.substr(1)))[wave.end] = word.substr(0, 1);
    }
  }
  return wave;
}

Wave read_fst(const std::filesystem::path& path) {
  void* reader = fstReaderOpen(path.c_str());
  if (reader == nullptr) throw std::runtime_error("no FST file: " + path.string());
  FstChanges changes;
  FstTables tables;
  std::vector<std::string> scopes;
  while (const fstHier* entry = fstReaderIterateHier(reader)) {
    if (entry->htyp == FST_HT_SCOPE) {
      scopes.emplace_back(entry->u.scope.name);
    } else if (entry->htyp == FST_HT_UPSCOPE) {
      scopes.pop_back();
    } else if (entry->htyp == FST_HT_VAR) {
      std::string name = entry->u.var.name;
      without_blanks(name);
      changes.names[entry->u.var.handle] = joined(scopes, name);
      (entry->u.var.typ == FST_VT_GEN_STRING ? changes.wave.texts : changes.wave.changes)[joined(scopes, name)];
      if (auto value_names = tables.of_variable(); !value_names.empty()) {
        changes.wave.value_names[joined(scopes, name)] = std::move(value_names);
      }
    } else if (entry->htyp == FST_HT_ATTRBEGIN) {
      tables.add(*entry);
    }
  }
  fstReaderSetFacProcessMaskAll(reader);
  fstReaderIterBlocks2(reader, on_fst_change, on_fst_text, &changes, nullptr);
  changes.wave.end = fstReaderGetEndTime(reader);
  fstReaderClose(reader);
  return changes.wave;
}

std::set<std::string> gtkwave_signals(const std::string& save) {
  std::set<std::string> names;
  std::istringstream lines(save);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || std::string("[@*-^").find(line[0]) != std::string::npos) continue;
    names.insert(line[0] == '+' ? line.substr(line.find("} ") + 2) : line);
  }
  return names;
}

}  // namespace tactus
