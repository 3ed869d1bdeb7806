#include "testbench/app/cli/area_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/common/router_config.h"
#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/rtl_sources.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

using Path = std::filesystem::path;

/// The part of that name, if there is one.
std::optional<RtlPart> part_of(const std::string& name) {
  for (const RtlPart part : {RtlPart::kPacer, RtlPart::kArbiter, RtlPart::kRouter, RtlPart::kNic}) {
    if (Codec<RtlPart>::show(part) == name) return part;
  }
  return std::nullopt;
}

int to_size(const std::string& option, const std::string& text, int most) {
  const Parsed<std::uint64_t> number = parse_count(text);
  if (!number || *number.value == 0 || *number.value > static_cast<std::uint64_t>(most)) {
    throw UsageError(fmt::format("{} {}: must be a number from 1 to {}", option, text, most));
  }
  return static_cast<int>(*number.value);
}

}  // namespace

std::optional<AreaRow> AreaCommand::measure(RtlPart part, const AreaSubject& subject) const {
  AreaRow row{Codec<RtlPart>::show(part), subject.name, subject.top, subject.values, {}, std::nullopt};
  const auto told = [&subject](const AreaFault& fault) -> std::optional<AreaRow> {
    print_safely(stderr, "tactus: area: yosys cannot synthesize {} ({}):{}\n", subject.top, subject.name, fault.words);
    return std::nullopt;
  };
  if (fpga) {
    const auto measured = synthesize_for_ecp5(subject);
    if (const auto* fault = std::get_if<AreaFault>(&measured)) return told(*fault);
    row.figures = figures_of(std::get<FpgaArea>(measured));
    return row;
  }
  const auto measured = synthesize(subject, liberty);
  if (const auto* fault = std::get_if<AreaFault>(&measured)) return told(*fault);
  const Area& area = std::get<Area>(measured);
  row.figures = figures_of(area);
  row.latches = area.latches;
  return row;
}

std::unique_ptr<Command> make_area_command() { return std::make_unique<AreaCommand>(); }

void AreaCommand::declare(CommandOptions& options) {
  options.option("PART|SCENARIO", what,
                 {"pacer, arbiter, router or nic; or pacing.mode, router.arbiter, router.input_nomination, "
                  "router.flow_control or router.routing, for each policy of the key; or a scenario file, for the "
                  "parts that its rtl.replace names"},
                 true);
  options.option("DIR", folder, {"Folder of your SystemVerilog for the part, measured beside ours"});
  options.option("--top", top, {"With DIR: your module; by default one with the name of ours", "MODULE"});
  const auto shape_option = [&options](const std::string& name, std::optional<int>& value, int most, const char* help) {
    options.option(name, [name, &value, most](const std::string& text) { value = to_size(name, text, most); },
                   {help, "N"});
  };
  shape_option("--dimensions", dimensions, 4, "Dimensions of the network, for arbiter and router; by default 2");
  shape_option("--nics", nics, 8, "NICs of a node, for arbiter and router, and engines of a nic; by default 4");
  shape_option("--vcs", vcs, kMaxVirtualChannels, "Virtual channels, for arbiter, router and nic; by default 2");
  add_set_option(options, overrides, "With SCENARIO: as of run; may be repeated");
  options.option("--liberty", liberty,
                 {"Also to standard cells: their area in the library's unit, and the delay of the longest way without "
                  "wires",
                  "FILE"});
  options.option("--fpga", fpga, {"In place of gates: cells of that FPGA. ecp5", "FAMILY"});
  options.flag("--json", json, "Print a list of JSON objects instead of the table");
}

void AreaCommand::check() {
  if (liberty && !std::filesystem::is_regular_file(*liberty)) {
    throw UsageError(fmt::format("--liberty {}: there is no such file", *liberty));
  }
  if (fpga && *fpga != "ecp5") throw UsageError(fmt::format("--fpga {}: must be ecp5", *fpga));
  if (fpga && liberty) throw UsageError("--fpga and --liberty: an FPGA has no standard cells; use one of them");
  choices_ = area_choices(what);
  if (fpga && choices_) throw UsageError("--fpga: for a part; the policies of a key are compared in gates");
  part_ = choices_ ? choices_->part : part_of(what);
  const bool shaped = dimensions || nics || vcs;
  if (!part_) {
    if (shaped) throw UsageError("--dimensions, --nics and --vcs: the scenario has them; use them with a part");
    if (folder || top) throw UsageError("DIR and --top: the scenario has them, in rtl.replace; use them with a part");
    return;
  }
  if (!overrides.empty()) throw UsageError("--set: for a scenario; the area of a part follows from --vcs and the like");
  if (choices_ && folder) throw UsageError("DIR: for a part; of a key each policy of our RTL is measured");
  if (top && !folder) throw UsageError("--top: needs DIR, the folder that has the module");
  if (*part_ == RtlPart::kPacer && shaped)
    throw UsageError("a pacer has no parameters: leave out --dimensions, --nics, --vcs");
  if (*part_ == RtlPart::kNic && dimensions) throw UsageError("--dimensions: a nic is the same for all; leave it out");
}

