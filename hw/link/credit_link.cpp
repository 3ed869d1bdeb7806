#include "hw/link/credit_link.h"

namespace tactus {

CreditLink::CreditLink(const sc_core::sc_module_name& name, Picoseconds period, Cycles delay)
    : ClockedModule(name, period),
      flit_i("flit_i"),
      flit_o("flit_o"),
      credit_i("credit_i"),
      credit_o("credit_o"),
      stages_(delay.count()) {
  sc_assert(delay.count() >= 1);
}

void CreditLink::end_of_elaboration() {
  flit_in_ = &flit_i->read();
  credit_in_ = &credit_i->read();
  wake_on(flit_i->value_changed_event());
  wake_on(credit_i->value_changed_event());
}

void CreditLink::reset() {
  stages_.assign(stages_.size(), Stage{});
  flits_in_flight_ = credits_in_flight_ = 0;
  driving_flit_ = driving_credit_ = false;
  flit_o->write(Flit{});
  credit_o->write(0);
}

Cycles CreditLink::tick(Cycles now) {
  Stage& entering = stages_[position_];
  entering.flit = *flit_in_;
  entering.credits = *credit_in_;
  flits_in_flight_ += entering.flit.valid ? 1 : 0;
  credits_in_flight_ += entering.credits != 0 ? 1 : 0;

  if (++position_ == stages_.size()) position_ = 0;
  Stage& leaving = stages_[position_];
  if (leaving.flit.valid || driving_flit_) {
    flit_o->write(leaving.flit);
    driving_flit_ = leaving.flit.valid;
    flits_in_flight_ -= leaving.flit.valid ? 1 : 0;
  }
  if (leaving.credits != 0 || driving_credit_) {
    credit_o->write(leaving.credits);
    driving_credit_ = leaving.credits != 0;
    credits_in_flight_ -= leaving.credits != 0 ? 1 : 0;
  }
  const bool idle = flits_in_flight_ == 0 && credits_in_flight_ == 0 && !driving_flit_ && !driving_credit_;
  // Idle, all stages are empty: a stage is filled anew at the edge after it was put on the wire.
  return idle ? kUntilWoken : now + Cycles{1};
}

unsigned CreditLink::credits_in_flight(int vc) const {
  if (credits_in_flight_ == 0 && !driving_credit_) return 0;
  unsigned sum = 0;
  // The stage at `position_` has already been put on the wire and counts for its reader from the next edge on.
  for (const Stage& stage : stages_) sum += credits_of(stage.credits, vc);
  return sum;
}

}  // namespace tactus
