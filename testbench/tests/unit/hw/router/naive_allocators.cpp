#include "testbench/tests/unit/hw/router/naive_allocators.h"

#include <algorithm>
#include <tuple>

#include "hw/router/nomination_policy.h"

namespace tactus {

NaiveAllocator::NaiveAllocator(const RouterConfig& config, RouterPorts ports, int capacity)
    : config_(config),
      ports_(ports.count()),
      vcs_(config.virtual_channels),
      credits_(static_cast<std::size_t>(ports_ * config.virtual_channels), capacity) {
  for (int port = 0; port < ports_; ++port) {
    arbiters_.push_back(make_arbiter(config.arbiter, ports_ * vcs_, ports.directions() * vcs_));
  }
}

bool NaiveAllocator::has_request(int requester) const {
  return std::any_of(requests_.begin(), requests_.end(), [&](const auto& r) { return r.requester == requester; });
}

bool NaiveAllocator::has_request(int out_port, int requester) const {
  return std::any_of(requests_.begin(), requests_.end(),
                     [&](const auto& r) { return r.out_port == out_port && r.requester == requester; });
}

std::vector<SwitchGrant> NaiveSwitchAllocator::allocate(std::uint64_t now) {
  std::vector<SwitchGrant> grants;
  const bool nominate = config_.input_nomination != "any";
  const std::set<std::pair<int, int>> nominated = nominate ? nominations() : std::set<std::pair<int, int>>{};
  for (int i = 0; i < ports_; ++i) {
    const int out_port = (static_cast<int>(now % static_cast<std::uint64_t>(ports_)) + i) % ports_;
    SwitchGrant grant;
    if (!output_free(out_port)) continue;
    const auto may_go = [&](int requester) {
      return input_free(requester) && (!nominate || nominated.count({out_port, requester}) != 0);
    };
    if (!choose(
            out_port, may_go, [](int) { return true; }, grant))
      continue;
    under_way_.push_back(grant);
    grants.push_back(grant);
  }
  return grants;
}

/// The written rule of `oldest`; of others what they register.
std::uint32_t NaiveSwitchAllocator::rank(const NaiveRequest& r) const {
  if (config_.input_nomination == "oldest") return r.want.routed;
  return policy(config_.input_nomination)
      .rank({r.want.routed, r.want.flits, r.want.vc_mask, r.out_port, r.requester % vcs_});
}

std::set<std::pair<int, int>> NaiveSwitchAllocator::nominations() {
  std::set<std::pair<int, int>> nominated;
  for (int port = 0; port < ports_; ++port) {
    std::vector<NaiveRequest> offers;
    for (const NaiveRequest& r : requests_) {
      const bool has_credits = find_vc(r, [](int) { return true; }) >= 0;
      if (r.requester / vcs_ == port && input_free(r.requester) && has_credits) offers.push_back(r);
    }
    if (offers.empty()) continue;
    const NaiveRequest& first = *std::min_element(offers.begin(), offers.end(), [&](const auto& a, const auto& b) {
      const auto later = static_cast<std::int32_t>(rank(a) - rank(b));
      return std::tuple(later, a.out_port, a.requester) < std::tuple(0, b.out_port, b.requester);
    });
    nominated.insert({first.out_port, first.requester});
  }
  return nominated;
}

bool NaiveSwitchAllocator::output_free(int out_port) const {
  return std::none_of(under_way_.begin(), under_way_.end(), [&](const auto& g) { return g.out_port == out_port; });
}

bool NaiveSwitchAllocator::input_free(int requester) const {
  const bool fifo = config_.input_queue == InputQueueKind::kFifo;
  return std::none_of(under_way_.begin(), under_way_.end(), [&](const SwitchGrant& g) {
    const bool same_port = g.in_port == requester / vcs_;
    const bool same_vc = same_port && g.in_vc == requester % vcs_;
    if (config_.input_transfers == InputTransfers::kPort) return same_port;
    if (config_.input_transfers == InputTransfers::kVc) return same_vc;
    return fifo && same_vc;
  });
}

void NaiveSwitchAllocator::release(const SwitchGrant& grant) {
  under_way_.erase(
      std::find_if(under_way_.begin(), under_way_.end(), [&](const auto& g) { return g.out_port == grant.out_port; }));
}

std::vector<SwitchGrant> NaiveVcAllocator::allocate() {
  std::vector<SwitchGrant> grants;
  for (int out_port = 0; out_port < ports_; ++out_port) {
    SwitchGrant grant;
    const auto vc_free = [&](int vc) { return !owned(out_port, vc); };
    if (!choose(
            out_port, [](int) { return true; }, vc_free, grant))
      continue;
    owners_.push_back(grant);
    grants.push_back(grant);
  }
  return grants;
}

bool NaiveVcAllocator::owned(int out_port, int vc) const {
  return std::any_of(owners_.begin(), owners_.end(),
                     [&](const auto& g) { return g.out_port == out_port && g.out_vc == vc; });
}

void NaiveVcAllocator::release(int out_port, int vc) {
  owners_.erase(std::find_if(owners_.begin(), owners_.end(),
                             [&](const auto& g) { return g.out_port == out_port && g.out_vc == vc; }));
}

}  // namespace tactus
