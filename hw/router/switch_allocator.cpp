#include "hw/router/switch_allocator.h"

#include "hw/router/route_function.h"

namespace tactus {

bool asks_for_one_output(const RouterConfig& config) {
  return config.input_queue == InputQueueKind::kFifo && !policy(config.routing).adaptive;
}

SwitchAllocator::SwitchAllocator(const RouterConfig& config, RouterPorts ports, const ArbiterFactory& arbiter)
    : ports_(ports.count()),
      numbers_(config.virtual_channels),
      port_mask_((RequestMask{1} << config.virtual_channels) - 1),
      exclusive_port_(config.input_transfers == InputTransfers::kPort),
      // The packets of a FIFO leave one after the other, whatever the crossbar could take.
      exclusive_vc_(config.input_transfers == InputTransfers::kVc || config.input_queue == InputQueueKind::kFifo),
      table_(config, ports) {
  for (int port = 0; port < ports_; ++port) outputs_.emplace_back(config, ports, arbiter);
  if (policy(config.input_nomination).rank != nullptr) nomination_.emplace(config, ports);
  const RoutingPolicy& routing = policy(config.routing);
  if (routing.adaptive) {
    choice_ = std::make_unique<OutputChoice>(config, ports, routing.waits_for_best);
  }
  if (config.has_classes()) {
    classes_ = std::make_unique<ClassShares>(config, ports);
    flits_.resize(place(ports_, 0));
  }
  plain_ = !choice_ && !classes_;
}

void SwitchAllocator::reset() {
  for (OutputRequests& output : outputs_) output.reset();
  busy_inputs_ = 0;
  busy_outputs_ = closed_outputs_ = pending_outputs_ = 0;
  if (nomination_) nomination_->reset();
  if (choice_) choice_->reset();
  if (classes_) classes_->reset();
}

void SwitchAllocator::tell_request(int out_port, int requester, const SwitchRequest& request) {
  if (choice_) choice_->ask(requester, out_port, request.links);
  if (classes_) flits_[place(out_port, requester)] = request.flits;
}

void SwitchAllocator::release(const SwitchGrant& grant) {
  release_output(grant.out_port);
  release_input(grant);
}

void SwitchAllocator::release_input(const SwitchGrant& grant) {
  const int requester = numbers_.number(grant.in_port, grant.in_vc);
  release_input_quietly(requester);
  const RequestMask freed = input_side(requester);
  for (int port = 0; port < ports_; ++port) {
    if ((outputs_[static_cast<std::size_t>(port)].all() & freed) != 0) reconsider(port);
  }
}

}  // namespace tactus
