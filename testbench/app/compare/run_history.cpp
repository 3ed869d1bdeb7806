#include "testbench/app/compare/run_history.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace tactus {
namespace {

class Writer {
 public:
  template <class Sequence>
  void sequence(const Sequence& list) {
    using Value = typename Sequence::value_type;
    static_assert(std::is_trivially_copyable_v<Value>);
    const std::size_t size = list.size();
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes_.append(reinterpret_cast<const char*>(list.data()), size * sizeof(Value));
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}
  template <class Sequence>
  void sequence(Sequence& list) {
    std::size_t size = 0;
    copy(&size, sizeof size);
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

std::string to_bytes(const RunHistory& history) {
  Writer writer;
  writer.sequence(history.packets);
  writer.sequence(history.hops);
  writer.sequence(history.messages);
  writer.sequence(history.samples);
  writer.sequence(history.result);
  writer.sequence(history.violation);
  writer.sequence(std::vector<double>{history.user_cpu_s});
  return writer.take();
}

RunHistory history_from_bytes(const std::string& bytes) {
  Reader reader(bytes);
  RunHistory history;
  std::vector<double> user_cpu_s;
  reader.sequence(history.packets);
  reader.sequence(history.hops);
  reader.sequence(history.messages);
  reader.sequence(history.samples);
  reader.sequence(history.result);
  reader.sequence(history.violation);
  reader.sequence(user_cpu_s);
  history.user_cpu_s = user_cpu_s.front();
  return history;
}

std::uint64_t packets_that_waited(const RunHistory& history, const MachineConfig& machine) {
  const std::uint64_t hop = 4 + machine.longest_link_delay().count();
  const auto waited = [hop](const PacketRecord& packet) {
    if (packet.delivered == PacketRecord::kNever) return true;
    return packet.delivered - packet.injected > hop * (packet.hops - 1) + packet.flits + 4;
  };
  return static_cast<std::uint64_t>(std::count_if(history.packets.begin(), history.packets.end(), waited));
}

}  // namespace tactus
