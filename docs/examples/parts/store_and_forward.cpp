// A router of one's own: it keeps a packet until the whole of it has come, and then sends it on.
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/link/packet_header.h"
#include "hw/link/wire.h"
#include "hw/node/part_policy.h"
#include "hw/router/route_function.h"

using namespace tactus;

namespace {

constexpr int kCreditInputs = 64;  // inputs in `arrivals`: flits by port, and in the next word credits by port

class StoreAndForward final : public ClockedModule, public RouterPins {
 public:
  StoreAndForward(const sc_core::sc_module_name& name, const PartSite& site)
      : ClockedModule(name, site.domain),
        RouterPins(site.config.ports()),
        config_(site.config),
        position_(site.position),
        ports_(site.config.ports()),
        vcs_(site.config.router.virtual_channels),
        routes_(make_route_function(site.config)),
        inputs_(static_cast<std::size_t>(ports_.count() * vcs_)),
        outputs_(static_cast<std::size_t>(ports_.count())) {}

 private:
  struct Packet {
    std::vector<Flit> flits;
    RouteDecision route;
    bool whole() const { return flits.back().tail; }
  };
  struct Output {
    std::vector<int> free;  // slots of the next buffer, by VC
    Packet packet;          // that is leaving
    std::size_t left = 0;   // flits of it that have left
    int from = 0, vc = 0;   // its input, and its VC behind this output
    std::size_t first = 0;  // input that is looked at first
  };

  void end_of_elaboration() override {
    for (int port = 0; port < ports_.count(); ++port) {
      wire_at<Flit>(flit_i[port]).read_by(*this, port);
      wire_at<CreditReturn>(credit_i[port]).read_by(*this, kCreditInputs + port);
    }
  }
  void reset() override {
    for (auto& input : inputs_) input.clear();
    for (int port = 0; port < ports_.count(); ++port) {
      outputs_[port] = {};
      outputs_[port].free.assign(vcs_, config_.flits_behind(port));
    }
  }

  Cycles tick(Cycles now) override {
    std::vector<CreditReturn> freed(outputs_.size());
    bool busy = false;
    for (int port = 0; port < ports_.count(); ++port) {
      if (arrives(now, kCreditInputs + port)) take_credits(port);
      busy |= send(port, now, freed);
    }
    for (int port = 0; port < ports_.count(); ++port) {
      if (freed[port] != 0) wire_at<CreditReturn>(credit_o[port]).put(now, freed[port]);
      if (arrives(now, port)) busy |= take_flit(port);
    }
    return busy ? now + Cycles{1} : kUntilWoken;
  }
  bool arrives(Cycles now, int input) const { return (arrivals(now, input / 64) >> input % 64 & 1U) != 0; }

  void take_credits(int port) {
    const CreditReturn returned = wire_at<CreditReturn>(credit_i[port]).take();
    for (int vc = 0; vc < vcs_; ++vc) outputs_[port].free[vc] += static_cast<int>(credits_of(returned, vc));
  }
  bool take_flit(int port) {
    const Flit flit = wire_at<Flit>(flit_i[port]).take();
    auto& queue = inputs_[port * vcs_ + flit.vc];
    if (flit.head) {
      const RouteHeader header = unpack_route(flit, config_.network.dimensions());
      queue.push_back({{}, routes_->route(position_, port, flit.vc, header)});
    }
    queue.back().flits.push_back(flit);
    return flit.tail;
  }

  // A flit of the packet that holds `port`, or the first of another one; false if it has nothing to send.
  bool send(int port, Cycles now, std::vector<CreditReturn>& freed) {
    Output& output = outputs_[port];
    if (output.left == output.packet.flits.size() && !choose(port)) return false;
    Flit flit = output.packet.flits[output.left++];
    flit.vc = static_cast<std::uint8_t>(output.vc);
    wire_at<Flit>(flit_o[port]).put(now, flit);
    --output.free[output.vc];
    freed[output.from / vcs_] += credits_for(output.from % vcs_, 1);
    return true;
  }
  // Inputs take turns. A packet is chosen if the next buffer has room for all of it.
  bool choose(int port) {
    Output& output = outputs_[port];
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const std::size_t from = (output.first + i) % inputs_.size();
      auto& queue = inputs_[from];
      if (queue.empty() || queue.front().route.out_port != port || !queue.front().whole()) continue;
      for (int vc = 0; vc < vcs_; ++vc) {
        const bool allowed = (queue.front().route.vc_mask >> vc & 1U) != 0;
        if (!allowed || output.free[vc] < static_cast<int>(queue.front().flits.size())) continue;
        output.packet = std::move(queue.front());
        queue.pop_front();
        output.left = 0;
        output.from = static_cast<int>(from);
        output.vc = vc;
        output.first = from + 1;
        return true;
      }
    }
    return false;
  }

  const MachineConfig& config_;
  const Coordinate position_;
  const RouterPorts ports_;
  const int vcs_;
  const std::unique_ptr<const RouteFunction> routes_;
  std::vector<std::deque<Packet>> inputs_;  // by port and VC
  std::vector<Output> outputs_;
};

std::unique_ptr<RouterPins> make(const char* name, const PartSite& site) {
  return std::make_unique<StoreAndForward>(name, site);
}
const Registered<RouterPartKind> kRegistered{
    {{"store_and_forward", "A packet leaves when the whole of it has come."}, make}};

}  // namespace
