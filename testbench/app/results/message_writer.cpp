#include "testbench/app/results/message_writer.h"

#include <algorithm>
#include <utility>

#include "testbench/app/results/time_text.h"

namespace tactus {

MessageWriter::MessageWriter(const MachineConfig& config, const RankMap& map, const std::vector<std::string>& labels,
                             std::uint64_t most, const std::filesystem::path& folder, std::function<void()> on_failure)
    : config_(config),
      map_(map),
      labels_(labels),
      most_(most),
      file_(folder / "messages.csv", std::move(on_failure)),
      sequence_(static_cast<std::size_t>(map.ranks())) {
  file_.write("id,label,source,destination,sequence,tag,bytes,posted_us,first_flit_us,last_flit_us,completed_us\n");
}

MessageWriter::Message* MessageWriter::find(const MessageKey& key) {
  const auto found = under_way_.find(key);
  return found == under_way_.end() ? nullptr : found->second;
}

void MessageWriter::send_started(const MessageEvent& message, Cycles cycle) {
  if (cycle != started_in_) settle();
  started_in_ = cycle;
  if (numbers_.last() >= most_) {
    ++dropped_;
    return;
  }
  messages_.push_back(std::make_unique<Message>());
  Message& record = *messages_.back();
  record.key = {message.source, message.destination, message.tag};
  record.bytes = message.bytes;
  record.sequence = sequence_[static_cast<std::size_t>(message.source)];
  record.posted = cycle;
  numbers_.started(map_.processor(message.source), cycle, record.id);
  Message*& last = under_way_[record.key];
  if (last != nullptr) last->ended = true;  // for a receive that was cancelled: nobody will tell of its end
  last = &record;
}

void MessageWriter::packet_injected(const PacketHeader& header, Cycles cycle) {
  if (header.route.is_control()) return;
  Message* message = find(message_key(map_, header));
  if (message == nullptr || message->first_flit) return;
  message->first_flit = cycle;
  if (!header.transport.one_sided) return;
  // Its source has created it before it could be handed over.
  message->posted = cycle - Cycles{static_cast<std::uint32_t>(cycle.count()) - header.transport.create_cycle};
}

void MessageWriter::packet_delivered(const PacketHeader& header, Cycles cycle) {
  if (header.route.is_control()) return;
  const MessageKey key = message_key(map_, header);
  Message* message = find(key);
  if (message == nullptr) return;
  ++message->packets_arrived;
  message->last_flit = std::max(message->last_flit.value_or(cycle), cycle);
  if (completes_one_sided(header.transport)) complete(key, cycle);
}

void MessageWriter::receive_completed(const MessageEvent& message, Cycles cycle) {
  complete({message.source, message.destination, message.tag}, cycle);
}

void MessageWriter::complete(const MessageKey& key, Cycles cycle) {
  Message* message = find(key);
  if (message == nullptr) return;
  message->completed = cycle;
  message->ended = true;
  under_way_.erase(key);
  write_ended();
}

void MessageWriter::settle() {
  numbers_.settle();
  std::sort(messages_.begin() + static_cast<std::ptrdiff_t>(numbered_), messages_.end(),
            [](const auto& a, const auto& b) { return a->id < b->id; });
  for (; !messages_.empty() && messages_.back()->id > most_; messages_.pop_back()) {
    if (find(messages_.back()->key) == messages_.back().get()) under_way_.erase(messages_.back()->key);
    ++dropped_;
  }
  numbered_ = messages_.size();
  write_ended();
}

void MessageWriter::write_ended() {
  for (; numbered_ > 0 && messages_.front()->ended; --numbered_) {
    write(*messages_.front());
    messages_.pop_front();
  }
}

void MessageWriter::write(const Message& message) {
  const MessageKey& key = message.key;
  const std::string label = key.tag < labels_.size() ? labels_[key.tag] : "";
  const std::string sequence = message.sequence > 0 ? std::to_string(message.sequence) : "";
  const std::uint64_t payload = config_.max_payload().count();
  const std::uint64_t packets = std::max<std::uint64_t>(1, ceil_div(message.bytes.count(), payload));
  const bool whole = message.packets_arrived == packets;
  file_.print("{},{},{},{},{},{},{},{},{},{},{}\n", message.id, label, key.source, key.destination, sequence, key.tag,
              message.bytes.count(), time_text(message.posted), time_text(message.first_flit),
              time_text(whole ? message.last_flit : std::nullopt), time_text(message.completed));
  ++written_;
  if (!message.completed) return;
  const Picoseconds took = config_.clock.edge(*message.completed) -= config_.clock.edge(message.posted);
  if (slowest_ && took <= slowest_time_) return;
  slowest_ = message.id;
  slowest_time_ = took;
}

void MessageWriter::finish(TraceSummary& trace) {
  settle();
  for (const auto& message : messages_) write(*message);
  messages_.clear();
  file_.commit();
  trace.messages = written_;
  trace.dropped_messages = dropped_;
  trace.slowest_message = slowest_;
  if (slowest_) trace.slowest_message_s = static_cast<double>(slowest_time_.count()) * 1e-12;
}

std::string MessageWriter::time_text(const std::optional<Cycles>& cycle) const {
  return cycle ? microseconds_text(config_.clock.edge(*cycle)) : "";
}

}  // namespace tactus
