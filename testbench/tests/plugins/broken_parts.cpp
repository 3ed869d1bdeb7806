// Parts that break their contracts, each in the way that its key says.
#include <deque>
#include <memory>
#include <stdexcept>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/link/wire.h"
#include "hw/memory/memory.h"
#include "hw/nic/nic_module.h"
#include "hw/node/part_policy.h"

namespace {
using namespace tactus;

enum Fault {
  kNone,
  kFlitLost,
  kFlitTwice,
  kFlitChanged,
  kNoSuchVc,
  kNoCredit,
  kCreditsTwice,
  kOrder,
  kPacketTwice,
  kPacketLost,
  kNotRead,
  kThrows,
  kNull,
  kFewPorts
};

const NumberKey kRouterFault{"router_fault", 0, "Fault of broken_router.", 0, kFewPorts};
const NumberKey kNicFault{"nic_fault", 0, "Fault of broken_nic.", 0, kFewPorts};
const NumberKey kMemoryFault{"memory_fault", 0, "Fault of broken_memory.", 0, 6};

/// A stage of wires behind the outputs of a router or a NIC of ours, where things go wrong.
class BrokenOutputs {
 public:
  BrokenOutputs(int fault, std::size_t ports, bool of_nic)
      : fault_(fault), renumbers_(of_nic && fault != kOrder), out_(ports), first_(ports), packet_(ports) {}

  template <class Pins>
  void wrap(Pins& inner, Pins& outer, ClockDomain& domain) {
    for (std::size_t port = 0; port < out_.size(); ++port) {
      flits_.push_back(std::make_unique<Wire<Flit>>(sc_core::sc_gen_unique_name("flit"), domain));
      credits_.push_back(std::make_unique<Wire<CreditReturn>>(sc_core::sc_gen_unique_name("credit"), domain));
      given_.push_back(std::make_unique<Wire<CreditReturn>>(sc_core::sc_gen_unique_name("given"), domain));
      inner.flit_i[port](outer.flit_i[port]);
      inner.flit_o[port](*flits_[port]);
      inner.credit_o[port](*credits_[port]);
      inner.credit_i[port](*given_[port]);
    }
  }
  template <class Pins>
  void connect(Pins& outer, ClockedModule& reader) {
    for (std::size_t port = 0; port < out_.size(); ++port) {
      const int bit = static_cast<int>(port);
      flits_[port]->read_by(reader, bit);
      credits_[port]->read_by(reader, static_cast<int>(out_.size()) + bit);
      if (fault_ != kNotRead)
        wire_at<CreditReturn>(outer.credit_i[port]).read_by(reader, 2 * static_cast<int>(out_.size()) + bit);
    }
  }
  template <class Pins>
  bool tick(Cycles now, std::uint64_t arrivals, Pins& outer) {
    const auto arrives = [&](std::size_t bit) { return (arrivals >> bit & 1U) != 0; };
    bool busy = false;
    for (std::size_t port = 0; port < out_.size(); ++port) {
      if (arrives(port)) take(port, flits_[port]->take());
      if (arrives(2 * out_.size() + port)) {
        const CreditReturn given = wire_at<CreditReturn>(outer.credit_i[port]).take();
        if (fault_ != kNoCredit) given_[port]->put(now, given);
      }
      if (arrives(out_.size() + port)) {
        const CreditReturn returned = credits_[port]->take();
        // With packets in another order flits leave later than the inner router thinks.
        if (fault_ != kOrder) {
          wire_at<CreditReturn>(outer.credit_o[port]).put(now, fault_ == kCreditsTwice ? 2 * returned : returned);
        }
      }
      if (out_[port].empty()) continue;
      Flit flit = out_[port].front();
      out_[port].pop_front();
      if (fault_ == kNoSuchVc) flit.vc = 7;
      if (renumbers_ && flit.head) flit.data_hi = (flit.data_hi & 0xFFFF'FFFFU) | now.count() << 32U;  // inject_cycle
      if (fault_ == kNoCredit) given_[port]->put(now, credits_for(flit.vc, 1));
      wire_at<Flit>(outer.flit_o[port]).put(now, flit);
      busy |= !out_[port].empty();
    }
    return busy;
  }

 private:
  void append(std::size_t port, const std::vector<Flit>& flits) {
    out_[port].insert(out_[port].end(), flits.begin(), flits.end());
  }
  void take(std::size_t port, Flit flit) {
    ++seen_;
    packet_[port].push_back(flit);
    const std::vector<Flit> packet = packet_[port];
    if (flit.tail) packet_[port].clear();
    if (fault_ == kOrder) {
      if (!flit.tail) return;
      if (first_[port].empty()) {
        first_[port] = packet;
      } else {
        append(port, packet);
        append(port, std::exchange(first_[port], {}));
      }
      return;
    }
    if (fault_ == kPacketLost || (fault_ == kFlitLost && seen_ == 20)) return;
    if (fault_ == kFlitChanged && seen_ == 20) flit.data_hi ^= 1U;
    out_[port].push_back(flit);
    if (fault_ == kFlitTwice && seen_ == 20) out_[port].push_back(flit);
    if (fault_ == kPacketTwice && flit.tail) append(port, packet);
  }

  const int fault_;
  const bool renumbers_;  ///< heads leave in the cycle that they say
  std::vector<std::unique_ptr<Wire<Flit>>> flits_;
  std::vector<std::unique_ptr<Wire<CreditReturn>>> credits_;
  std::vector<std::unique_ptr<Wire<CreditReturn>>> given_;
  std::vector<std::deque<Flit>> out_;
  std::vector<std::vector<Flit>> first_, packet_;
  int seen_ = 0;
};

class BrokenRouter final : public ClockedModule, public RouterPins {
 public:
  BrokenRouter(const sc_core::sc_module_name& name, const PartSite& site, int fault)
      : ClockedModule(name, site.domain),
        RouterPins(site.config.ports()),
        inner_(cycle_level_parts().router("inner", site)),
        outputs_(fault, flit_o.size(), false) {
    outputs_.wrap<RouterPins>(*inner_, *this, site.domain);
  }

