#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/units.h"

namespace tactus {

/// How a message goes from one process of a node to another.
enum class CopyProtocolKind : std::uint8_t {
  kSmRendezvous,  ///< through shared buffers, chunk by chunk, after request and ack
  kSmEager,       ///< through one shared buffer, without waiting
  kPvas,          ///< one address space: both sides copy, a half each
  kCma,           ///< the receiver's system call copies (process_vm_readv)
  kKnem,          ///< a kernel module copies for the receiver; the sender declares its data to it first
  kXpmem,         ///< the receiver copies from memory that it has mapped by a system call once
  kSmartmap,      ///< the receiver copies from memory that is always mapped
  kAdvised,       ///< each message by the one of `candidates` that is taken to be fastest
};

/// Where PVAS ends the receiver's half of a message.
enum class CopySplit : std::uint8_t {
  kBytes,   ///< after half of its bytes
  kPieces,  ///< after half of its pieces: of the stretches that are contiguous on both sides, whatever their lengths
};

/// Instructions of an MPI library and of the kernel; all that they do to memory beside the copying is listed apart.
struct CopyCosts {
  std::uint64_t match = 745;         ///< making a request, or finding what it matches, on either side
  std::uint64_t post = 600;          ///< putting something into a queue
  std::uint64_t poll = 600;          ///< taking something out
  std::uint64_t buffer = 500;        ///< getting an intermediate buffer and setting up the copy
  std::uint64_t stretch = 32;        ///< each copy of what is contiguous on both sides
  std::uint64_t piece = 14;          ///< each piece that lies apart, on either side
  std::uint64_t item = 80;           ///< each time that a loop or block of a description is begun, on either side
  std::uint64_t system_call = 1500;  ///< each one that copies or declares data
  std::uint64_t map = 5000;          ///< mapping a buffer, once
  std::uint64_t map_page = 200;      ///< mapping each page of the buffer
};

/// Copies between the processes of a node. Reference: docs/reference/copies.md.
struct CopyProtocolConfig {
  CopyProtocolKind kind = CopyProtocolKind::kSmRendezvous;
  Bytes eager_threshold{0};  ///< messages of at most so many bytes go by SM eager; if advised, they may
  /// If `kind` is kAdvised; neither empty nor advised themselves.
  std::vector<CopyProtocolKind> candidates{CopyProtocolKind::kSmRendezvous, CopyProtocolKind::kSmEager,
                                           CopyProtocolKind::kPvas};
  std::optional<CopyProtocolKind> contiguous_kind;  ///< for data contiguous on both sides, if not `kind`
  Bytes buffer_size{32 * 1024};  ///< size of each intermediate buffer of the rendezvous; Open MPI's default
  int buffers = 3;               ///< in use at once by a message; Open MPI's pipeline depth
  /// Data that is not contiguous goes as the protocol could copy it; otherwise as Open MPI does it, by SM rendezvous.
  bool direct_derived = false;          ///< CMA, KNEM, XPMEM, SMARTMAP
  CopySplit split = CopySplit::kBytes;  ///< PVAS
  Bytes copy_width{8};                  ///< that a load and a store move, 1 to 64
  Bytes page{4096};                     ///< page of a mapping
  Bytes description_item{24};           ///< size of each loop and block in the description of a datatype, 1 or more
  CopyCosts costs;
};

/// Every fault of `config`, in the order of its members.
std::vector<ConfigFault> validate(const CopyProtocolConfig& config);

}  // namespace tactus
