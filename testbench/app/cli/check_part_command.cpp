#include "testbench/app/cli/check_part_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "hw/common/router_config.h"
#include "rtl/twin/rtl_straps.h"
#include "testbench/app/check_part/part_report.h"
#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/run/replaced_rtl.h"
#include "testbench/app/run/rtl_twins.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/part_models.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/rtl_sources.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

/// `text`, if it is one of `names`. Throws UsageError.
const std::string& one_of(const std::string& option, const std::string& text, const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), text) != names.end()) return text;
  throw UsageError(
      fmt::format("{} '{}': not one of {}{}", option, text, enumeration(names, "and"), did_you_mean(text, names)));
}

RtlPart to_part(const std::string& text) {
  one_of("PART", text, Codec<RtlPart>::words());
  for (const RtlPart part : {RtlPart::kPacer, RtlPart::kArbiter, RtlPart::kRouter}) {
    if (Codec<RtlPart>::show(part) == text) return part;
  }
  return RtlPart::kNic;
}

std::uint64_t number_within(const std::string& option, const std::string& text, std::uint64_t least,
                            std::uint64_t most) {
  const Parsed<std::uint64_t> number = parse_count(text);
  if (!number || *number.value < least || *number.value > most) {
    throw UsageError(fmt::format("{} {}: must be a number from {} to {}", option, text, least, most));
  }
  return *number.value;
}

void add_machine_options(CommandOptions& options, PartCheck& check) {
  const auto number = [&options](const char* name, int& value, int most, const char* help) {
    options.option(name,
                   [&value, name, most](const std::string& text) {
                     value = static_cast<int>(number_within(name, text, 1, static_cast<std::uint64_t>(most)));
                   },
                   {fmt::format("{}, by default {}", help, value), "N"});
  };
  number("--dimensions", check.dimensions, 4, "Dimensions of the routers, 1 to 4");
  number("--nics", check.nics, 8, "NICs of a node, 1 to 8");
  number("--vcs", check.virtual_channels, kMaxVirtualChannels, "Virtual channels, 1 to 8");
}

/// The policy of the plug-in that the part is held to. Throws UsageError.
std::string model_of(const PartCheck& check) {
  const PartModel model = open_part_model(check.model_file, check.part);
  const std::string file = check.model_file.string();
  if (!model.fault.empty()) throw UsageError(fmt::format("--model {}: {}", file, model.fault));
  if (model.names.size() == 1) return model.names.front();
  throw UsageError(fmt::format("--model {}: it has {}: a part is held to one", file, enumeration(model.names, "and")));
}

std::vector<std::string> names_of(const std::vector<PartBench>& benches) {
  std::vector<std::string> names;
  for (const PartBench& bench : benches) names.push_back(bench.name);
  return names;
}

}  // namespace

std::unique_ptr<Command> make_check_part_command() { return std::make_unique<CheckPartCommand>(); }

void CheckPartCommand::declare(CommandOptions& options) {
  options.option(
      "PART", [this](const std::string& text) { request.part = to_part(text); }, {"pacer, arbiter, router or nic"},
      true);
  options.option(
      "DIR", [this](const std::string& text) { request.sources = text; }, {"Folder with the part's SystemVerilog"},
      true);
  options.option("--top", [this](const std::string& text) { top = text; },
                 {"Your module; without it one of our module's name", "MODULE"});
  add_machine_options(options, request);
  options.option("--model", [this](const std::string& text) { request.model_file = text; },
                 {"Plug-in with the one pacer mode or arbiter that the part is held to, by default our model", "FILE"});
  options.option("--arbiter",
                 [this](const std::string& text) {
                   request.only_arbiter = one_of("--arbiter", text, {std::begin(kRtlArbiters), std::end(kRtlArbiters)});
                 },
                 {"The one arbiter that the part has, by default all, as a strap says", "NAME"});
  options.option("--bench", [this](const std::string& text) { request.only_bench = text; },
                 {"Run this bench of the part alone", "NAME"});
  options.option(
      "--seed",
      [this](const std::string& text) { request.first_seed = number_within("--seed", text, 0, 1'000'000'000); },
      {"First seed of each bench, by default 1", "N"});
  options.option("--seeds",
                 [this](const std::string& text) { request.seeds = number_within("--seeds", text, 1, 1'000'000); },
                 {"Seeds of each bench, by default as many as it needs for all its stimuli", "N"});
  options.flag("--json", json, "Print one JSON object instead of the tables");
  add_jobs_option(options, request.jobs, "Seeds");
}

void CheckPartCommand::check() {
  const int input_vcs = (2 * request.dimensions + request.nics) * request.virtual_channels;
  if (input_vcs > kMaxInputVcs) {
    throw UsageError(
        fmt::format("--vcs {}: a router with {} dimensions and {} NICs has {} input VCs then, and at most {}",
                    request.virtual_channels, request.dimensions, request.nics, input_vcs, kMaxInputVcs));
  }
  if (!request.only_bench.empty()) one_of("--bench", request.only_bench, names_of(benches_of(request.part)));
  const bool arbitrates = request.part == RtlPart::kArbiter || request.part == RtlPart::kRouter;
  if (!request.only_arbiter.empty() && !arbitrates) throw UsageError("--arbiter: for arbiter and router");
  if (!request.only_arbiter.empty() && request.part == RtlPart::kArbiter) {
    one_of("--arbiter", request.only_arbiter, {std::begin(kRtlOutputArbiters), std::end(kRtlOutputArbiters)});
  }
  if (!request.only_arbiter.empty() && !request.model_file.empty()) {
    throw UsageError("--arbiter: with --model the part decides by the arbiter of the plug-in");
  }
  request.top = top.value_or(module_of(request.part));
  const RtlSourcesFault fault = check_rtl_sources(request.sources, request.top, request.part);
  if (!fault.key.empty()) throw UsageError(fault.message + (fault.key == "top" && !top ? "; name it with --top" : ""));
}

int CheckPartCommand::execute() {
  if (rtl_twins() == nullptr) {
    throw UsageError("check-part: this program was built without RTL: start it as ./tactus");
  }
  if (!request.model_file.empty()) request.model = model_of(request);
  const auto built = build_replaced_rtl(scenario_of(request));
  if (const auto* fault = std::get_if<KeyFault>(&built)) {
    print_safely(stderr, "tactus: {}: {}\n", request.sources.string(), fault->message);
    return kInputWrong;
  }
  const PartOnTest part = open_part(request, std::get<std::filesystem::path>(built));
  const std::vector<BenchResult> results = run_benches(request, part);
  if (json) {
    print_safely(stdout, "{}\n",
                 part_report_json(request, results).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    print_safely(stdout, "{}", part_report_text(request, results));
  }
  return all_equal(results) ? kDone : kViolation;
}

}  // namespace tactus
