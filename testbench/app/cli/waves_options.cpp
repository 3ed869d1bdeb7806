#include "testbench/app/cli/waves_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "testbench/app/cli/command.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"

namespace tactus {
namespace {

/// What the parser takes `--waves` without a value for.
constexpr char kFormatOfScenario[] = "scenario";

/// How an event is written: its name, and if it takes a value a sign and the value.
struct EventForm {
  const char* name;
  char sign;  ///< 0: takes no value
  bool value_needed;
  WavesAround::Event event;
  const char* text;
};
constexpr std::array<EventForm, 9> kEvents = {{
    {"cycle", '=', true, WavesAround::Event::kCycle, "cycle=K"},
    {"time", '=', true, WavesAround::Event::kTime, "time=T"},
    {"stall", '>', false, WavesAround::Event::kStall, "stall or stall>T"},
    {"latency", '>', true, WavesAround::Event::kLatency, "latency>T"},
    {"violation", 0, false, WavesAround::Event::kViolation, "violation"},
    {"packet", '=', true, WavesAround::Event::kPacket, "packet=N"},
    {"slowest", 0, false, WavesAround::Event::kSlowest, "slowest"},
    {"operation", '=', true, WavesAround::Event::kOperation,
     "operation=RANK:N or operation=RANK:LABEL, of a job operation=JOB:RANK:N"},
    {"line", '=', true, WavesAround::Event::kLine, "line=N, of a job line=JOB:N"},
}};

std::string event_forms() {
  std::vector<std::string> forms;
  for (const EventForm& form : kEvents) forms.emplace_back(form.text);
  return fmt::format("{}", fmt::join(forms, ", "));
}

bool starts_with_digit(const std::string& text) { return !text.empty() && text.front() >= '0' && text.front() <= '9'; }

/// Checks the options and collects what is wrong with them.
class WavesReader {
 public:
  WavesReader(const WavesArguments& arguments, const std::vector<std::string>& overrides)
      : arguments_(arguments), overrides_(overrides) {}

  WavesOptions read() {
    WavesOptions options;
    options.on = !arguments_.waves.empty() || !arguments_.around.empty();
    if (!arguments_.waves.empty()) options.format = format();
    if (arguments_.around.empty()) {
      refuse_what_goes_with_it();
    } else {
      options.around = around();
    }
    if (!faults_.empty()) throw UsageError(fmt::format("{}", fmt::join(faults_, "\ntactus: ")));
    return options;
  }

 private:
  template <class... Values>
  void fault(const char* format, Values&&... values) {
    faults_.push_back(fmt::format(fmt::runtime(format), values...));
  }

  std::optional<WaveFormat> format() {
    if (arguments_.waves == "fst") return WaveFormat::kFst;
    if (arguments_.waves == "vcd") return WaveFormat::kVcd;
    if (arguments_.waves != kFormatOfScenario) {
      fault("--waves={}: no such format (there are: fst, vcd)", arguments_.waves);
    }
    return std::nullopt;
  }

  void refuse_what_goes_with_it() {
    const std::array<std::pair<const char*, const std::string&>, 3> with = {
        {{"--before", arguments_.before}, {"--after", arguments_.after}, {"--waves-memory", arguments_.memory}}};
    for (const auto& [option, value] : with) {
      if (!value.empty()) fault("{} {}: only with --waves-around, which says what it is counted from", option, value);
    }
  }

  WavesAround around() {
    WavesAround around;
    around.text = arguments_.around;
    read_event(around);
    around.before = quantity("--before", arguments_.before, Dimension::kTime, around.before);
    around.after = quantity("--after", arguments_.after, Dimension::kTime, around.after);
    around.memory = quantity("--waves-memory", arguments_.memory, Dimension::kSize, around.memory);
    if (around.memory == Bytes{0}) fault("--waves-memory {}: must be above 0", arguments_.memory);
    for (const std::string& text : overrides_) {
      const std::string key = text.substr(0, text.find('='));
      if (key != "waves.from" && key != "waves.to") continue;
      fault("--set {}: --waves-around chooses what is recorded; see --before and --after", text);
    }
    return around;
  }

