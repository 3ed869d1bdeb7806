#pragma once

#include <tlm_utils/simple_target_socket.h>
#include <tlm>

#include <cstdint>
#include <systemc>

#include "hw/common/machine_config.h"
#include "hw/memory/memory_server.h"

namespace tactus {

/// Memory of a node, timing only: contents are not stored, a read leaves the caller's data untouched.
///
/// One server per direction, first come first served: a request of `n` bytes made at time `t` (annotated delay
/// included) is done at `max(t, free) + n / bandwidth + latency`, and the server is free again `latency` earlier.
/// Reading and writing do not slow each other. Any address is good; a request without bytes, with byte enables or
/// that neither reads nor writes gets an error response. Reference: docs/reference/memory.md.
class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory, 128> dma_tsock;

  Memory(const sc_core::sc_module_name& name, const MemoryConfig& config);

  [[nodiscard]] Bytes bytes_read() const { return reading_.bytes(); }
  [[nodiscard]] Bytes bytes_written() const { return writing_.bytes(); }
  /// Time that the server of a direction has been given to requests so far, including what it still has to do.
  [[nodiscard]] Picoseconds read_busy() const { return reading_.busy(); }
  [[nodiscard]] Picoseconds write_busy() const { return writing_.busy(); }

 private:
  void b_transport(tlm::tlm_generic_payload& request, sc_core::sc_time& delay);

  MemoryServer reading_;
  MemoryServer writing_;
};

}  // namespace tactus
