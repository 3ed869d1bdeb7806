// Our router behind an input stage of one's own: every flit is a cycle, or more, later in its buffer.
#include <systemc>

#include "hw/common/clocked_module.h"
#include "hw/link/wire.h"
#include "hw/node/part_policy.h"

using namespace tactus;

namespace {

const NumberKey kStages{"stages", 1, "Registers in front of each input buffer of slow_router.", 1, 16};

/// Takes the flits of all ports from their wires and puts each on a wire of its own, which the inner router reads.
class SlowRouter final : public ClockedModule, public RouterPins {
 public:
  SlowRouter(const sc_core::sc_module_name& name, const PartSite& site)
      : ClockedModule(name, site.domain),
        RouterPins(site.config.ports()),
        inner_(cycle_level_parts().router("inner", site)) {
    const auto stages = static_cast<std::uint64_t>(kStages.of(site));
    for (std::size_t port = 0; port < flit_i.size(); ++port) {
      stages_.push_back(
          std::make_unique<Wire<Flit>>(sc_core::sc_gen_unique_name("stage"), site.domain, Cycles{stages}));
      inner_->flit_i[port](*stages_[port]);
      inner_->credit_o[port](credit_o[port]);
      inner_->flit_o[port](flit_o[port]);
      inner_->credit_i[port](credit_i[port]);
    }
  }

 private:
  void end_of_elaboration() override {
    for (std::size_t port = 0; port < flit_i.size(); ++port) {
      wires_.push_back(&wire_at<Flit>(flit_i[port]));
      wires_[port]->read_by(*this, static_cast<int>(port));
    }
  }
  void reset() override {}
  Cycles tick(Cycles now) override {
    for (std::size_t port = 0; port < wires_.size(); ++port) {
      if ((arrivals(now) >> port & 1U) != 0) stages_[port]->put(now, wires_[port]->take());
    }
    return kUntilWoken;  // the next flit wakes it
  }

  std::unique_ptr<RouterModule> inner_;
  std::vector<std::unique_ptr<Wire<Flit>>> stages_;
  std::vector<Wire<Flit>*> wires_;
};

std::unique_ptr<RouterPins> make(const char* name, const PartSite& site) {
  return std::make_unique<SlowRouter>(name, site);
}
const Registered<RouterPartKind> kSlow{
    {{"slow_router", "Our router with more registers at its inputs."}, make, {kStages}}};

}  // namespace
