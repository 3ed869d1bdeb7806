#include "tlm_models/node/rdma/rail_limit_words.h"

#include "hw/node/limit_words.h"

namespace tactus {

RailLimitWords::RailLimitWords(const RailWay& way) {
  using Stage = RailSampler::Stage;
  const auto add = [&](const RailSampler::Limit& limit) {
    values_[limit] = names_.size();
    limits_.push_back(limit);
    names_.push_back(RailSampler::name_of(way, limit));
  };
  const auto add_node = [&](Stage stage, const NumaNode& node) {
    const LimitWords words(node);
    for (const LimitingResource& resource : words.resources()) {
      if (resource.limit != NodeLimit::kNothing) add({stage, resource.limit, resource.part});
    }
  };
  add({Stage::kProtocol, NodeLimit::kNothing, 0});
  add_node(Stage::kReceiver, *way.receiver);
  add({Stage::kPacketWork, NodeLimit::kNothing, 0});
  add({Stage::kCable, NodeLimit::kNothing, 0});
  add_node(Stage::kSender, *way.sender);
}

}  // namespace tactus
