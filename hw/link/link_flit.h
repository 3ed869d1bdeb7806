#pragma once

#include <cstdint>

#include "hw/link/flit.h"

namespace tactus {

/// A flit on a link that repeats packets (docs/timing.md, LINK-6), with what the link adds to it.
struct LinkFlit {
  Flit flit;
  std::uint16_t number = 0;  ///< number of its packet on this link, modulo what RetrySettings says
  bool wrong = false;        ///< the link has changed bits of it: the packet's CRC tells at the tail

  friend bool operator==(const LinkFlit& a, const LinkFlit& b) {
    return a.flit == b.flit && a.number == b.number && a.wrong == b.wrong;
  }
};

/// Acknowledgement of a link's receiver.
struct LinkAck {
  bool valid = false;
  std::uint16_t next = 0;  ///< number of the packet that it expects: it has taken all before

  friend bool operator==(const LinkAck& a, const LinkAck& b) { return a.valid == b.valid && a.next == b.next; }
};

/// Flits for which the replay buffer of a link has room again.
using LinkRoom = std::uint32_t;

}  // namespace tactus
