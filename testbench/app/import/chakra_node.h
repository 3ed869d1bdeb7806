#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/import/binary_reader.h"

namespace tactus {

/// A node of a Chakra execution trace (mlcommons/chakra, et_def.proto).
struct ChakraNode {
  enum Type : std::uint8_t {
    kInvalid = 0,
    kMetadata = 1,
    kMemoryLoad = 2,
    kMemoryStore = 3,
    kCompute = 4,
    kSend = 5,
    kReceive = 6,
    kCollective = 7,
  };

  std::uint64_t id = 0;
  std::string name;
  std::uint64_t type = kInvalid;
  std::vector<std::uint64_t> dependencies;  ///< ids of nodes, of control and of data
  std::uint64_t duration_us = 0;
  // Attributes; nothing if the node has none.
  std::optional<std::int64_t> comm_type;
  std::optional<std::int64_t> comm_size;
  std::optional<std::int64_t> comm_source;
  std::optional<std::int64_t> comm_destination;
  std::optional<std::int64_t> comm_tag;
  std::optional<std::int64_t> operations;  ///< floating-point operations of a compute node
  std::string group;                       ///< pg_name

  std::uint64_t byte = 0;  ///< where it begins in the file
};

/// Reads the node in `message`, which begins at `byte` of the file. False, with faults, if it is no node.
bool read_chakra_node(std::string_view message, std::uint64_t byte, BinaryReader& reader, ChakraNode& node);

/// Whether `message` can be the GlobalMetadata that a trace begins with; of a file's begin, it may be cut.
bool is_chakra_metadata(std::string_view message);

}  // namespace tactus
