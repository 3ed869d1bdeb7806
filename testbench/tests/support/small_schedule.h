#pragma once

#include <memory>

#include "tlm_models/traffic/schedule.h"

namespace tactus {

/// A message of rank 0 for rank 1, for whoever needs a schedule.
inline std::shared_ptr<const Schedule> small_schedule(int nics = 4) {
  auto schedule = std::make_shared<Schedule>();
  Operation message;
  message.amount = 1000;
  message.peer = 1;
  message.kind = OperationKind::kSend;
  schedule->add(0, message);
  message.peer = 0;
  message.kind = OperationKind::kReceive;
  schedule->add(1, message);
  schedule->match(nics, 1);
  return schedule;
}

}  // namespace tactus
