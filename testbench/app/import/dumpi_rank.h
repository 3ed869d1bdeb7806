#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/import/compute_time.h"
#include "testbench/app/import/dumpi_communicators.h"
#include "testbench/app/import/dumpi_sizes.h"
#include "testbench/app/import/mpi_program.h"

namespace tactus {

/// Things that the ranks of a trace have in common.
struct DumpiTrace {
  const ComputeTime& time;
  const CommunicatorHistory& communicators;
  ContextTags& tags;
};

/// Reads the calls of one rank into its operations.
class DumpiRank {
 public:
  using Index = OperationSink::Index;

  DumpiRank(int rank, const std::filesystem::path& file, DumpiDatatypes datatypes, const DumpiTrace& trace,
            ImportTarget& target);

  void read();

 private:
  /// Names of the arguments of a message.
  struct MessageNames {
    const char* count;
    const char* datatype;
    const char* peer;
    const char* tag;
  };

  void fault(const ImportPlace& place, std::string message) { target_.faults().add(place, std::move(message)); }
  void take();
  void take_call();
  /// Computing from the end of the call before to the begin of this one.
  void compute();
  /// The send or receive of the call; false, with a fault, if it is wrong. `peer` is kNobody for MPI_PROC_NULL.
  bool message(OperationKind kind, const MessageNames& names, Operation& operation);
  bool set_peer(const MessageNames& names, const Communicator& communicator, Operation& operation);
  bool set_tag(const MessageNames& names, const Communicator& communicator, Operation& operation);
  void single(MpiKind kind);
  void send_receive();
  void persistent();
  void start(std::int64_t request);
  void wait();
  /// A test that found something to have ended is a wait for that.
  void test();
  /// Handles that the call completes; nothing, with a fault, if its arguments are wrong.
  std::optional<std::vector<std::int64_t>> completed();
  void collective();
  void wait_for(const std::vector<std::int64_t>& requests);

  static constexpr std::int32_t kNobody = -2;

  DumpiCall call_;
  DumpiDatatypes datatypes_;
  const DumpiTrace& trace_;
  ImportTarget& target_;
  DumpiSizes sizes_;
  DumpiCommunicators communicators_;
  MpiProgram program_;
  int rank_;
  TraceTime last_;  ///< end of the last call
  bool begun_ = false;
  bool ended_ = false;
  std::map<std::int64_t, Index> requests_;        ///< open ones, by their handles
  std::map<std::int64_t, Operation> persistent_;  ///< by their handles
};

}  // namespace tactus
