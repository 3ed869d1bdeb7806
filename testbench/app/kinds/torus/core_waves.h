#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/results/packet_book.h"
#include "testbench/app/results/wave_lane.h"
#include "testbench/app/results/wave_part.h"
#include "tlm_models/node/copies/many_core_waves.h"
#include "tlm_models/traffic/core_messages.h"

namespace tactus {

/// Numbers of the messages that cores work for, under tickets that stay when the book has forgotten the messages. Plain
/// class.
class MessageTickets {
 public:
  /// A new ticket, from 1 on, for the message of `key`.
  std::uint64_t take(const PacketBook& book, const MessageKey& key);
  /// Number of the message; 0: it has none yet, or the ticket is 0.
  [[nodiscard]] std::uint64_t number(std::uint64_t ticket);

 private:
  void keep();

  std::vector<std::uint64_t> numbers_;  ///< by ticket
  /// Tickets whose messages had no number when somebody looked last.
  std::vector<std::pair<std::uint64_t, std::shared_ptr<const std::uint64_t>>> open_;
};

/// Waves of the cores of a torus node (`node.copies: cores`): processes, cores, ring and memory, sampled in each cycle
/// of the cores in which something changes. Reference: docs/reference/waves.md.
class CoreWaves final : public WavePart {
 public:
  /// The node in a torus.
  struct Place {
    int node = 0;
    std::string scope;  ///< scope of the signals
    const RankMap& map;
    PacketBook& book;
  };

  /// Lane `lane` of `recording`. All that is referred to outlives it; before `cores` have anything to do.
  CoreWaves(WaveRecording& recording, std::size_t lane, const ManyCoreConfig& config, CoreMessages& cores, Place place);

  [[nodiscard]] ProbeList probes() const override;
  Picoseconds settle(Picoseconds executed) override;
  void end(Picoseconds executed) override;

 private:
  [[nodiscard]] std::uint64_t ticket(const CoreWork& work);

  CoreMessages& cores_;
  Place place_;
  MessageTickets tickets_;
  WaveLane lane_;
  ManyCoreWaves waves_;
  Picoseconds settled_;
};

}  // namespace tactus
