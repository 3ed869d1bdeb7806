#include "hw/nic/pacer.h"

namespace tactus {

Pacer::Pacer(Coordinate position, int engine)
    : settings_(std::make_unique<PacingConfig>()), position_(position), engine_(engine) {
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
  revises_ = asked_->revises();
}

void Pacer::reset() {
  *settings_ = {};
  slot_ = Cycles{};
  make_mode();
}

void Pacer::make_mode() {
  mode_ = policy(settings_->mode).make({*settings_, position_, engine_});
  follow(followed_);
}

}  // namespace tactus
