#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "testbench/app/import/compute_time.h"
#include "testbench/app/import/import_target.h"
#include "testbench/app/import/importer.h"
#include "testbench/app/import/mpi_program.h"
#include "testbench/app/import/ti_line.h"

namespace tactus {

/// Reads time-independent traces of SimGrid: lines `RANK action arguments`, of all ranks in one file or of one rank in
/// each. Every communicator is that of all ranks, as when SimGrid replays a trace.
class TiReader {
 public:
  TiReader(const ImportSettings& settings, ImportTarget& target) : time_(settings), target_(target) {}

  void read(const ImportInput& input);

 private:
  using Index = OperationSink::Index;
  using Request = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  ///< source, destination, tag

  struct Rank {
    explicit Rank(int rank, ImportTarget& target) : program(rank, target) {}
    MpiProgram program;
    std::uint64_t default_bytes = 1;  ///< size of the datatype that `init` chose
    bool begun = false;
    std::map<Request, std::deque<Index>> requests;
  };
  struct Action {
    const char* name;
    void (TiReader::*read)(Rank& rank, TiLine& line);
    std::size_t least;
    std::size_t most;
    std::size_t per_rank;  ///< arguments that come once for each rank, more than `least` and `most`
    const char* usage;
  };
  static const std::vector<Action>& actions();
  static const Action* find_action(std::string_view name);

  void read_shared(const std::filesystem::path& file);
  void read_files(const std::vector<std::filesystem::path>& files);
  /// Files that the lines of `list` name.
  std::vector<std::filesystem::path> listed_files(const std::filesystem::path& list);
  /// `only_rank`: the rank that all lines have to have; -1: any.
  void read_line(TiLine& line, int only_rank);
  /// Largest rank of a file and one; 0 if no line has a rank.
  std::uint64_t count_ranks(const std::filesystem::path& file);
  Rank& state_of(int rank);

  void no_operation(Rank& rank, TiLine& line);
  void init(Rank& rank, TiLine& line);
  void compute(Rank& rank, TiLine& line);
  void sleep(Rank& rank, TiLine& line);
  void message(Rank& rank, TiLine& line);
  void send_receive(Rank& rank, TiLine& line);
  void test(Rank& rank, TiLine& line);
  void wait(Rank& rank, TiLine& line);
  void wait_all(Rank& rank, TiLine& line);
  void barrier(Rank& rank, TiLine& line);
  void broadcast(Rank& rank, TiLine& line);
  void reduce(Rank& rank, TiLine& line);
  void all_reduce(Rank& rank, TiLine& line);
  void scan(Rank& rank, TiLine& line);
  void reduce_scatter(Rank& rank, TiLine& line);
  void gather(Rank& rank, TiLine& line);
  void scatter(Rank& rank, TiLine& line);
  void all_gather(Rank& rank, TiLine& line);
  void gather_v(Rank& rank, TiLine& line);
  void scatter_v(Rank& rank, TiLine& line);
  void all_gather_v(Rank& rank, TiLine& line);
  void all_to_all(Rank& rank, TiLine& line);
  void all_to_all_v(Rank& rank, TiLine& line);

  /// Peer and tag of `message`; false if the peer is none (MPI_PROC_NULL) or wrong.
  bool set_peer(Operation& operation, TiLine& line, std::size_t argument);
  void set_tag(Operation& operation, TiLine& line, std::size_t argument);
  void set_bytes(Operation& operation, TiLine& line, std::size_t argument, std::uint64_t datatype_bytes);
  Request request(TiLine& line);
  int root(TiLine& line, std::size_t argument);
  std::vector<std::uint64_t> counts(TiLine& line, std::size_t first, std::uint64_t datatype_bytes);
  std::uint64_t product(TiLine& line, std::size_t argument, std::uint64_t count, std::uint64_t datatype_bytes);
  void put(Rank& rank, TiLine& line, CollectiveRecord record);
  void put_flops(Rank& rank, TiLine& line, double flops, std::size_t argument);

  ComputeTime time_;
  ImportTarget& target_;
  bool told_of_flops_ = false;
  std::vector<std::unique_ptr<Rank>> ranks_;
};

}  // namespace tactus
