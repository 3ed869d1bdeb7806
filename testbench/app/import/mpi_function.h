#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/import/collective_record.h"

namespace tactus {

/// Meaning of a call of MPI for an import.
enum class MpiKind : std::uint8_t {
  kInit,
  kFinalize,
  kLocal,         ///< returns without another rank: its time counts as computing
  kIdle,          ///< may wait for others, and moves no data of the application: its time is left out
  kCommunicator,  ///< idle, and makes a communicator
  kGroup,         ///< local, and makes a group
  kDatatype,      ///< local, and makes a datatype or tells its size
  kTest,          ///< local, and a wait if it finds that something has ended
  kSend,
  kReceive,
  kStartSend,
  kStartReceive,
  kSendReceive,
  kWait,
  kWaitAll,
  kWaitAny,
  kWaitSome,
  kCollective,
  kStartCollective,
  kPersistent,  ///< makes or starts a persistent request
  kOneSided,
};

/// Whether calls return without another rank.
inline bool returns_alone(MpiKind kind) {
  return kind == MpiKind::kLocal || kind == MpiKind::kGroup || kind == MpiKind::kDatatype || kind == MpiKind::kTest;
}

struct MpiFunction {
  const char* name = "";
  MpiKind kind = MpiKind::kLocal;
  MpiCollective collective = MpiCollective::kBarrier;  ///< kind of a collective call
};

/// The function of that name, or nullptr.
const MpiFunction* find_mpi_function(std::string_view name);
std::vector<std::string> mpi_function_names();

}  // namespace tactus
