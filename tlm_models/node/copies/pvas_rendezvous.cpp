#include "tlm_models/node/copies/pvas_rendezvous.h"

#include "tlm_models/node/copies/copy_stream.h"
#include "tlm_models/node/copies/plan_builder.h"

namespace tactus {
namespace {

/// The packed byte up to which half of the message's pieces are copied. An odd piece is cut in its middle, so that
/// pieces of one length are split as bytes are.
std::int64_t half_of_pieces(const Layout& send, const Layout& receive) {
  std::int64_t pieces = 0;
  for (CopyStream stream(send, receive); stream.next().length > 0;) ++pieces;
  CopyStream stream(send, receive);
  std::int64_t bytes = 0;
  for (std::int64_t i = 0; i < pieces / 2; ++i) bytes += stream.next().length;
  return pieces % 2 == 0 ? bytes : bytes + stream.next().length / 2;
}

std::int64_t half_of(const CopyMessage& message, CopySplit split) {
  if (split == CopySplit::kPieces) return half_of_pieces(*message.send.layout, *message.receive.layout);
  return message.send.layout->size() / 2;
}

}  // namespace

CopyPlan PvasRendezvous::plan(const CopyMessage& message) const {
  using Side = PlanBuilder::Side;
  PlanBuilder plan(message, config_, line_);
  plan.rendezvous();
  const std::int64_t size = message.send.layout->size();
  const std::int64_t half = half_of(message, config_.split);
  const FlagId first_done = plan.new_flag();
  const FlagId second_done = plan.new_flag();
  for (const PlacedLayout* layout : {&message.send, &message.receive}) {
    plan.read_description(Side::kReceiver, *layout, half);
    plan.read_description(Side::kSender, *layout, size);
  }
  plan.copy(Side::kReceiver, message.send, message.receive, 0, half);
  plan.post(Side::kReceiver, first_done);
  plan.copy(Side::kSender, message.send, message.receive, half, size);
  plan.post(Side::kSender, second_done);
  plan.wait(Side::kSender, first_done);
  plan.wait(Side::kReceiver, second_done);
  return plan.take();
}

}  // namespace tactus