 private:
  void end_of_elaboration() override { outputs_.connect<RouterPins>(*this, *this); }
  void reset() override {}
  Cycles tick(Cycles now) override {
    return outputs_.tick<RouterPins>(now, arrivals(now), *this) ? now + Cycles{1} : kUntilWoken;
  }

  std::unique_ptr<RouterModule> inner_;
  BrokenOutputs outputs_;
};

struct FewPorts final : sc_core::sc_module, RouterPins {
  explicit FewPorts(const sc_core::sc_module_name& name) : sc_module(name), RouterPins(RouterPorts(1, 1)) {}
};

std::unique_ptr<RouterPins> make_router(const char* name, const PartSite& site) {
  const int fault = static_cast<int>(kRouterFault.of(site));
  if (fault == kThrows) throw std::runtime_error("no router today");
  if (fault == kNull) return nullptr;
  if (fault == kFewPorts) return std::make_unique<FewPorts>(name);
  return std::make_unique<BrokenRouter>(name, site, fault);
}
const Registered<RouterPartKind> kRouter{
    {{"broken_router", "Our router with a fault behind its outputs."}, make_router, {kRouterFault}}};

class BrokenNic final : public ClockedModule, public NicModule {
 public:
  BrokenNic(const sc_core::sc_module_name& name, const PartSite& site, MemoryPort& memory, int fault)
      : ClockedModule(name, site.domain),
        NicModule(static_cast<std::size_t>(site.config.nics())),
        inner_(cycle_level_parts().nic("inner", site, memory)),
        outputs_(fault, flit_o.size(), true) {
    outputs_.wrap<NicPins>(*inner_, *this, site.domain);
    inner_->irq_o(irq_o);
  }
  tlm::tlm_target_socket<32>& register_socket() override { return inner_->register_socket(); }
  void see(const RouterRoom& room) override { inner_->see(room); }
  void observe(PacketObserver* observer) override { inner_->observe(observer); }
  std::uint64_t counter(std::uint64_t offset) const override { return inner_->counter(offset); }
  std::uint64_t flits_sent() const override { return 0; }
  std::uint64_t flits_received() const override { return 0; }
  std::uint64_t flits_in_receive_buffer() const override { return 0; }
  bool something_due() const override { return inner_->something_due(); }
  bool writes_pending() const override { return inner_->writes_pending(); }
  bool control_pending() const override { return inner_->control_pending(); }
  void add_probes(ProbeList& probes, const std::string& scope) const override { inner_->add_probes(probes, scope); }
  std::vector<std::string> final_faults() const override { return inner_->final_faults(); }

 private:
  void end_of_elaboration() override { outputs_.connect<NicPins>(*this, *this); }
  void reset() override {}
  Cycles tick(Cycles now) override {
    return outputs_.tick<NicPins>(now, arrivals(now), *this) ? now + Cycles{1} : kUntilWoken;
  }

  std::unique_ptr<NicModule> inner_;
  BrokenOutputs outputs_;
};

std::unique_ptr<NicModule> make_nic(const char* name, const PartSite& site, MemoryPort& memory) {
  const int fault = static_cast<int>(kNicFault.of(site));
  if (fault == kNull) return nullptr;
  return std::make_unique<BrokenNic>(name, site, memory, fault);
}
const Registered<NicPartKind> kNic{{{"broken_nic", "Our NIC with a fault behind its outputs."}, make_nic, {kNicFault}}};

/// Our memory, in front of which something is wrong.
class BrokenMemory final : public MemoryPort, private MemoryClient {
 public:
  BrokenMemory(const MemorySite& site, int fault) : inner_(site.config), fault_(fault) { inner_.connect(*this); }
  void request(const MemoryRequest& request, Cycles now) override {
    if (fault_ == 5) throw std::runtime_error("full");
    inner_.request(request, now);
    look_ahead();
  }
  void forget() override { inner_.forget(); }

 private:
  void say(Cycles now) override {
    inner_.answer(now);
    look_ahead();
  }
  void look_ahead() {
    if (fault_ == 4) return;  // and never goes on
    next_read_at(inner_.next(true));
    next_other_at(inner_.next(false));
  }
  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override {
    if (answer == MemoryAnswer::kWritten && fault_ == 2) return client().done(engine, MemoryAnswer::kVisible, tag);
    if (answer == MemoryAnswer::kWritten && fault_ == 6) client().done(engine, MemoryAnswer::kTaken, tag);
    client().done(fault_ == 3 ? 8 : engine, answer, tag);
    if (fault_ == 1) client().done(engine, answer, tag);
  }

  Memory inner_;
  const int fault_;
};

std::unique_ptr<MemoryPort> make_memory(const char* /*name*/, const MemorySite& site) {
  return std::make_unique<BrokenMemory>(site, static_cast<int>(kMemoryFault.of(site)));
}
const Registered<MemoryPartKind> kMemory{{{"broken_memory", "Our memory with a fault."}, make_memory, {kMemoryFault}}};

}  // namespace
