#include "hw/nic/pacer.h"

#include "hw/nic/checked_pacer.h"

namespace tactus {

Pacer::Pacer(Coordinate position, int engine, NodeCounter counter)
    : settings_(std::make_unique<PacingConfig>()), position_(position), engine_(engine), counter_(counter) {
  make_mode();
}

void Pacer::set(const PacingConfig& settings) {
  const bool same_mode = settings.mode == settings_->mode;
  *settings_ = settings;
  if (!same_mode) make_mode();
}

void Pacer::follow(PacerDecisions* decisions) {
  followed_ = decisions;
  asked_ = decisions != nullptr ? decisions : mode_.get();
  rule_ = asked_->slot_rule();
  one_message_ = asked_->one_message();
}

void Pacer::reset() {
  *settings_ = {};
  slot_ = Cycles{};
  make_mode();
}

void Pacer::make_mode() {
  const PaceModePolicy& mode = policy(settings_->mode);
  const PacerPlace place{*settings_, position_, engine_, counter_};
  mode_ = mode.plugin.empty() ? mode.make(place) : std::make_unique<CheckedPacer>(mode, place);
  follow(followed_);
}

}  // namespace tactus
