#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/app/import/dumpi_rank.h"
#include "testbench/app/import/importer.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

/// The first call is "MPI_... entering at walltime", behind the header if it was printed.
bool recognises(const ImportPeek& peek) {
  return peek.head.find(" entering at walltime ") != std::string_view::npos ||
         (peek.head.find("\nstarttime=") != std::string_view::npos && peek.head.substr(0, 8) == "version=");
}

/// Reads all calls of all ranks for communicators, which take several ranks to understand, and for datatypes, whose
/// table stands behind the calls that use it.
std::vector<DumpiDatatypes> scan(const std::vector<fs::path>& files, CommunicatorHistory& history,
                                 ImportTarget& target) {
  std::vector<DumpiDatatypes> datatypes;
  for (std::size_t rank = 0; rank < files.size() && !target.stopped(); ++rank) {
    DumpiCall call(files[rank], target.faults());
    DumpiCommunicatorScan communicators(static_cast<int>(rank), history);
    while (!target.stopped() && call.next()) communicators.take(call);
    datatypes.emplace_back(call.datatype_bytes());
  }
  return datatypes;
}

void read(const ImportInput& input, const ImportSettings& settings, ImportTarget& target) {
  const std::vector<fs::path> files = input.rank_files(target.faults());
  if (files.empty() || !target.set_ranks(files.size(), ImportPlace::of_file(files[0].native()))) return;
  CommunicatorHistory history(static_cast<int>(files.size()));
  std::vector<DumpiDatatypes> datatypes = scan(files, history, target);
  if (target.faults().empty()) history.resolve(target.faults());
  if (!target.faults().empty()) return;
  const ComputeTime time(settings);
  ContextTags tags(history.one_context());
  const DumpiTrace trace = {time, history, tags};
  for (std::size_t rank = 0; rank < files.size() && !target.stopped(); ++rank) {
    DumpiRank(static_cast<int>(rank), files[rank], std::move(datatypes[rank]), trace, target).read();
  }
  if (target.faults().empty()) target.end_collectives(files[0].native());
}

const Registered<ImporterKind> kDumpi{
    {{"dumpi", "Traces of MPI calls by DUMPI, as dumpi2ascii -a prints them, a file for each rank."},
     recognises,
     read}};

}  // namespace
}  // namespace tactus
