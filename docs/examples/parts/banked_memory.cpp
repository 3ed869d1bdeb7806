// A memory of banks: an access occupies the bank of its address, and now and then all banks are refreshed.
#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "hw/node/part_policy.h"

using namespace tactus;

namespace {

const NumberKey kBusy{"bank_cycles", 8, "Cycles for which a request occupies its bank in banked_memory.", 1, 1000};
const NumberKey kBetween{"refresh_every", 1950, "Cycles from one refresh of banked_memory to the next.", 100, 1e9};
const NumberKey kRefresh{"refresh_cycles", 65, "Cycles of a refresh of banked_memory.", 0, 99};

class BankedMemory final : public MemoryPort {
 public:
  explicit BankedMemory(const MemorySite& site)
      : busy_(cycles(kBusy.of(site))), every_(cycles(kBetween.of(site))), refresh_(cycles(kRefresh.of(site))) {}

  void request(const MemoryRequest& request, Cycles now) override {
    constexpr std::uint64_t kPage = 2048;  // bytes next to each other in a bank
    Cycles& bank = free_[request.address / kPage % free_.size()];
    bank = std::max(bank, now) + busy_;
    // Nothing ends within a refresh.
    const std::uint64_t into = bank.count() % every_.count();
    if (into < refresh_.count()) bank += refresh_ - Cycles{into};
    pending_.emplace(bank, request);
    next_other_at(pending_.begin()->first);
  }
  void forget() override {
    pending_.clear();
    free_ = {};
    next_other_at(Cycles::max());
  }

 private:
  void say(Cycles now) override {
    while (!pending_.empty() && pending_.begin()->first <= now) {
      const MemoryRequest done = pending_.begin()->second;
      pending_.erase(pending_.begin());
      const bool read = done.kind == MemoryRequest::Kind::kRead;
      client().done(done.engine, read ? MemoryAnswer::kRead : MemoryAnswer::kWritten, done.tag);
    }
    next_other_at(pending_.empty() ? Cycles::max() : pending_.begin()->first);
  }
  static Cycles cycles(double number) { return Cycles{static_cast<std::uint64_t>(number)}; }

  const Cycles busy_;
  const Cycles every_;
  const Cycles refresh_;
  std::array<Cycles, 8> free_{};                  // by bank: the cycle from which on it is free
  std::multimap<Cycles, MemoryRequest> pending_;  // by the cycle in which each is done
};

std::unique_ptr<MemoryPort> make(const char* /*name*/, const MemorySite& site) {
  return std::make_unique<BankedMemory>(site);
}
const Registered<MemoryPartKind> kRegistered{
    {{"banked_memory", "Eight banks that are refreshed together."}, make, {kBusy, kBetween, kRefresh}}};

}  // namespace
