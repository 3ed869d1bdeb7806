#include "hw/router/switch_allocator.h"

namespace tactus {

SwitchAllocator::SwitchAllocator(const RouterConfig& config)
    : virtual_channels_(config.virtual_channels),
      exclusive_port_(config.input_transfers == InputTransfers::kPort),
      // The packets of a FIFO leave one after the other, whatever the crossbar could take.
      exclusive_vc_(config.input_transfers == InputTransfers::kVc || config.input_queue == InputQueueKind::kFifo) {
  for (Output& output : outputs_) {
    output.arbiter = make_arbiter(config.arbiter, kRouterPorts * virtual_channels_, kTorusPorts * virtual_channels_);
  }
}

void SwitchAllocator::reset() {
  for (Output& output : outputs_) {
    output.requests = 0;
    output.arbiter->reset();
  }
  busy_inputs_ = 0;
  busy_outputs_ = pending_outputs_ = 0;
}

void SwitchAllocator::set_request(int out_port, int requester, const SwitchRequest& request) {
  Output& output = outputs_[static_cast<std::size_t>(out_port)];
  output.requests |= RequestMask{1} << requester;
  output.wants[static_cast<std::size_t>(requester)] = request;
  output.inject_cycles[static_cast<std::size_t>(requester)] = request.inject_cycle;
  pending_outputs_ |= 1U << out_port;
}

RequestMask SwitchAllocator::input_side(int requester) const {
  if (exclusive_port_) {
    const RequestMask port = (RequestMask{1} << virtual_channels_) - 1;
    return port << (requester / virtual_channels_ * virtual_channels_);
  }
  return exclusive_vc_ ? RequestMask{1} << requester : 0;
}

bool SwitchAllocator::try_grant(int out_port, OutputCredits& credits, SwitchGrant& grant) {
  Output& output = outputs_[static_cast<std::size_t>(out_port)];
  RequestMask candidates = 0;
  for (RequestMask rest = output.requests & ~busy_inputs_; rest != 0; rest &= rest - 1) {
    const int requester = __builtin_ctzll(rest);
    const SwitchRequest& want = output.wants[static_cast<std::size_t>(requester)];
    if (credits.find_room(out_port, want.vc_mask, want.credits) >= 0) candidates |= rest & (~rest + 1);
  }
  if (candidates == 0) {
    pending_outputs_ &= ~(1U << out_port);
    return false;
  }
  const int winner = output.arbiter->pick(candidates, output.inject_cycles.data());
  const SwitchRequest& want = output.wants[static_cast<std::size_t>(winner)];
  grant.in_port = winner / virtual_channels_;
  grant.in_vc = winner % virtual_channels_;
  grant.out_port = out_port;
  grant.out_vc = credits.find_room(out_port, want.vc_mask, want.credits);
  credits.take(out_port, grant.out_vc, want.credits);
  output.requests &= ~(RequestMask{1} << winner);
  busy_inputs_ |= input_side(winner);
  busy_outputs_ |= 1U << out_port;
  return true;
}

void SwitchAllocator::release(const SwitchGrant& grant) {
  const RequestMask freed = input_side(grant.in_port * virtual_channels_ + grant.in_vc);
  busy_inputs_ &= ~freed;
  busy_outputs_ &= ~(1U << grant.out_port);
  reconsider(grant.out_port);
  for (int port = 0; port < kRouterPorts; ++port) {
    if ((outputs_[static_cast<std::size_t>(port)].requests & freed) != 0) reconsider(port);
  }
}

}  // namespace tactus
