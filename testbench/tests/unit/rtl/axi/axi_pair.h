#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "testbench/tests/unit/rtl/axi/axi_memory.h"

namespace tactus::test {

/// Models that are made from now on have this fault of axi_faults.cmake; 0: none.
void plant_axi_fault(int number);

/// Two nodes with `nic_axi`, wired to each other (nic_axi_pair.sv), their memories, and software that uses APB.
class AxiPair {
 public:
  static constexpr int kNodes = 2;
  static constexpr int kEngines = 2;

  struct Setup {
    unsigned max_payload = 480;
    unsigned outstanding_reads = 4;
    unsigned packet_buffers = 8;
    unsigned buffer_flits = 64;
    int pace = 60;  ///< of memories: as AxiMemory's
  };
  AxiPair(const Setup& setup, std::uint64_t seed);
  ~AxiPair();

  struct Access {
    std::uint32_t data = 0;
    bool refused = false;
  };
  Access access(int node, bool write, std::uint32_t address, std::uint32_t value);
  void write(int node, std::uint32_t address, std::uint32_t value);
  std::uint32_t read(int node, std::uint32_t address);

  /// The common counter of the nodes.
  [[nodiscard]] std::uint32_t counter() const;
  /// So many clocks.
  void run(int clocks);
  void reset(int clocks);
  [[nodiscard]] bool interrupt(int node) const;
  /// Memory has answered an engine with an error.
  [[nodiscard]] bool failed(int node, int engine, bool writing) const;
  /// Breaks the rules of APB in the next access: drops the select before it is answered.
  void lose_select() { loses_select_ = true; }

  NodeMemory& memory(int node) { return memories_[static_cast<std::size_t>(node)]; }
  AxiMemory& port(int node, int engine) { return *ports_[static_cast<std::size_t>(node * kEngines + engine)]; }

 private:
  struct Model;
  void clock();
  void drive_memories();
  void clock_memories();

  std::unique_ptr<Model> model_;
  std::vector<NodeMemory> memories_;
  std::vector<std::unique_ptr<AxiMemory>> ports_;
  bool loses_select_ = false;
};

}  // namespace tactus::test
