#include "testbench/app/scenario/noise_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/source_file.h"

namespace tactus {
namespace {

constexpr char kPeriod[] = "period";

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// A word of letters behind a bare number.
bool is_time_unit(const std::vector<Word>& words, std::string_view next) {
  if (words.empty()) return false;
  const std::string& last = words.back().text;
  return is_letter(next[0]) && !is_letter(last[0]) && !is_letter(last.back());
}

class NoiseReader {
 public:
  explicit NoiseReader(DiagnosticList& diagnostics) : diagnostics_(diagnostics), faults_before_(diagnostics.size()) {}

  NoiseFile read(const SourceText& source) {
    read_lines(source, is_time_unit, diagnostics_, [this](const std::vector<Word>& words) { read_line(words); });
    const Place top{&source, source.first_line, 1};
    if (!has_period_) diagnostics_.add(top, "the period is missing: 'period TIME', after which the recording repeats");
    if (places_.empty()) diagnostics_.add(top, "there is no event in the file");
    if (diagnostics_.size() == faults_before_) check_events();
    return std::move(file_);
  }

 private:
  void read_line(const std::vector<Word>& words) {
    const Word& first = words.front();
    if (is_letter(first.text[0]) && first.text != kPeriod) {
      const std::string hint = did_you_mean(first.text, {kPeriod});
      return diagnostics_.add(first.place,
                              fmt::format("unknown word '{}'{}", first.text,
                                          hint.empty() ? "; a line is 'start length' or 'period TIME'" : hint));
    }
    if (first.text == kPeriod) {
      if (has_period_) diagnostics_.add(first.place, "the period is given twice");
      has_period_ = true;
    } else {
      places_.push_back(first.place);
    }
    if (words.size() < 2) {
      return diagnostics_.add(first.place.moved(first.text.size()),
                              first.text == kPeriod ? "the time of the period is missing"
                                                    : "the length is missing: an event is start length");
    }
    if (words.size() > 2) diagnostics_.add(words[2].place, fmt::format("'{}': nothing comes here", words[2].text));
    if (first.text == kPeriod) return read_period(words[1]);
    const std::optional<Picoseconds> start = read_time(first);
    const std::optional<Picoseconds> length = read_time(words[1]);
    if (start && length) file_.events.push_back({*start, *length});
  }

  void read_period(const Word& time) {
    const std::optional<Picoseconds> period = read_time(time);
    if (!period) return;
    file_.period = *period;
    if (*period == Picoseconds{0} || *period > kLongestNoisePeriod) {
      diagnostics_.add(time.place, fmt::format("'{}': a period is above 0 and at most {}", time.text,
                                               show_quantity(kLongestNoisePeriod.count(), Dimension::kTime)));
    }
  }

  std::optional<Picoseconds> read_time(const Word& word) {
    const Parsed<std::uint64_t> time = parse_quantity(word.text, Dimension::kTime);
    if (time) return Picoseconds{*time.value};
    diagnostics_.add(word.place, time.fault);
    return std::nullopt;
  }

  void check_events() {
    for (const NoiseTraceFault& fault : trace_faults(file_.events, file_.period)) {
      if (diagnostics_.size() - faults_before_ >= DiagnosticList::kMostListed) return;
      diagnostics_.add(places_[fault.event], fault.message);
    }
  }

  DiagnosticList& diagnostics_;
  std::size_t faults_before_;
  NoiseFile file_;
  std::vector<Place> places_;  ///< of the events
  bool has_period_ = false;
};

}  // namespace

NoiseFile read_noise(const SourceText& source, DiagnosticList& diagnostics) {
  return NoiseReader(diagnostics).read(source);
}

}  // namespace tactus
