#include "testbench/app/results/trace_writer.h"

#include <algorithm>
#include <systemc>
#include <utility>

#include "testbench/app/results/operation_trace.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

// Tracks ("threads") of a node ("process"); the viewer sorts by them.
constexpr int kFirstProcessorTrack = 1;
constexpr int send_track(int nic) { return 2 + nic; }
constexpr int kFirstOutputTrack = send_track(kMaxNics);
constexpr int kMoreProcessorTracks = 100;  // those of other places than the first, or behind the last output

// A process id of 0 means "idle" to some viewers.
constexpr int process(int node) { return node + 1; }

/// Place of what is number `part` of `node` among the events of a cycle.
constexpr std::uint64_t actor(int node, int part) {
  return static_cast<std::uint64_t>(node) << 32 | static_cast<std::uint64_t>(part);
}

}  // namespace

TraceWriter::TraceWriter(const MachineConfig& config, const RankMap& map, const TraceConfig& trace,
                         const std::filesystem::path& folder, std::vector<std::string> jobs)
    : config_(config),
      ports_(config.ports()),
      map_(map),
      per_vc_(config.router.switch_hold == SwitchHold::kFlit),
      trace_(trace),
      file_(folder / "trace.json", sc_core::sc_stop),
      sequence_began_(static_cast<std::size_t>(map.ranks())),
      jobs_(std::move(jobs)) {
  file_.write("{\"displayTimeUnit\":\"ns\",\n\"traceEvents\":[\n");
  write_names();
}

bool TraceWriter::in_window(Cycles cycle) const {
  const Picoseconds time = config_.clock.edge(cycle);
  return time >= trace_.from && !is_over(cycle);
}

bool TraceWriter::is_over(Cycles cycle) const { return trace_.to && config_.clock.edge(cycle) >= *trace_.to; }

int TraceWriter::output_track(int port, int vc) const {
  return kFirstOutputTrack + port * kMaxVirtualChannels + (per_vc_ ? vc : 0);
}

int TraceWriter::processor_track(int place) const {
  return place == 0 ? kFirstProcessorTrack : std::max(kMoreProcessorTracks, output_track(ports_.count(), 0)) + place;
}

TraceWriter::Message& TraceWriter::message_of(const PacketHeader& header, Cycles cycle) {
  numbers_.settle_before(cycle);
  Message& message = messages_[message_key(map_, header)];
  if (message.id == 0) {  // nobody announced it
    message.id = numbers_.next();
    message.nic = header.route.source_nic;
    message.bytes = header.transport.message_bytes;
    message.started = cycle;
  }
  return message;
}

void TraceWriter::packet_injected(const PacketHeader& header, Cycles cycle) {
  if (!in_window(cycle) || header.route.is_control()) return;
  if (is_full(cycle)) {
    ++dropped_;
    return;
  }
  ++packets_;
  last_recorded_ = cycle;
  Message& message = message_of(header, cycle);
  ++message.packets;
  const Span span{cycle, header.route.flits, send_track(header.route.source_nic)};
  if (!message.first_sent) message.first_sent = span;
  const Packet packet{&message, header.transport.packet_index, {}};
  const int node = config_.network.node(header.route.source);
  add(cycle, TraceEvent::kInjection, actor(node, span.track), packet_text(node, span, header.route, 0, packet));
  in_flight_[packet_number(config_, header.route)] = packet;
}

void TraceWriter::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  if (in_flight_.empty()) return;
  const auto found = in_flight_.find(packet_number(config_, header));
  if (found == in_flight_.end()) return;
  const Span span{grant.cycle + Cycles{1}, header.flits + grant.late.count(),
                  output_track(grant.out_port, grant.out_vc)};
  add(grant.cycle, TraceEvent::kGrant, actor(grant.node, grant.out_port * kMaxVirtualChannels + grant.out_vc),
      packet_text(grant.node, span, header, grant.out_vc, found->second));
  if (ports_.is_nic(grant.out_port)) found->second.arrival = span;
}

void TraceWriter::packet_delivered(const PacketHeader& header, Cycles cycle) {
  const auto packet = in_flight_.find(packet_number(config_, header.route));
  if (packet != in_flight_.end()) {
    if (packet->second.arrival.cycles != 0) packet->second.message->last_arrived = packet->second.arrival;
    in_flight_.erase(packet);
  }
  if (completes_one_sided(header.transport)) end_message(message_key(map_, header), cycle);
}

void TraceWriter::send_started(const MessageEvent& message, Cycles cycle) {
  if (is_full(cycle) || is_over(cycle)) return;
  Message& record = messages_[{message.source, message.destination, message.tag}];
  record = Message{};
  numbers_.started(map_.processor(message.source), cycle, record.id);
  record.nic = message.nic;
  record.bytes = message.bytes.count();
  record.started = cycle;
}

