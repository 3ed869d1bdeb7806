#include "testbench/app/attribution/run_attribution.h"

#include <utility>

namespace tactus {

RunAttribution::RunAttribution(const MachineConfig& config, const RankMap& map, Wanted wanted,
                               LatencyAttribution::SequenceOf sequence_of, LatencyAttribution::Report report)
    : waits_(config),
      messages_(wanted.messages ? std::make_optional<MessageDelays>(config, map) : std::nullopt),
      latencies_(config, std::move(sequence_of), with_messages(std::move(report))) {
  if (wanted.critical_path) path_.emplace(config, map, waits_);
}

LatencyAttribution::Report RunAttribution::with_messages(LatencyAttribution::Report report) {
  if (!messages_) return report;
  return [this, report = std::move(report)](const SplitPacket& packet) {
    messages_->packet_ended(packet);
    if (report) report(packet);
  };
}

void RunAttribution::packet_injected(const PacketHeader& header, Cycles cycle) {
  waits_.packet_injected(header.route, cycle);
  latencies_.packet_injected(header, cycle);
  if (messages_) messages_->packet_injected(header);
  if (path_) path_->packet_injected(header);
}

void RunAttribution::packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) {
  latencies_.packet_waited(header, waits, cycle);
  if (path_) path_->packet_waited(header, waits, cycle);
}

void RunAttribution::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  const std::vector<WaitPiece>& pieces = waits_.packet_granted(grant, header);
  latencies_.packet_granted(grant, header, pieces);
  if (messages_) messages_->packet_granted(grant, header, pieces);
  if (!path_) return;
  waits_.mark(grant, path_->packet_granted(grant, header, pieces));
  path_->forget_if_full();
}

void RunAttribution::packet_delivered(const PacketHeader& header, Cycles cycle) {
  latencies_.packet_delivered(header, cycle);
  if (path_) path_->packet_delivered(header, cycle);
}

void RunAttribution::packet_left(const RouteHeader& header, int vc, Cycles cycle) {
  waits_.packet_left(header, vc, cycle, path_ ? path_->packet_left(header, cycle) : kNoMark);
}

void RunAttribution::packet_written(const RouteHeader& header, Cycles cycle) {
  latencies_.packet_written(header, cycle);
  if (path_) path_->packet_written(header, cycle);
}

void RunAttribution::send_started(const MessageEvent& message, Cycles cycle) {
  if (path_) path_->send_started(message, cycle);
}

void RunAttribution::receive_completed(const MessageEvent& message, Cycles cycle) {
  if (path_) path_->receive_completed(message, cycle);
}

void RunAttribution::program_ended(int rank, Cycles cycle) {
  if (path_) path_->program_ended(rank, cycle);
}

void RunAttribution::wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) {
  if (path_) path_->wait_ended(rank, awaited, cycle);
}

}  // namespace tactus
