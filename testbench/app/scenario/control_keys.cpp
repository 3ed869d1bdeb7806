#include "testbench/app/scenario/control_keys.h"

#include "testbench/app/scenario/key_spec.h"

namespace tactus {

std::vector<KeySpec> control_keys() {
  const auto control = [](ControlKind kind) { return only_with("pacing.control", AT(pacing.control.kind), {kind}); };
  // In an open loop each message is one packet, which needs neither a credit of its receiver nor to be asked for.
  const Effect of_messages = {"workload.algorithm",
                              [](const Scenario& scenario) {
                                const ControlKind kind = scenario.pacing.control.kind;
                                const bool whole =
                                    kind == ControlKind::kReceiverCredits || kind == ControlKind::kPieces;
                                return !whole || !is_open_loop(scenario.workload.algorithm);
                              },
                              "pacing.control injection_limit or delay_window, which hold single packets too"};
  const Effect limit = control(ControlKind::kInjectionLimit);
  const Effect delay = control(ControlKind::kDelayWindow);
  const Effect credits = control(ControlKind::kReceiverCredits);
  const Effect pieces = control(ControlKind::kPieces);
  return {
      when(of_messages, key("pacing.control", AT(pacing.control.kind),
                            "What besides the pacer lets packets go; see injection_control.md.")),
      when(limit,
           key("pacing.free_share", AT(pacing.control.free_share),
               "Injection limit: sixteenths of the slots behind the router's output that have to be free, 0 to 16.")),
      when(delay, timed_key("pacing.target_delay", AT(pacing.control.target_delay), ControlConfig::kTargetDelay,
                            "Delay window: from a packet's injection to its acknowledgement, without distance; rounded "
                            "up to cycles.")),
      when(delay, timed_key("pacing.delay_per_hop", AT(pacing.control.delay_per_hop), ControlConfig::kDelayPerHop,
                            "Delay window: what each link of the way adds to it.")),
      when(delay,
           key("pacing.first_window", AT(pacing.control.first_window),
               "Delay window: packets of an engine that may be under way, to begin with; 1 to `largest_window`.")),
      when(delay, key("pacing.largest_window", AT(pacing.control.largest_window),
                      "Delay window: at most so many, up to 255.")),
      when(delay, key("pacing.increase", AT(pacing.control.increase),
                      "Delay window: packets that it grows by per round trip below the target, a multiple of 1/8.")),
      when(credits, key("pacing.speculative", AT(pacing.control.speculative),
                        "Receiver credits: packets of a message that need none, 1 to 255.")),
      when(credits, key("pacing.grant", AT(pacing.control.grant),
                        "Receiver credits: packets that a receiver grants at a time, 1 to 255.")),
      when(pieces, key("pacing.paced_size", AT(pacing.control.paced_size), "Pieces: only longer messages are paced.")),
      when(pieces, key("pacing.paced_hops", AT(pacing.control.paced_hops),
                       "Pieces: only messages that go over more links are paced, and those of `paced_dimensions`.")),
      when(pieces, key("pacing.paced_dimensions", AT(pacing.control.paced_dimensions),
                       "Pieces: messages are paced whose ends differ in more coordinates than that, 0 to 3.")),
      when(pieces, key("pacing.piece", AT(pacing.control.piece),
                       "Pieces: packets that a receiver asks for at a time, 1 to 255.")),
      when(pieces, key("pacing.pieces_in_flight", AT(pacing.control.pieces_in_flight),
                       "Pieces: packets that a node may have asked for and not received, at least a piece.")),
  };
}

}  // namespace tactus