void TraceWriter::receive_completed(const MessageEvent& message, Cycles cycle) {
  end_message({message.source, message.destination, message.tag}, cycle);
}

void TraceWriter::end_message(const MessageKey& key, Cycles cycle) {
  numbers_.settle_before(cycle);
  const auto found = messages_.find(key);
  if (found == messages_.end()) return;
  if (found->second.packets > 0) {
    add(cycle, TraceEvent::kMessage, found->second.id, message_text(key, found->second, cycle, true));
  }
  numbers_.leave(found->second.id);  // a message within a node may end in the cycle in which it is started
  messages_.erase(found);
}

void TraceWriter::sequence_began(int rank, int /*sequence*/, Cycles cycle) {
  if (in_window(cycle)) sequence_began_[static_cast<std::size_t>(rank)] = cycle;
}

void TraceWriter::sequence_ended(int rank, int sequence, Cycles cycle) {
  std::optional<Cycles>& began = sequence_began_[static_cast<std::size_t>(rank)];
  if (!began) return;
  add_slice(TraceEvent::kSequence, rank, "sequence", fmt::format("sequence {}", sequence), *began, cycle);
  began.reset();
}

// Operations have slices of their own.
void TraceWriter::work_ended(const WorkEvent& work, Cycles cycle) {
  if (work.operation != kNoOperation || is_full(cycle) || !in_window(cycle)) return;
  const Cycles undisturbed = config_.clock.cycle_at(config_.clock.edge(cycle) - work.noise);
  if (work.kind != WorkKind::kCall) {
    const char* name = work.kind == WorkKind::kCompute ? "compute" : "late start";
    add_slice(TraceEvent::kWork, work.rank, "work", name, work.began, cycle);
  }
  if (undisturbed < cycle) add_slice(TraceEvent::kWork, work.rank, "noise", "noise", undisturbed, cycle);
}

void TraceWriter::add_slice(TraceEvent kind, int rank, const char* category, const std::string& name, Cycles begin,
                            Cycles end) {
  add(end, kind, actor(map_.node(rank), map_.place(rank)),
      fmt::format(R"json({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},{}}})json", category, name,
                  process(map_.node(rank)), processor_track(map_.place(rank)), span_text(begin, end)));
}

void TraceWriter::finish(Cycles end, const OperationTables& operations) {
  numbers_.settle();
  events_.flush([this](const std::string& text) { write_event(text); });
  std::vector<Messages::iterator> open;
  for (auto message = messages_.begin(); message != messages_.end(); ++message) open.push_back(message);
  std::sort(open.begin(), open.end(), [](auto a, auto b) { return a->second.id < b->second.id; });
  for (const auto message : open) {
    if (message->second.packets > 0) write_event(message_text(message->first, message->second, end, false));
  }
  trace_operations(operations, map_, config_.clock, trace_, end,
                   [this](const std::string& text) { write_event(text); });

  file_.print("\n],\n\"otherData\":{{\"packets\":{},\"dropped\":{},\"complete\":{},\"from_us\":{}", packets_, dropped_,
              dropped_ == 0, microseconds_text(trace_.from));
  if (trace_.to) file_.print(",\"to_us\":{}", microseconds_text(*trace_.to));
  file_.write("}}\n");
  file_.commit();
}

void TraceWriter::add(Cycles cycle, TraceEvent kind, std::uint64_t actor, std::string text) {
  events_.add(cycle, kind, actor, std::move(text), [this](const std::string& earlier) { write_event(earlier); });
}

void TraceWriter::write_event(const std::string& text) {
  begin_event();
  file_.write(text);
}

void TraceWriter::begin_event() {
  if (!first_event_) file_.write(",\n");
  first_event_ = false;
}

void TraceWriter::write_names() {
  for (int node = 0; node < config_.network.nodes(); ++node) {
    const Coordinate position = config_.network.coordinate(node);
    node_texts_.push_back(config_.network.text(position));
    begin_event();
    file_.print(R"json({{"ph":"M","name":"process_name","pid":{},"args":{{"name":"{}{}"}}}})json", process(node),
                config_.network.is_graph() ? "" : "node ", node_texts_.back());
    begin_event();
    file_.print(R"json({{"ph":"M","name":"process_sort_index","pid":{0},"args":{{"sort_index":{0}}}}})json",
                process(node));
    const bool has_nics = node < config_.network.hosts();
    for (int place = 0; place < map_.shape().per_node && has_nics; ++place) {
      write_name(node, processor_track(place), processor_name(node, place));
    }
    for (int nic = 0; nic < ports_.nics() && has_nics; ++nic) {
      write_name(node, send_track(nic), fmt::format("nic_{} sends", nic));
    }
    for (int port = 0; port < ports_.count(); ++port) {
      const bool there = ports_.is_nic(port) ? has_nics : config_.has_link(position, static_cast<Direction>(port));
      if (there) write_output_names(node, port);
    }
  }
}

