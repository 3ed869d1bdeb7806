#include "testbench/app/scenario/control_keys.h"

#include "testbench/app/scenario/key_spec.h"

namespace tactus {

std::vector<KeySpec> control_keys() {
  return {
      key("pacing.control", AT(pacing.control.kind),
          "What besides the pacer lets packets go; see injection_control.md."),
      key("pacing.free_share", AT(pacing.control.free_share),
          "Injection limit: sixteenths of the slots behind the router's output that have to be free, 0 to 16."),
      key("pacing.target_delay", AT(pacing.control.target_delay),
          "Delay window: from a packet's injection to its acknowledgement, without distance; rounded up to cycles."),
      key("pacing.delay_per_hop", AT(pacing.control.delay_per_hop),
          "Delay window: what each link of the way adds to it."),
      key("pacing.first_window", AT(pacing.control.first_window),
          "Delay window: packets of an engine that may be under way, to begin with; 1 to `largest_window`."),
      key("pacing.largest_window", AT(pacing.control.largest_window), "Delay window: at most so many, up to 255."),
      key("pacing.increase", AT(pacing.control.increase),
          "Delay window: packets that it grows by per round trip below the target, a multiple of 1/8."),
      key("pacing.speculative", AT(pacing.control.speculative),
          "Receiver credits: packets of a message that need none, 1 to 255."),
      key("pacing.grant", AT(pacing.control.grant),
          "Receiver credits: packets that a receiver grants at a time, 1 to 255."),
      key("pacing.paced_size", AT(pacing.control.paced_size), "Pieces: only longer messages are paced."),
      key("pacing.paced_hops", AT(pacing.control.paced_hops),
          "Pieces: only messages that go over more links are paced, and those of `paced_dimensions`."),
      key("pacing.paced_dimensions", AT(pacing.control.paced_dimensions),
          "Pieces: messages are paced whose ends differ in more coordinates than that, 0 to 3."),
      key("pacing.piece", AT(pacing.control.piece), "Pieces: packets that a receiver asks for at a time, 1 to 255."),
      key("pacing.pieces_in_flight", AT(pacing.control.pieces_in_flight),
          "Pieces: packets that a node may have asked for and not received, at least a piece."),
  };
}

}  // namespace tactus
