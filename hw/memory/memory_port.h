#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>

#include "hw/common/access_stages.h"
#include "hw/common/units.h"
#include "hw/memory/memory_contents.h"

namespace tactus {

struct PacketHeader;

/// One access of a DMA engine to memory.
struct MemoryRequest {
  enum class Kind : std::uint8_t { kRead, kWrite };
  int engine = 0;         ///< 0..3
  std::uint32_t tag = 0;  ///< differs from those of the engine's requests of this kind that are not yet answered
  Kind kind = Kind::kRead;
  std::uint64_t address = 0;  ///< address of the first byte
  Bytes bytes;                ///< at least 1
  /// Packet whose payload it is, not yet injected if it is read; null: nobody says. Only there while it is requested.
  const PacketHeader* packet = nullptr;
};

/// Answers of a memory to a request: one to a read, two to a write.
enum class MemoryAnswer : std::uint8_t {
  kRead,     ///< the data is there
  kTaken,    ///< the data to be written has left the NIC: its buffer can be used again
  kVisible,  ///< every reader of the memory finds the data that was written
  kWritten,  ///< both
};

/// The NIC as its memory sees it.
class MemoryClient {
 public:
  virtual ~MemoryClient() = default;
  /// `answer` to the request `tag` of `engine`. Said from within `MemoryPort::answer`, or of a request from within
  /// `request`, it counts at that edge; said between two edges it counts at the next one.
  virtual void done(int engine, MemoryAnswer answer, std::uint32_t tag) = 0;
};

/// The memory as a NIC sees it: requests made at an edge, answered by `MemoryClient::done` at that edge or a later one,
/// in any order. How long an answer takes need not be known when the request is made.
///
/// A plain interface without SystemC, called by every level alike. The NIC calls `answer` at the beginning of an edge,
/// then makes its requests: all writes in the order of the engines, then all reads. Each NIC has a port of its own.
/// Reference: docs/reference/memory.md.
class MemoryPort {
 public:
  virtual ~MemoryPort() = default;
  /// To be called once, before anything else; `client` must outlive the port.
  void connect(MemoryClient& client) { client_ = &client; }

  /// A request made at edge `now`.
  virtual void request(const MemoryRequest& request, Cycles now) = 0;
  /// It knows of each request when it is going to be done, and `foresee` may be called in the place of `request`; it
  /// does not say a way. Always the same.
  [[nodiscard]] virtual bool foresees() const { return false; }
  /// As `request`, in a memory that foresees: answers the edge, later than `now`, at which it would say `kRead` or
  /// `kWritten`, and does not say it. Edges of an engine's writes never go back.
  virtual Cycles foresee(const MemoryRequest& /*request*/, Cycles /*now*/) { return Cycles::max(); }
  /// Says what is done at edge `now` or was before and is not yet said. Edges never go back.
  void answer(Cycles now) {
    if (now >= next_read_ || now >= next_other_) say(now);
  }
  /// Next edge at which `answer` has to be called, as far as is now known; Cycles::max() if none. If no engine waits
  /// for a read (`reads_awaited`), reads may be answered at any later edge.
  [[nodiscard]] Cycles next(bool reads_awaited) const {
    return reads_awaited ? std::min(next_read_, next_other_) : next_other_;
  }
  /// Listener to the packets that the engines send and take; null: this memory has no contents.
  [[nodiscard]] virtual MemoryContents* contents() { return nullptr; }
  /// Way of the access that is being answered, to be read in `MemoryClient::done`; null: this memory does not say where
  /// accesses have been. The pointer is always the same.
  [[nodiscard]] virtual const AccessWay* way() const { return nullptr; }
  /// The NIC has been reset: no request made so far is answered any more.
  virtual void forget() = 0;

 protected:
  [[nodiscard]] MemoryClient& client() const { return *client_; }
  virtual void say(Cycles now) = 0;
  // To be kept up to date: edges at which `say` has to be called.
  void next_read_at(Cycles edge) { next_read_ = edge; }    ///< to answer a read
  void next_other_at(Cycles edge) { next_other_ = edge; }  ///< to answer a write, or to go on itself

 private:
  MemoryClient* client_ = nullptr;
  Cycles next_read_ = Cycles::max();
  Cycles next_other_ = Cycles::max();
};

/// Makes the memory of a node, by number.
using MemoryFactory = std::function<std::unique_ptr<MemoryPort>(int node)>;

}  // namespace tactus
