#pragma once

#include "tlm_models/node/copies/layout.h"
#include "tlm_models/node/copies/transfer_config.h"

namespace tactus {

/// The layouts of messages of one kind. Processes have one description of each datatype, whichever messages use it.
struct MessageShape {
  /// `config` is valid. `which` tells the kinds of a program apart, from 0 on.
  MessageShape(int which, const TransferConfig& config)
      : number(which),
        send(config.send.datatype, config.send.elements),
        receive(config.receive.datatype, config.receive.elements),
        packed(contiguous_type(send.size(), basic_type(BasicType::kByte))) {}

  int number;
  Layout send;
  Layout receive;
  Layout packed;  ///< as many bytes in a row
};

}  // namespace tactus
