#include "hw/node/numa_socket.h"

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

constexpr std::uint64_t bit(std::uint64_t n) { return std::uint64_t{1} << n; }
constexpr std::uint32_t kPosted = index_of(TrafficClass::kPosted);
constexpr std::uint32_t kNonPosted = index_of(TrafficClass::kNonPosted);

}  // namespace

NumaSocket::NumaSocket(const std::vector<Port>& ports, const std::vector<MemoryController*>& memories, Routes routes,
                       WriteListener& listener, TimedEvents& events)
    : ports_(ports),
      routes_(std::move(routes)),
      listener_(listener),
      events_(events),
      inputs_(ports.size() + memories.size()),
      wanting_(ports.size() + memories.size()),
      last_taken_(ports.size() + memories.size()) {
  for (MemoryController* memory : memories) memories_.push_back({memory});
}

void NumaSocket::arrived(int port, const LinkPacket& packet, Picoseconds now) {
  put(static_cast<std::size_t>(port), packet, now);
}

void NumaSocket::may_send(int port, Picoseconds now) { serve(bit(static_cast<std::uint64_t>(port)), now); }

void NumaSocket::due(std::uint32_t what, Picoseconds now) {
  const std::size_t number = what / kWhats;
  LocalMemory& memory = memories_[number];
  if (what % kWhats == kRoom) {
    if (memory.room_wake > now) return;
    memory.room_wake = Picoseconds::max();
    serve(bit(links() + number), now);
    return;
  }
  while (!memory.answers.empty() && memory.answers.front().ready <= now) {
    const LinkPacket answer = memory.answers.front();
    memory.answers.pop();
    put(links() + number, answer, now);
  }
}

void NumaSocket::put(std::size_t input, const LinkPacket& packet, Picoseconds now) {
  const std::uint32_t traffic = index_of(packet.traffic);
  RingQueue<LinkPacket>& buffer = inputs_[input].buffers[traffic];
  const bool head = buffer.empty();
  buffer.push(packet).order = inputs_[input].arrivals++;
  if (!head) return;
  const auto output = static_cast<std::size_t>(route(packet));
  wanting_[output] |= bit(input * kTrafficClasses + traffic);
  serve(bit(output), now);
}

void NumaSocket::serve(std::uint64_t outputs, Picoseconds now) {
  while (outputs != 0) {
    const auto output = static_cast<std::size_t>(__builtin_ctzll(outputs));
    outputs &= outputs - 1;
    outputs |= serve_output(output, now);
  }
}

std::uint64_t NumaSocket::serve_output(std::size_t output, Picoseconds now) {
  std::uint64_t again = 0;
  while (wanting_[output] != 0 && output_is_free(output, now)) {
    const std::uint32_t head = choose(output, now);
    if (head == kNone) break;
    last_taken_[output] = head;
    const LinkPacket& packet = inputs_[head / kTrafficClasses].buffers[head % kTrafficClasses].front();
    if (output < links()) {
      ports_[output].out->send(packet, now);
    } else {
      give_to_memory(memories_[output - links()], packet, output - links(), now);
    }
    again |= take_out(head, output, now);
  }
  return again & ~bit(output);
}

bool NumaSocket::output_is_free(std::size_t output, Picoseconds now) {
  if (output < links()) return true;
  LocalMemory& memory = memories_[output - links()];
  if (memory.controller->has_room(now)) return true;
  const Picoseconds room = memory.controller->next_room();
  if (room < memory.room_wake) {
    memory.room_wake = room;
    events_.at(room, *this, static_cast<std::uint32_t>(output - links()) * kWhats + kRoom);
  }
  return false;
}

std::uint32_t NumaSocket::choose(std::size_t output, Picoseconds now) {
  const std::uint64_t wanting = wanting_[output];
  const std::uint64_t later = wanting & ~(bit(last_taken_[output] + 1) - 1);
  for (std::uint64_t heads : {later, wanting & ~later}) {
    for (; heads != 0; heads &= heads - 1) {
      const auto head = static_cast<std::uint32_t>(__builtin_ctzll(heads));
      const Input& input = inputs_[head / kTrafficClasses];
      if (overtakes(input, head % kTrafficClasses)) continue;
      if (output >= links()) return head;
      const LinkPacket& packet = input.buffers[head % kTrafficClasses].front();
      LinkChannel& out = *ports_[output].out;
      const LinkObstacle obstacle = out.obstacle(packet.traffic, packet.payload, now);
      if (obstacle == LinkObstacle::kNone) return head;
      out.wake_when(obstacle, packet.traffic, now);
      if (obstacle == LinkObstacle::kWire) return kNone;
    }
  }
  return kNone;
}