AreaShape AreaCommand::shape() const {
  AreaShape shape;
  shape.dimensions = dimensions.value_or(shape.dimensions);
  shape.nics = nics.value_or(shape.nics);
  shape.vcs = vcs.value_or(shape.vcs);
  return shape;
}

std::vector<AreaSubject> AreaCommand::subjects_of_key() const {
  std::vector<AreaSubject> subjects;
  for (const AreaChoice& choice : choices_->list) {
    subjects.push_back(our_area_subject(*part_, shape(), rtl_folder("area"), choice.module));
    subjects.back().name = choice.name;
    subjects.back().flat = true;
    subjects.back().straps = choice.straps;
    subjects.back().values.insert(subjects.back().values.end(), choice.values.begin(), choice.values.end());
  }
  return subjects;
}

std::optional<std::vector<AreaSubject>> AreaCommand::subjects_of_part() const {
  if (choices_) return subjects_of_key();
  const Path rtl = rtl_folder("area");
  std::vector<AreaSubject> subjects = {our_area_subject(*part_, shape(), rtl)};
  if (!folder) return subjects;
  const std::string module = top.value_or(module_of(*part_));
  const RtlSourcesFault fault = check_rtl_sources(*folder, module, *part_);
  if (!fault.key.empty()) {
    print_safely(stderr, "tactus: area: {}\n", fault.message);
    return std::nullopt;
  }
  subjects.push_back(their_area_subject(*part_, shape(), rtl, *folder, module));
  return subjects;
}

std::optional<std::vector<AreaCommand::Subject>> AreaCommand::subjects() const {
  std::vector<Subject> all;
  if (part_) {
    auto of_part = subjects_of_part();
    if (!of_part) return std::nullopt;
    for (AreaSubject& subject : *of_part) all.push_back({*part_, std::move(subject)});
    return all;
  }
  if (!std::filesystem::exists(what)) {
    const std::vector<std::string> parts = Codec<RtlPart>::words();
    std::vector<std::string> names = parts;
    names.insert(names.end(), area_choice_keys().begin(), area_choice_keys().end());
    throw UsageError(
        fmt::format("area: '{}' is neither a part ({}), nor a key whose policies are in RTL ({}), nor a "
                    "scenario file{}",
                    what, fmt::join(parts, ", "), fmt::join(area_choice_keys(), ", "), did_you_mean(what, names)));
  }
  const ScenarioResult read = read_scenario(what, overrides);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) {
    refuse(*faults);
    return std::nullopt;
  }
  const Scenario& scenario = std::get<Scenario>(read);
  if (scenario.rtl.replace.empty()) {
    throw UsageError(
        fmt::format("area: {} replaces no part: name a part, as in `tactus area pacer`, or one in "
                    "rtl.replace",
                    what));
  }
  const MachineConfig& machine = scenario.machine;
  const AreaShape shape{machine.network.dimensions(), machine.nics(), machine.router.virtual_channels};
  const Path rtl = rtl_folder("area");
  for (const RtlReplacement& replacement : scenario.rtl.replace) {
    all.push_back({replacement.part, our_area_subject(replacement.part, shape, rtl)});
    all.push_back({replacement.part, their_area_subject(replacement.part, shape, rtl,
                                                        scenario.beside(replacement.sources), replacement.top)});
  }
  return all;
}

int AreaCommand::execute() {
  const auto all = subjects();
  if (!all) return kInputWrong;
  if (!yosys_is_there()) {
    throw std::runtime_error("area needs yosys, and there is none: apt-get install yosys");
  }
  std::vector<AreaRow> rows;
  bool read = true;
  for (const Subject& subject : *all) {
    if (auto row = measure(subject.part, subject.module)) {
      rows.push_back(std::move(*row));
    } else {
      read = false;
    }
  }
  if (!rows.empty()) {
    print_safely(stdout, "{}", json ? area_json(rows).dump(2) + "\n" : area_text(rows));
  }
  return read ? kDone : kInputWrong;
}

}  // namespace tactus