  void read_event(WavesAround& around) {
    const std::string& text = around.text;
    const std::size_t sign = text.find_first_of("=>");
    const std::string name = text.substr(0, sign);
    const auto* form =
        std::find_if(kEvents.begin(), kEvents.end(), [&](const EventForm& each) { return name == each.name; });
    if (form == kEvents.end()) {
      std::vector<std::string> names;
      for (const EventForm& each : kEvents) names.emplace_back(each.name);
      return fault("--waves-around {}: no such event (there are: {}){}", text, event_forms(),
                   did_you_mean(name, names));
    }
    around.event = form->event;
    const bool has_value = sign != std::string::npos && sign + 1 < text.size();
    const bool right = sign == std::string::npos ? !form->value_needed : has_value && text[sign] == form->sign;
    if (!right) return fault("--waves-around {}: is written {}", text, form->text);
    if (around.known() && !arguments_.memory.empty()) {
      fault("--waves-memory {}: only where it is not known when the event is; {} needs no memory", arguments_.memory,
            text);
    }
    if (has_value) read_value(around, text.substr(sign + 1));
  }

  void read_value(WavesAround& around, const std::string& value) {
    const std::string option = fmt::format("--waves-around {}", around.text);
    if (around.is_looked_up()) return read_numbers(around, option, value);
    if (around.event == WavesAround::Event::kCycle) {
      constexpr std::uint64_t kLast = (std::uint64_t{1} << 40) - 1;  // of clocks of a microsecond still a time
      const Parsed<std::uint64_t> cycle = parse_count(value);
      if (!cycle) return fault("{}: {}", option, cycle.fault);
      if (*cycle.value > kLast) return fault("{}: at most {}", option, kLast);
      around.cycle = Cycles{*cycle.value};
      return;
    }
    const Parsed<std::uint64_t> time = parse_quantity(value, Dimension::kTime);
    if (!time) return fault("{}: {}", option, time.fault);
    around.time = Picoseconds{*time.value};
    if (around.event == WavesAround::Event::kStall && *time.value == 0) fault("{}: must be above 0", option);
  }

  /// Takes "JOB:" off `value`, if it begins so.
  static void take_job(WavesAround& around, std::string& value) {
    const std::size_t colon = value.find(':');
    if (around.event == WavesAround::Event::kPacket || colon == std::string::npos) return;
    const std::string first = value.substr(0, colon);
    const std::string rest = value.substr(colon + 1);
    if (around.event == WavesAround::Event::kOperation) {
      // A number may be a rank or the name of a job. Behind a rank stands a number, or a label, which begins with none.
      const bool two = rest.find(':') != std::string::npos;
      if (!two || (parse_count(first) && !starts_with_digit(rest))) return;
    }
    around.job = first;
    value = rest;
  }

  void read_numbers(WavesAround& around, const std::string& option, std::string value) {
    take_job(around, value);
    if (around.event == WavesAround::Event::kOperation) {
      const std::size_t colon = value.find(':');
      const Parsed<std::uint64_t> rank = parse_count(value.substr(0, colon));
      if (colon == std::string::npos || !rank) {
        return fault(
            "{}: is written operation=RANK:N or operation=RANK:LABEL, as operation=3:0; of a job "
            "operation=JOB:RANK:N",
            option);
      }
      around.rank = *rank.value;
      value = value.substr(colon + 1);
      // Labels of GOAL do not begin with a digit.
      if (!value.empty() && !starts_with_digit(value)) {
        around.label = value;
        return;
      }
    }
    const Parsed<std::uint64_t> number = parse_count(value);
    if (!number) return fault("{}: {}", option, number.fault);
    around.number = *number.value;
  }

  /// The value of `option`, or what it is if it is not given or wrong.
  template <class Value>
  Value quantity(const char* option, const std::string& text, Dimension dimension, Value unless_given) {
    if (text.empty()) return unless_given;
    const Parsed<std::uint64_t> parsed = parse_quantity(text, dimension);
    if (!parsed) fault("{} {}: {}", option, text, parsed.fault);
    return parsed ? Value{*parsed.value} : unless_given;
  }

  const WavesArguments& arguments_;
  const std::vector<std::string>& overrides_;
  std::vector<std::string> faults_;
};

}  // namespace

void add_waves_options(CommandOptions& options, WavesArguments& arguments) {
  options.flag_or_value(
      "--waves", arguments.waves, kFormatOfScenario,
      "Dump waveforms of the nodes that the scenario chooses; --waves=fst and --waves=vcd choose the format");
  options.option(
      "--waves-around", arguments.around,
      {fmt::format("Dump them around an event, in the place of the scenario's window: {}", event_forms()), "EVENT"});
  options.option("--before", arguments.before, {"Time that is dumped before that event, by default 2 us", "TIME"});
  options.option("--after", arguments.after, {"Time that is dumped from it on, by default 1 us", "TIME"});
  options.option("--waves-memory", arguments.memory,
                 {"Memory in which the past is kept until it happens, by default 256 MiB", "SIZE"});
}

WavesOptions to_waves_options(const WavesArguments& arguments, const std::vector<std::string>& overrides) {
  return WavesReader(arguments, overrides).read();
}

}  // namespace tactus
