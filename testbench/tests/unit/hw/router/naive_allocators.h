#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/arbiter.h"
#include "hw/router/switch_allocator.h"

namespace tactus {

/// A request as the naive allocators remember it.
struct NaiveRequest {
  int out_port;
  int requester;
  SwitchRequest want;
};

/// Credits, requests and arbiters of one router: what both naive allocators start from. The arbiters are the real ones,
/// which have tests of their own; everything else is looked up anew at every edge.
class NaiveAllocator {
 public:
  NaiveAllocator(const RouterConfig& config, RouterPorts ports, int capacity);

  void set_request(const NaiveRequest& request) { requests_.push_back(request); }
  void give(int port, int vc, int flits) { credits(port, vc) += flits; }
  [[nodiscard]] int& credits(int port, int vc) { return credits_[static_cast<std::size_t>(port * vcs_ + vc)]; }
  [[nodiscard]] bool has_request(int requester) const;
  [[nodiscard]] bool has_request(int out_port, int requester) const;

 protected:
  /// The lowest VC that `request` and `vc_free` permit with the credits that it asks for, or -1.
  template <class VcFree>
  int find_vc(const NaiveRequest& request, VcFree vc_free) {
    for (int vc = 0; vc < vcs_; ++vc) {
      const bool permitted = (request.want.vc_mask >> vc & 1) != 0;
      if (permitted && vc_free(vc) && credits(request.out_port, vc) >= request.want.credits_on(vc)) return vc;
    }
    return -1;
  }

  /// Lets the arbiter of `out_port` choose among the requests there that `may_go` lets through; takes the request and
  /// the credits on the lowest VC that `vc_free` permits. False if there is nobody.
  template <class MayGo, class VcFree>
  bool choose(int out_port, MayGo may_go, VcFree vc_free, SwitchGrant& grant) {
    RequestMask candidates = 0;
    std::array<std::uint32_t, kMaxRequesters> ages{};
    for (const NaiveRequest& r : requests_) {
      if (r.out_port != out_port || !may_go(r.requester) || find_vc(r, vc_free) < 0) continue;
      candidates |= RequestMask{1} << r.requester;
      ages[static_cast<std::size_t>(r.requester)] = r.want.age;
    }
    if (candidates == 0) return false;
    const int winner = arbiters_[static_cast<std::size_t>(out_port)]->pick(candidates, ages.data());
    for (auto it = requests_.begin(); it != requests_.end(); ++it) {
      if (it->out_port != out_port || it->requester != winner) continue;
      grant = {winner / vcs_, winner % vcs_, out_port, find_vc(*it, vc_free)};
      credits(out_port, grant.out_vc) -= it->want.credits;
      requests_.erase(it);
      return true;
    }
    return false;
  }

  RouterConfig config_;
  int ports_;
  int vcs_;
  std::vector<NaiveRequest> requests_;

 private:
  std::vector<int> credits_;
  std::vector<std::unique_ptr<Arbiter>> arbiters_;
};

/// Switch allocation as docs/timing.md says it: every output looks at every request at every edge.
class NaiveSwitchAllocator : public NaiveAllocator {
 public:
  using NaiveAllocator::NaiveAllocator;
  std::vector<SwitchGrant> allocate(std::uint64_t now);
  void release(const SwitchGrant& grant);

 private:
  [[nodiscard]] bool output_free(int out_port) const;
  [[nodiscard]] bool input_free(int requester) const;
  [[nodiscard]] std::uint32_t rank(const NaiveRequest& r) const;
  /// Output and requester of what each input port nominates.
  std::set<std::pair<int, int>> nominations();

  std::vector<SwitchGrant> under_way_;
};

/// VC allocation as docs/timing.md says it.
class NaiveVcAllocator : public NaiveAllocator {
 public:
  using NaiveAllocator::NaiveAllocator;
  std::vector<SwitchGrant> allocate();
  void release(int out_port, int vc);

 private:
  [[nodiscard]] bool owned(int out_port, int vc) const;

  std::vector<SwitchGrant> owners_;
};

}  // namespace tactus
