#include "testbench/app/compare/run_pipe.h"

#include <cstring>
#include <type_traits>

namespace tactus {
namespace {

constexpr std::size_t kBatch = 1U << 15U;  ///< bytes

// What a text holds, its first byte.
constexpr char kPackets = 'p';
constexpr char kOutcome = 'o';

template <class Value>
void write(const Value& value, std::string& bytes) {
  static_assert(std::is_trivially_copyable_v<Value>);
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Sequence>
void write_sequence(const Sequence& list, std::string& bytes) {
  using Value = typename Sequence::value_type;
  static_assert(std::is_trivially_copyable_v<Value>);
  write(list.size(), bytes);
  bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(Value));
}

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}

  [[nodiscard]] bool at_end() const { return position_ == bytes_.size(); }
  template <class Value>
  void read(Value& value) {
    copy(&value, sizeof value);
  }
  template <class Sequence>
  void sequence(Sequence& list) {
    std::size_t size = 0;
    read(size);
    list.resize(size);
    copy(list.data(), size * sizeof(typename Sequence::value_type));
  }

 private:
  void copy(void* to, std::size_t size) {
    if (size == 0) return;
    std::memcpy(to, &bytes_.at(position_ + size - 1) - (size - 1), size);
    position_ += size;
  }

  const std::string& bytes_;
  std::size_t position_ = 0;
};

}  // namespace

void RunWriter::packet(const PacketHistory& packet) {
  if (packets_.empty()) packets_ = kPackets;
  write(static_cast<const PacketRecord&>(packet), packets_);
  write_sequence(packet.hops, packets_);
  if (packets_.size() >= kBatch) flush();
}

void RunWriter::flush() {
  if (!packets_.empty()) tell_(packets_);
  packets_.clear();
}

void RunWriter::end(const RunOutcome& outcome) {
  flush();
  std::string bytes(1, kOutcome);
  write_sequence(outcome.messages, bytes);
  write_sequence(outcome.samples, bytes);
  write_sequence(outcome.result, bytes);
  write_sequence(outcome.violation, bytes);
  write(outcome.user_cpu_s, bytes);
  tell_(bytes);
}

std::optional<RunOutcome> read_run(const std::string& text, const PacketSink& packets) {
  Reader reader(text);
  char what = 0;
  reader.read(what);
  if (what == kPackets) {
    PacketHistory packet;
    while (!reader.at_end()) {
      reader.read(static_cast<PacketRecord&>(packet));
      reader.sequence(packet.hops);
      packets(packet);
    }
    return std::nullopt;
  }
  RunOutcome outcome;
  reader.sequence(outcome.messages);
  reader.sequence(outcome.samples);
  reader.sequence(outcome.result);
  reader.sequence(outcome.violation);
  reader.read(outcome.user_cpu_s);
  return outcome;
}

}  // namespace tactus
