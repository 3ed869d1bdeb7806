#include "tlm_models/node/copies/advised_protocol.h"

namespace tactus {

CopyPlan AdvisedProtocol::plan(const CopyMessage& message) const {
  const Kind kind{message.send.layout, message.receive.layout, message.send.buffer % line_,
                  message.receive.buffer % line_};
  auto given = given_.find(kind);
  if (given == given_.end()) given = given_.emplace(kind, advisor_.advise(message)).first;
  return advisor_.plan(message, given->second);
}

}  // namespace tactus
