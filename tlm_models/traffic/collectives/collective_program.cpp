#include "tlm_models/traffic/collectives/collective_program.h"

namespace tactus {

bool CollectiveProgram::emit_round() {
  while (round_ < rounds_) {
    writer_.begin_round();
    collective_.method().emit(collective_, member_, round_++, writer_);
    if (writer_.round_has_some()) return true;
  }
  return false;
}

OperationSink::Index emit_all(const Collective& collective, int member, OperationSink& sink, const Ends& begin,
                              CollectiveData* data) {
  CollectiveProgram program(collective, member, sink, begin, data);
  while (program.emit_round()) {
  }
  return program.end();
}

}  // namespace tactus
