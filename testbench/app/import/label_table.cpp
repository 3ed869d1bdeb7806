#include "testbench/app/import/label_table.h"

#include "testbench/app/import/text_numbers.h"

namespace tactus {
namespace {

constexpr std::size_t kMostSeries = 8;
constexpr std::size_t kFirstSlots = 64;

std::uint32_t hash_of(std::string_view label) {
  std::uint32_t hash = 0x811C9DC5U;  // FNV-1a
  for (const char letter : label) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x01000193U;
  return hash;
}

}  // namespace

std::optional<LabelTable::Numbered> LabelTable::numbered(std::string_view label) {
  std::size_t begin = label.size();
  std::uint32_t number = 0;
  std::uint32_t place = 1;
  while (begin > 0 && is_digit(label[begin - 1])) {
    if (label.size() - begin == 9) return {};
    --begin;
    number += place * static_cast<std::uint32_t>(label[begin] - '0');
    place *= 10;
  }
  const std::size_t digits = label.size() - begin;
  if (digits == 0 || (digits > 1 && label[begin] == '0')) return {};
  return Numbered{label.substr(0, begin), number};
}

const LabelTable::Series* LabelTable::series_of(std::string_view word) const {
  for (const Series& series : series_) {
    if (series.word == word) return &series;
  }
  return nullptr;
}

std::size_t LabelTable::slot_of(std::string_view label, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.operation == 0) return at;
    if (slot.hash == hash && texts_.compare(slot.text, label.size(), label) == 0 &&
        texts_[slot.text + label.size()] == '\n') {
      return at;
    }
  }
}

std::optional<LabelTable::Index> LabelTable::find(std::string_view label) const {
  if (const auto named = numbered(label)) {
    const Series* series = series_of(named->word);
    if (series != nullptr && named->number < series->operations.size() && series->operations[named->number] != 0) {
      return series->operations[named->number] - 1;
    }
  }
  if (in_slots_ == 0) return {};
  const Slot& slot = slots_[slot_of(label, hash_of(label))];
  return slot.operation == 0 ? std::nullopt : std::optional<Index>(slot.operation - 1);
}

std::optional<LabelTable::Index> LabelTable::add(std::string_view label, Index operation) {
  if (const auto known = find(label)) return known;
  put(label, operation);
  ++size_;
  return {};
}

void LabelTable::put(std::string_view label, Index operation) {
  // Numbers far beyond the labels there are go by their text: no vector is larger than the file makes it.
  if (const auto named = numbered(label); named && named->number <= 2 * size_ + 1024) {
    const Series* series = series_of(named->word);
    if (series == nullptr && series_.size() < kMostSeries) {
      series_.push_back({std::string(named->word), {}});
      series = &series_.back();
    }
    if (series != nullptr) {
      auto& operations = series_[static_cast<std::size_t>(series - series_.data())].operations;
      if (named->number >= operations.size()) operations.resize(named->number + 1);
      operations[named->number] = operation + 1;
      return;
    }
  }
  if (3 * (in_slots_ + 1) > 2 * slots_.size()) grow();
  const std::uint32_t hash = hash_of(label);
  slots_[slot_of(label, hash)] = {operation + 1, hash, texts_.size()};
  texts_.append(label);
  texts_.push_back('\n');
  ++in_slots_;
}

void LabelTable::grow() {
  std::vector<Slot> old(slots_.empty() ? kFirstSlots : 2 * slots_.size());
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.operation == 0) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].operation != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

void LabelTable::clear() {
  series_.clear();
  slots_.clear();
  texts_.clear();
  in_slots_ = 0;
  size_ = 0;
}

std::vector<std::string> LabelTable::all(std::size_t most) const {
  std::vector<std::string> labels;
  if (size_ > most) return labels;
  for (const Series& series : series_) {
    for (std::size_t number = 0; number < series.operations.size(); ++number) {
      if (series.operations[number] != 0) labels.push_back(series.word + std::to_string(number));
    }
  }
  for (const Slot& slot : slots_) {
    if (slot.operation != 0) labels.push_back(texts_.substr(slot.text, texts_.find('\n', slot.text) - slot.text));
  }
  return labels;
}

}  // namespace tactus
