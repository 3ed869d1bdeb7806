#include "tlm_models/node/copies/copy_protocol.h"

#include <algorithm>

#include "hw/common/config_faults.h"
#include "tlm_models/node/copies/advised_protocol.h"
#include "tlm_models/node/copies/protocol_choice.h"
#include "tlm_models/node/copies/pvas_rendezvous.h"
#include "tlm_models/node/copies/single_copy.h"
#include "tlm_models/node/copies/sm_eager.h"
#include "tlm_models/node/copies/sm_rendezvous.h"

namespace tactus {

namespace {

std::unique_ptr<CopyProtocol> make_one(const CopyProtocolConfig& config, const ManyCoreConfig& node) {
  switch (config.kind) {
    case CopyProtocolKind::kSmRendezvous:
      return std::make_unique<SmRendezvous>(config, node.line);
    case CopyProtocolKind::kSmEager:
      return std::make_unique<SmEager>(config, node.line);
    case CopyProtocolKind::kPvas:
      return std::make_unique<PvasRendezvous>(config, node.line);
    case CopyProtocolKind::kCma:
    case CopyProtocolKind::kKnem:
    case CopyProtocolKind::kXpmem:
    case CopyProtocolKind::kSmartmap:
      return std::make_unique<SingleCopy>(config, node.line);
    case CopyProtocolKind::kAdvised:
      return std::make_unique<AdvisedProtocol>(config, node);
  }
  return nullptr;
}

std::unique_ptr<CopyProtocol> make_of_kind(CopyProtocolConfig config, CopyProtocolKind kind,
                                           const ManyCoreConfig& node) {
  config.kind = kind;
  return make_one(config, node);
}

}  // namespace

std::unique_ptr<CopyProtocol> make_copy_protocol(const CopyProtocolConfig& config, const ManyCoreConfig& node) {
  // What is advised may be eager, and need not be.
  const Bytes eager = config.kind == CopyProtocolKind::kAdvised ? Bytes{0} : config.eager_threshold;
  if (eager == Bytes{0} && !config.contiguous_kind) return make_one(config, node);
  return std::make_unique<ProtocolChoice>(make_one(config, node),
                                          make_of_kind(config, config.contiguous_kind.value_or(config.kind), node),
                                          make_of_kind(config, CopyProtocolKind::kSmEager, node), eager);
}

std::vector<ConfigFault> validate(const CopyProtocolConfig& config) {
  ConfigFaults faults;
  faults.require(Bytes{64} <= config.buffer_size && config.buffer_size <= Bytes{std::uint64_t{1} << 30}, "buffer_size",
                 "{} B: must be 64 B to 1 GiB", config.buffer_size.count());
  faults.require(1 <= config.buffers && config.buffers <= 1024, "buffers", "{}: must be 1 to 1024", config.buffers);
  faults.require(Bytes{1} <= config.copy_width && config.copy_width <= Bytes{64}, "copy_width",
                 "{} B: must be 1 to 64 B", config.copy_width.count());
  const auto& candidates = config.candidates;
  faults.require(!candidates.empty(), "candidates", "none: there must be one at least");
  faults.require(candidates != std::vector{CopyProtocolKind::kSmEager}, "candidates",
                 "sm_eager alone: it takes nothing above the eager threshold");
  faults.require(std::find(candidates.begin(), candidates.end(), CopyProtocolKind::kAdvised) == candidates.end(),
                 "candidates", "advised: what is advised is one of the others");
  faults.require(config.page.count() > 0, "page", "must be more than 0");
  faults.require(config.description_item.count() > 0, "description_item", "must be more than 0");
  return faults.take();
}

}  // namespace tactus
