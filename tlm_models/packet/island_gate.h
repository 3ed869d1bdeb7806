#pragma once

#include <systemc>

#include <functional>
#include <utility>

#include "hw/common/clocked_module.h"

namespace tactus {

/// Lets the packet level go on from edges of an island's clock domain. To be made last in the domain: by then the
/// borders have told what they sampled at the same edge.
class IslandGate : public ClockedModule {
 public:
  /// Called at an edge; answers the next edge at which to call it, `Cycles::max()` for none until `open` is called.
  using Advance = std::function<Cycles(Cycles now)>;

  IslandGate(const sc_core::sc_module_name& name, ClockDomain& domain, Advance advance)
      : ClockedModule(name, domain), advance_(std::move(advance)) {}

  /// The packet level has something to do at the next edge.
  void open() { wake(); }

 private:
  Cycles tick(Cycles now) override { return advance_(now); }
  void reset() override {}

  const Advance advance_;
};

}  // namespace tactus