bool NumaSocket::overtakes(const Input& input, std::uint32_t traffic) {
  if (traffic != kNonPosted) return false;
  const RingQueue<LinkPacket>& posted = input.buffers[kPosted];
  return !posted.empty() && posted.front().order < input.buffers[traffic].front().order;
}

std::uint64_t NumaSocket::take_out(std::uint32_t head, std::size_t output, Picoseconds now) {
  const std::size_t number = head / kTrafficClasses;
  const std::uint32_t traffic = head % kTrafficClasses;
  Input& input = inputs_[number];
  RingQueue<LinkPacket>& buffer = input.buffers[traffic];
  std::uint64_t again = 0;
  wanting_[output] &= ~bit(head);
  if (number < links()) {
    ports_[number].in->release(buffer.front(), now);
  } else {
    memories_[number - links()].controller->release(now);
    again |= bit(number);  // the queue of that memory, whose number as an output is the same
  }
  const std::uint32_t order = buffer.front().order;
  buffer.pop();
  // Whoever waited behind this packet for another output could not begin before now.
  const auto let_go = [&](LinkPacket& next) {
    const auto wanted = static_cast<std::size_t>(route(next));
    if (wanted != output) next.ready = std::max(next.ready, now);
    again |= bit(wanted);
    return wanted;
  };
  if (!buffer.empty()) wanting_[let_go(buffer.front())] |= bit(head);
  RingQueue<LinkPacket>& reads = input.buffers[kNonPosted];
  if (traffic == kPosted && !reads.empty() && order < reads.front().order) let_go(reads.front());
  return again;
}

void NumaSocket::give_to_memory(LocalMemory& memory, const LinkPacket& packet, std::size_t number, Picoseconds now) {
  if (accesses_ != nullptr) accesses_->given(packet, *memory.controller, now);
  // What has waited for a place in the queue begins when the place was free, not a grain later: see `access`.
  if (packet.traffic == TrafficClass::kPosted) {
    const Picoseconds done = memory.controller->write(packet.address, Bytes{packet.payload}, packet.ready);
    listener_.written(packet.nic, packet.transaction, packet.payload, done);
    return;
  }
  LinkPacket answer = packet;
  answer.ready = memory.controller->read(packet.address, Bytes{packet.length}, packet.ready);
  answer.traffic = TrafficClass::kResponse;
  answer.payload = packet.length;
  memory.answers.push(answer);
  events_.at(std::max(answer.ready, now), *this, static_cast<std::uint32_t>(number) * kWhats + kAnswer);
}

LinkStand NumaSocket::stand(int port, TrafficClass traffic, Picoseconds now) const {
  const RingQueue<LinkPacket>& buffer = inputs_[static_cast<std::size_t>(port)].buffers[index_of(traffic)];
  if (buffer.empty()) return {};
  const auto output = static_cast<std::size_t>(route(buffer.front()));
  if (output >= links()) return {NodeLimit::kMemoryQueue, true};
  const LinkObstacle obstacle = ports_[output].out->seen_obstacle(traffic, buffer.front().payload, now);
  if (obstacle == LinkObstacle::kWire || obstacle == LinkObstacle::kNone) return {NodeLimit::kHtWire, true};
  if (traffic == TrafficClass::kPosted) return {NodeLimit::kHtPosted, true};
  return {traffic == TrafficClass::kResponse ? NodeLimit::kHtResponse : NodeLimit::kHtNonPosted, true};
}

int NumaSocket::output_of_head(int port, TrafficClass traffic) const {
  return route(inputs_[static_cast<std::size_t>(port)].buffers[index_of(traffic)].front());
}

bool NumaSocket::idle() const {
  const auto quiet = [](const Input& input) {
    return std::all_of(input.buffers.begin(), input.buffers.end(), [](const auto& buffer) { return buffer.empty(); });
  };
  return std::all_of(inputs_.begin(), inputs_.end(), quiet) &&
         std::all_of(memories_.begin(), memories_.end(), [](const auto& memory) { return memory.answers.empty(); });
}

}  // namespace tactus