std::string TraceWriter::processor_name(int node, int place) const {
  const std::string name = map_.shape().per_node == 1 ? "processor" : fmt::format("processor {}", place);
  const std::string job = jobs_.empty() ? "" : jobs_[static_cast<std::size_t>(map_.rank(node, place))];
  return job.empty() ? name : fmt::format("{}, job {}", name, job);
}

void TraceWriter::write_output_names(int node, int port) {
  const std::string output = config_.network.output_text(config_.network.coordinate(node), port);
  const std::string name = ports_.is_nic(port) ? output + " receives" : "link " + output;
  for (int vc = 0; vc < (per_vc_ ? config_.router.virtual_channels : 1); ++vc) {
    write_name(node, output_track(port, vc), per_vc_ ? fmt::format("{}, VC {}", name, vc) : name);
  }
}

void TraceWriter::write_name(int node, int track, const std::string& name) {
  begin_event();
  file_.print(R"json({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":"{}"}}}})json", process(node),
              track, name);
  begin_event();
  file_.print(R"json({{"ph":"M","name":"thread_sort_index","pid":{},"tid":{},"args":{{"sort_index":{}}}}})json",
              process(node), track, track);
}

std::string TraceWriter::packet_text(int node, const Span& span, const RouteHeader& header, int vc,
                                     const Packet& packet) const {
  return fmt::format(R"json({{"ph":"X","cat":"packet","name":"{} to {}","pid":{},"tid":{},{},)json",
                     node_text(header.source), node_text(header.destination), process(node), span.track,
                     span_text(span.start, span.start + Cycles{span.cycles})) +
         fmt::format(R"json("args":{{"packet":{},"message":{},"index":{},"vc":{}}}}})json",
                     packet_number(config_, header), packet.message->id, packet.index, vc);
}

std::string TraceWriter::message_text(const MessageKey& key, const Message& message, Cycles end, bool finished) const {
  const Coordinate to = map_.coordinate(key.destination);
  const std::string common =
      fmt::format(R"json("cat":"message","id":{},"name":"nic_{} message","pid":{},"tid":{})json", message.id,
                  message.nic, process(map_.node(key.source)), send_track(message.nic));
  std::string text =
      fmt::format(R"json({{"ph":"b",{},"ts":{},"args":{{"message":{},"to":"{}","tag":{},"bytes":{},)json", common,
                  time_text(message.started), message.id, node_text(to), key.tag, message.bytes);
  if (map_.shape().per_node > 1) {
    text +=
        fmt::format(R"json("from_place":{},"to_place":{},)json", map_.place(key.source), map_.place(key.destination));
  }
  text += fmt::format(R"json("packets_recorded":{},"finished":{}}}}})json", message.packets, finished);
  text += fmt::format(R"json(,
{{"ph":"e",{},"ts":{}}})json",
                      common, time_text(end));
  return text + arrow_text(key, message);
}

std::string TraceWriter::arrow_text(const MessageKey& key, const Message& message) const {
  if (!message.first_sent || !message.last_arrived) return {};
  return arrow_end_text(R"json("s")json", map_.node(key.source), *message.first_sent, message.id) +
         arrow_end_text(R"json("f","bp":"e")json", map_.node(key.destination), *message.last_arrived, message.id);
}

std::string TraceWriter::arrow_end_text(const char* phase, int node, const Span& span, std::uint64_t id) const {
  // A viewer ties the end to the slice that it lies in: the middle of a slice is in no other.
  const Cycles middle = span.start + Cycles{span.cycles / 2};
  return fmt::format(R"json(,
{{"ph":{},"cat":"message","name":"message","id":{},"pid":{},"tid":{},"ts":{}}})json",
                     phase, id, process(node), span.track, time_text(middle));
}

std::string TraceWriter::time_text(Cycles cycle) const { return microseconds_text(config_.clock.edge(cycle)); }

std::string TraceWriter::span_text(Cycles start, Cycles end) const {
  const std::uint64_t from = config_.clock.edge(start).count() / 1000;
  const std::uint64_t to = config_.clock.edge(end).count() / 1000;
  return fmt::format(R"json("ts":{},"dur":{})json", time_text(start),
                     microseconds_text(Picoseconds{(to - from) * 1000}));
}

}  // namespace tactus
