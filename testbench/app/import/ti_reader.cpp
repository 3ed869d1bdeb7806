#include "testbench/app/import/ti_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "testbench/app/import/text_numbers.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {

namespace fs = std::filesystem;

const std::vector<TiReader::Action>& TiReader::actions() {
  using R = TiReader;
  static const std::vector<Action> kActions = {
      {"init", &R::init, 0, 1, 0, "init [1]"},
      {"finalize", &R::no_operation, 0, 0, 0, "finalize"},
      {"comm_size", &R::no_operation, 0, 3, 0, "comm_size SIZE"},
      {"comm_split", &R::no_operation, 0, 3, 0, "comm_split"},
      {"comm_dup", &R::no_operation, 0, 3, 0, "comm_dup"},
      {"location", &R::no_operation, 2, 2, 0, "location FILE LINE"},
      {"send", &R::message, 3, 4, 0, "send TO TAG COUNT [DATATYPE]"},
      {"isend", &R::message, 3, 4, 0, "isend TO TAG COUNT [DATATYPE]"},
      {"recv", &R::message, 3, 4, 0, "recv FROM TAG COUNT [DATATYPE]"},
      {"irecv", &R::message, 3, 4, 0, "irecv FROM TAG COUNT [DATATYPE]"},
      {"sendRecv", &R::send_receive, 4, 6, 0, "sendRecv COUNT TO COUNT FROM [DATATYPE DATATYPE]"},
      {"test", &R::test, 3, 3, 0, "test FROM TO TAG"},
      {"wait", &R::wait, 3, 3, 0, "wait FROM TO TAG"},
      {"waitall", &R::wait_all, 0, 1, 0, "waitall [COUNT]"},
      {"barrier", &R::barrier, 0, 0, 0, "barrier"},
      {"bcast", &R::broadcast, 1, 3, 0, "bcast COUNT [ROOT [DATATYPE]]"},
      {"reduce", &R::reduce, 2, 4, 0, "reduce COUNT FLOPS [ROOT [DATATYPE]]"},
      {"allreduce", &R::all_reduce, 2, 3, 0, "allreduce COUNT FLOPS [DATATYPE]"},
      {"scan", &R::scan, 2, 3, 0, "scan COUNT FLOPS [DATATYPE]"},
      {"exscan", &R::scan, 2, 3, 0, "exscan COUNT FLOPS [DATATYPE]"},
      {"reducescatter", &R::reduce_scatter, 1, 2, 1, "reducescatter COUNT-OF-EACH-RANK FLOPS [DATATYPE]"},
      {"gather", &R::gather, 2, 5, 0, "gather COUNT COUNT [ROOT [DATATYPE [DATATYPE]]]"},
      {"scatter", &R::scatter, 2, 5, 0, "scatter COUNT COUNT [ROOT [DATATYPE [DATATYPE]]]"},
      {"allgather", &R::all_gather, 2, 4, 0, "allgather COUNT COUNT [DATATYPE [DATATYPE]]"},
      {"gatherv", &R::gather_v, 1, 4, 1, "gatherv COUNT COUNT-OF-EACH-RANK [ROOT [DATATYPE [DATATYPE]]]"},
      {"scatterv", &R::scatter_v, 1, 4, 1, "scatterv COUNT-OF-EACH-RANK COUNT [ROOT [DATATYPE [DATATYPE]]]"},
      // Displacements, one for each rank, may follow.
      {"allgatherv", &R::all_gather_v, 1, 1'000'000'000, 1, "allgatherv COUNT COUNT-OF-EACH-RANK [DATATYPE DATATYPE]"},
      {"alltoall", &R::all_to_all, 2, 4, 0, "alltoall COUNT COUNT [DATATYPE [DATATYPE]]"},
      {"alltoallv", &R::all_to_all_v, 2, 4, 2,
       "alltoallv SIZE COUNT-FOR-EACH-RANK SIZE COUNT-FROM-EACH-RANK [DATATYPE [DATATYPE]]"},
      {"compute", &R::compute, 1, 1, 0, "compute FLOPS"},
      {"sleep", &R::sleep, 1, 1, 0, "sleep SECONDS"},
  };
  return kActions;
}

const TiReader::Action* TiReader::find_action(std::string_view name) {
  for (const Action& action : actions()) {
    if (name == action.name) return &action;
  }
  return nullptr;
}

void TiReader::read(const ImportInput& input) {
  if (input.is_folder()) return read_files(input.rank_files(target_.faults()));
  LineReader reader(input.path(), target_.faults());
  TiLine line(reader, target_.faults());
  bool found = false;
  while (!found && reader.next()) found = line.split();
  if (!target_.faults().empty()) return;
  if (found && line.words() == 1) return read_files(listed_files(input.path()));
  read_shared(input.path());
}

std::vector<fs::path> TiReader::listed_files(const fs::path& list) {
  std::vector<fs::path> files;
  LineReader reader(list, target_.faults());
  TiLine line(reader, target_.faults());
  while (reader.next() && !target_.stopped()) {
    if (!line.split()) continue;
    if (line.words() > 1) {
      line.fault(line.word(1), "a list of traces has one name of a file in each line");
      continue;
    }
    files.push_back(list.parent_path() / fs::path(line.word(0)));
    if (files.size() > static_cast<std::size_t>(target_.limits().ranks)) break;  // set_ranks tells of it
  }
  return target_.faults().empty() ? files : std::vector<fs::path>();
}

void TiReader::read_files(const std::vector<fs::path>& files) {
  if (files.empty()) return;
  if (!target_.set_ranks(files.size(), ImportPlace::of_file(files[0].native()))) return;
  ranks_.resize(files.size());
  for (std::size_t rank = 0; rank < files.size() && !target_.stopped(); ++rank) {
    LineReader reader(files[rank], target_.faults());
    TiLine line(reader, target_.faults());
    while (!target_.stopped() && reader.next()) read_line(line, static_cast<int>(rank));
    ranks_[rank].reset();
  }
  if (target_.faults().empty()) target_.end_collectives(files[0].native());
}

std::uint64_t TiReader::count_ranks(const fs::path& file) {
  LineReader reader(file, target_.faults());
  std::uint64_t ranks = 0;
  while (reader.next()) {
    const std::string_view line = reader.line();
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    const auto rank = parse_digits(line.substr(begin, end - begin));
    // No machine has ranks up to 2^63: a larger number is told of as a wrong rank.
    if (rank && *rank < std::uint64_t{1} << 63U) ranks = std::max(ranks, *rank + 1);
  }
  return ranks;
}

void TiReader::read_shared(const fs::path& file) {
  const std::uint64_t ranks = count_ranks(file);
  if (!target_.faults().empty()) return;
  LineReader reader(file, target_.faults());
  TiLine line(reader, target_.faults());
  if (ranks == 0) {
    reader.next();
    target_.faults().add(reader.place(0), "the file has no line of a trace: RANK action arguments");
    return;
  }
  if (!target_.set_ranks(ranks, ImportPlace::of_file(reader.file()))) return;
  ranks_.resize(ranks);
  while (!target_.stopped() && reader.next()) read_line(line, -1);
  if (target_.faults().empty()) target_.end_collectives(reader.file());
}

TiReader::Rank& TiReader::state_of(int rank) {
  auto& state = ranks_[static_cast<std::size_t>(rank)];
  if (!state) state = std::make_unique<Rank>(rank, target_);
  return *state;
}

void TiReader::read_line(TiLine& line, int only_rank) {
  if (!line.split()) return;
  const auto number = parse_digits(line.word(0));
  if (!number)
    return line.fault(line.word(0), fmt::format("'{}' is no rank: a line is RANK action arguments", line.word(0)));
  const auto rank =
      target_.rank(*number < std::uint64_t{1} << 63U ? static_cast<std::int64_t>(*number) : -1, line.place(0));
  if (!rank) return;
  if (only_rank >= 0 && *rank != only_rank) {
    return line.fault(line.word(0), fmt::format("a line of rank {} in the file of rank {}", *rank, only_rank));
  }
  if (line.words() == 1) return line.fault(line.word(0), "the action is missing: a line is RANK action arguments");
  const Action* action = find_action(line.word(1));
  if (action == nullptr) {
    std::vector<std::string> names;
    for (const Action& known : actions()) names.emplace_back(known.name);
    return line.fault(line.word(1),
                      fmt::format("unknown action '{}'{}", line.word(1), did_you_mean(line.word(1), names)));
  }
  Rank& state = state_of(*rank);
  if (!state.begun && action->read != &TiReader::init) {
    line.fault(line.word(1),
               fmt::format("rank {} begins with {}: the first action of a rank is init", *rank, action->name));
  }
  state.begun = true;
  const std::size_t per_rank = action->per_rank * static_cast<std::size_t>(target_.ranks());
  if (!line.has_arguments(action->least + per_rank, action->most + per_rank, action->usage)) return;
  (this->*action->read)(state, line);
}

void TiReader::no_operation(Rank& /*rank*/, TiLine& line) { target_.count_without_effect(line.word(1)); }

void TiReader::init(Rank& rank, TiLine& line) {
  rank.default_bytes = line.arguments() > 0 ? 8 : 1;  // MPI_DOUBLE or MPI_BYTE
  no_operation(rank, line);
}

void TiReader::put_flops(Rank& rank, TiLine& line, double flops, std::size_t argument) {
  if (!line.right() || flops == 0) return;
  if (!time_.has_flop_rate()) {
    if (!told_of_flops_) line.fault(line.word(argument + 2), kNoFlopRateText);
    told_of_flops_ = true;
    return;
  }
  const auto time = time_.of_flops(flops);
  if (!time) return line.fault(line.word(argument + 2), kTooLongText);
  Operation operation;
  operation.amount = *time;
  operation.place = line.place(0).number();
  rank.program.blocking(operation);
}

void TiReader::compute(Rank& rank, TiLine& line) { put_flops(rank, line, line.real(0, "flops"), 0); }

void TiReader::sleep(Rank& rank, TiLine& line) {
  const double seconds = line.real(0, "the time");
  if (!line.right()) return;
  const auto time = ComputeTime::rounded(seconds * 1e12);
  if (!time) return line.fault(line.word(2), kTooLongText);
  Operation operation;
  operation.amount = *time;
  operation.place = line.place(0).number();
  rank.program.blocking(operation);
}

}  // namespace tactus
