#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "hw/common/policy_contract.h"
#include "hw/common/router_ports.h"
#include "hw/memory/memory_port.h"
#include "hw/node/part_policy.h"

namespace tactus {

/// A memory of a plug-in in front of a NIC, held to the contract of MemoryPort: one answer to a read, `kTaken` and then
/// `kVisible` to a write, nothing unasked for, and an edge by which the next answer comes.
///
/// Raises kPart with the plug-in's name, the node and the cycle. Reference: docs/reference/parts.md.
class PartMemory final : public MemoryPort, private MemoryClient {
 public:
  /// All that `site` names and `part` must outlive it.
  PartMemory(const char* name, const MemoryPart& part, const MemorySite& site);

  void request(const MemoryRequest& request, Cycles now) override;
  void forget() override;
  [[nodiscard]] MemoryContents* contents() override;

 private:
  /// Requests that are not answered, by tag; of a write, whether it has been taken.
  using Open = std::map<std::uint32_t, bool>;

  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override;
  void say(Cycles now) override;
  /// Takes over the edges at which the memory wants to be called.
  void look_ahead();
  Open& open(int engine, bool reads) { return (reads ? reads_ : writes_)[static_cast<std::size_t>(engine)]; }
  /// Calls the memory by `function()`, its `name`, in which it may answer.
  template <class Function>
  void call(const char* name, Function function);
  /// The fault of an answer; empty if it is one that is awaited.
  [[nodiscard]] std::string fault_of(int engine, MemoryAnswer answer, std::uint32_t tag);
  [[noreturn]] void violated(const std::string& what) const;

  const PolicyContract contract_;
  const std::string node_;  ///< "node_1_2"
  std::unique_ptr<MemoryPort> memory_;
  const bool is_module_;  ///< it can answer between two edges, whenever it likes
  Cycles now_;            ///< edge that it was last told of
  std::array<Open, kMaxNics> reads_;
  std::array<Open, kMaxNics> writes_;
  std::size_t open_requests_ = 0;
  bool called_ = false;
  std::string fault_;  ///< an answer that was wrong; raised after the call, whose exception it would be taken for
};

}  // namespace tactus
