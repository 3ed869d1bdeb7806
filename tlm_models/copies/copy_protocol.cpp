#include "tlm_models/copies/copy_protocol.h"

#include "hw/common/config_faults.h"
#include "tlm_models/copies/protocol_choice.h"
#include "tlm_models/copies/pvas_rendezvous.h"
#include "tlm_models/copies/single_copy.h"
#include "tlm_models/copies/sm_eager.h"
#include "tlm_models/copies/sm_rendezvous.h"

namespace tactus {

namespace {

std::unique_ptr<CopyProtocol> make_one(const CopyProtocolConfig& config, Bytes line) {
  switch (config.kind) {
    case CopyProtocolKind::kSmRendezvous:
      return std::make_unique<SmRendezvous>(config, line);
    case CopyProtocolKind::kSmEager:
      return std::make_unique<SmEager>(config, line);
    case CopyProtocolKind::kPvas:
      return std::make_unique<PvasRendezvous>(config, line);
    case CopyProtocolKind::kCma:
    case CopyProtocolKind::kKnem:
    case CopyProtocolKind::kXpmem:
    case CopyProtocolKind::kSmartmap:
      return std::make_unique<SingleCopy>(config, line);
  }
  return nullptr;
}

std::unique_ptr<CopyProtocol> make_of_kind(CopyProtocolConfig config, CopyProtocolKind kind, Bytes line) {
  config.kind = kind;
  return make_one(config, line);
}

}  // namespace

std::unique_ptr<CopyProtocol> make_copy_protocol(const CopyProtocolConfig& config, Bytes line) {
  if (config.eager_threshold == Bytes{0} && !config.contiguous_kind) return make_one(config, line);
  return std::make_unique<ProtocolChoice>(
      make_one(config, line), make_of_kind(config, config.contiguous_kind.value_or(config.kind), line),
      make_of_kind(config, CopyProtocolKind::kSmEager, line), config.eager_threshold);
}

std::vector<ConfigFault> validate(const CopyProtocolConfig& config) {
  ConfigFaults faults;
  faults.require(Bytes{64} <= config.buffer_size && config.buffer_size <= Bytes{std::uint64_t{1} << 30}, "buffer_size",
                 "{} B: must be 64 B to 1 GiB", config.buffer_size.count());
  faults.require(1 <= config.buffers && config.buffers <= 1024, "buffers", "{}: must be 1 to 1024", config.buffers);
  faults.require(Bytes{1} <= config.copy_width && config.copy_width <= Bytes{64}, "copy_width",
                 "{} B: must be 1 to 64 B", config.copy_width.count());
  faults.require(config.page.count() > 0, "page", "must be more than 0");
  faults.require(config.description_item.count() > 0, "description_item", "must be more than 0");
  return faults.take();
}

}  // namespace tactus
