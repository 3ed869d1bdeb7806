#include "hw/node/numa_node_module.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "hw/common/sc_time_conversion.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/numa_bench.h"

namespace tactus {
namespace {

/// What a memory holds, by address within it.
class Contents : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Contents> tsock{"tsock"};
  std::map<std::uint64_t, unsigned char> bytes;

  explicit Contents(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    tsock.register_b_transport(this, &Contents::b_transport);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      unsigned char& byte = bytes[payload.get_address() + i];
      (payload.is_read() ? payload.get_data_ptr()[i] : byte) = payload.is_read() ? byte : payload.get_data_ptr()[i];
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

struct Request {
  Picoseconds pause;  ///< after the one before has been answered
  bool write = false;
  int memory = 0;
  std::uint64_t offset = 0;
  unsigned bytes = 1;
};

/// A NIC that makes one request after the other, writes what it is told to and reads it back.
class Requester : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Requester> isock{"isock"};
  std::vector<Picoseconds> answered;
  bool wrong_data = false;

  Requester(const sc_core::sc_module_name& name, std::vector<Request> requests, unsigned char mark)
      : sc_core::sc_module(name), requests_(std::move(requests)), mark_(mark) {
    SC_HAS_PROCESS(Requester);
    SC_THREAD(run);
  }

 private:
  void run() {
    std::map<std::pair<int, std::uint64_t>, unsigned char> written;
    for (const Request& request : requests_) {
      wait(to_sc_time(request.pause));
      std::vector<unsigned char> data(request.bytes, 0);
      for (unsigned i = 0; i < request.bytes && request.write; ++i) {
        data[i] = static_cast<unsigned char>(mark_ + request.offset + i);
        written[{request.memory, request.offset + i}] = data[i];
      }
      transport(request, data);
      answered.push_back(to_picoseconds(sc_core::sc_time_stamp()));
      for (unsigned i = 0; i < request.bytes && !request.write; ++i) {
        const auto known = written.find({request.memory, request.offset + i});
        if (known != written.end() && known->second != data[i]) wrong_data = true;
      }
    }
  }
  void transport(const Request& request, std::vector<unsigned char>& data) {
    tlm::tlm_generic_payload payload;
    payload.set_command(request.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(AddressMap::in_memory(request.memory, request.offset));
    payload.set_data_ptr(data.data());
    payload.set_data_length(request.bytes);
    payload.set_streaming_width(request.bytes);
    sc_core::sc_time delay;
    isock->b_transport(payload, delay);
    if (!payload.is_response_ok()) wrong_data = true;
  }

  std::vector<Request> requests_;
  unsigned char mark_;
};

/// Reads and writes of one NIC in memory of its own, 1 MiB of each.
std::vector<Request> random_requests(Dice& dice, int nic) {
  std::vector<Request> requests;
  for (int i = 0; i < 60; ++i) {
    const auto pause = static_cast<std::uint64_t>(dice.chance(50) ? 0 : dice.below(400'000));
    requests.push_back({Picoseconds{pause}, dice.chance(50), dice.below(2),
                        static_cast<std::uint64_t>(nic) << 20 | static_cast<std::uint64_t>(dice.below(3'000)),
                        static_cast<unsigned>(dice.between(1, 3'000))});
  }
  return requests;
}

/// The same requests on the plain node, one NIC after the other's clock: when each is answered.
class PlainRequester final : public DmaClient {
 public:
  PlainRequester(PcieEndpoint& slot, std::vector<Request> requests)
      : slot_(slot), requests_(std::move(requests)), next_(requests_.front().pause) {
    slot_.connect(*this);
  }
  [[nodiscard]] Picoseconds next() const { return next_; }
  void request() {
    const Request& request = requests_[answered.size()];
    const std::uint64_t address = AddressMap::in_memory(request.memory, request.offset);
    if (request.write) {
      slot_.write(0, address, request.bytes, next_);
    } else {
      slot_.read(0, address, request.bytes, next_);
    }
    next_ = Picoseconds::max();
  }
  void read_done(std::uint32_t, Picoseconds now) override { take(now); }
  void write_taken(std::uint32_t, Picoseconds) override {}
  void write_visible(std::uint32_t, Picoseconds now) override { take(now); }
  std::vector<Picoseconds> answered;

 private:
  void take(Picoseconds now) {
    answered.push_back(now);
    if (answered.size() < requests_.size()) next_ = now + requests_[answered.size()].pause;
  }
  PcieEndpoint& slot_;
  std::vector<Request> requests_;
  Picoseconds next_;
};

std::vector<std::vector<Picoseconds>> plain_answers(const std::vector<std::vector<Request>>& requests) {
  TimedEvents events;
  NumaNode node(NumaNodeConfig{}, events);
  std::vector<std::unique_ptr<PlainRequester>> nics;
  for (std::size_t nic = 0; nic < requests.size(); ++nic) {
    nics.push_back(std::make_unique<PlainRequester>(node.slot(static_cast<int>(nic)), requests[nic]));
  }
  const auto earlier = [](const auto& a, const auto& b) { return a->next() < b->next(); };
  while (true) {
    PlainRequester& first = **std::min_element(nics.begin(), nics.end(), earlier);
    if (events.empty() && first.next() == Picoseconds::max()) break;
    if (events.next() <= first.next()) {
      events.step();
    } else {
      first.request();
    }
  }
  std::vector<std::vector<Picoseconds>> answers;
  for (const auto& nic : nics) answers.push_back(nic->answered);
  return answers;
}

void check_refused(NumaNodeModule& module, tlm::tlm_generic_payload& payload, tlm::tlm_response_status status) {
  sc_core::sc_time delay;
  module.nic_tsock[0]->get_base_export()->b_transport(payload, delay);
  CHECK(payload.get_response_status() == status);
}

}  // namespace

TEST_CASE("NumaNodeModule: NICs find in memory what they wrote, and are answered when the plain node answers") {
  Dice dice(7);
  std::vector<std::vector<Request>> requests;
  for (int nic = 0; nic < 4; ++nic) requests.push_back(random_requests(dice, nic));
  NumaNodeModule module("node", NumaNodeConfig{});
  Contents memory_0("memory_0");
  Contents memory_1("memory_1");
  module.memory_isock[0]->bind(memory_0.tsock);
  module.memory_isock[1]->bind(memory_1.tsock);
  std::vector<std::unique_ptr<Requester>> nics;
  for (std::size_t nic = 0; nic < 4; ++nic) {
    nics.push_back(std::make_unique<Requester>(("nic_" + std::to_string(nic)).c_str(), requests[nic],
                                               static_cast<unsigned char>(17 * nic)));
    nics.back()->isock.bind(*module.nic_tsock[nic]);
  }
  sc_core::sc_start();
  const auto expected = plain_answers(requests);
  for (std::size_t nic = 0; nic < 4; ++nic) {
    CAPTURE(nic);
    CHECK_FALSE(nics[nic]->wrong_data);
    const bool same = nics[nic]->answered == expected[nic];
    CHECK(same);
    CHECK(nics[nic]->answered.size() == requests[nic].size());
  }
  CHECK_FALSE(memory_0.bytes.empty());
  CHECK_FALSE(memory_1.bytes.empty());
}

TEST_CASE("NumaNodeModule: what it cannot do is answered at once with TLM's response status") {
  NumaNodeModule module("node", NumaNodeConfig{});
  unsigned char byte = 0;
  tlm::tlm_generic_payload payload;
  payload.set_data_ptr(&byte);
  payload.set_data_length(1);
  payload.set_streaming_width(1);
  payload.set_command(tlm::TLM_IGNORE_COMMAND);
  check_refused(module, payload, tlm::TLM_COMMAND_ERROR_RESPONSE);
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(AddressMap::in_memory(2, 0));
  check_refused(module, payload, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  payload.set_address(AddressMap::in_memory(1, 0) - 1);
  payload.set_data_length(2);
  payload.set_streaming_width(2);
  check_refused(module, payload, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  payload.set_address(0);
  payload.set_streaming_width(1);
  check_refused(module, payload, tlm::TLM_BURST_ERROR_RESPONSE);
  payload.set_streaming_width(2);
  payload.set_byte_enable_ptr(&byte);
  check_refused(module, payload, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

}  // namespace tactus
