#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "testbench/tests/unit/tlm_models/traffic/collectives/recorded_calls.h"

namespace tactus::test {

constexpr int kMostMembers = 128;
/// Members whose contributions a piece of data has.
using Contributions = std::bitset<kMostMembers>;

/// A block of a call's data, cut where its pieces have different owners: the specification, apart from the code.
struct DataBlock {
  std::uint64_t block = 0;
  std::vector<std::uint64_t> ends;  ///< of its pieces, ascending: the last is its size
};
/// Data of a member before or after the call, of the piece of `block` that begins at byte `first`.
using Holding = std::function<Contributions(int member, std::uint64_t block, std::uint64_t first)>;

/// Order in which operations that could begin or end do so.
enum class Order { kRandom, kNewestFirst, kOneMemberLast, kEndsLast };

/// Runs the operations of all members without time. A message carries, for each piece of data, the contributions that
/// its sender has when the send begins; the k-th send of a pair and tag meets the k-th receive. Faults: data that is
/// not there when it is sent, or is changed while it is sent; a contribution that comes twice; messages whose ends
/// differ; a deadlock; a call that ends before an operation of its member.
class SymbolicRun {
 public:
  /// `once`: a contribution must not come twice.
  SymbolicRun(const RecordedCall& call, const std::vector<DataBlock>& data, const Holding& before, const Holding& after,
              bool once);

  /// Answers the first fault; empty if there is none and all members hold what `after` says, where it says something.
  std::string run(Order order, unsigned seed);
  /// Messages of the longest chain in the last run.
  [[nodiscard]] std::uint64_t chain() const { return chain_; }

 private:
  struct Node {
    const RecordedOperation* recorded = nullptr;
    int member = 0;
    bool last = false;       ///< of its member
    std::vector<int> items;  ///< pieces of data
    std::vector<int> followers_of_begin;
    std::vector<int> followers_of_end;
    std::vector<int> combinations;  ///< that take no time, after its end
    int waits = 0;
    int missing = 0;
    bool begun = false;
    bool ended = false;
    bool reads = false;       ///< of a send: its data may not change, since it has not left nor arrived
    int other = -1;           ///< of a message: the operation at the other end
    std::uint64_t depth = 0;  ///< messages before its beginning, then before its end
    std::uint64_t end_depth = 0;
    std::vector<Contributions> carried;
  };
  struct Combination {
    int member = 0;
    int receive = 0;
    std::vector<int> items;
    int waits = 0;
    int missing = 0;
  };
  struct Channel {
    std::vector<int> sends;
    std::vector<int> receives;
  };
  struct Event {
    int node = 0;
    bool end = false;
  };
  struct Piece {
    std::uint64_t block = 0;
    std::uint64_t first = 0;
  };

  void cut_blocks(const RecordedCall& call, const std::vector<DataBlock>& data);
  void make_nodes(const RecordedCall& call);
  std::vector<int> items_of(const std::vector<Segment>& segments);
  void reset(unsigned seed);
  Event take(Order order);
  void begin(int index);
  void end(int index);
  void meet(int index);
  void arrive(int index);
  void combine(int member, int receive, const std::vector<int>& items);
  void write(int member, int item, const Contributions& value);
  void stop_reading(Node& send);
  void release(const std::vector<int>& followers, std::uint64_t depth);
  void fail(int member, const char* what);
  Contributions& held(int member, int item) { return held_[cell(member, item)]; }
  [[nodiscard]] std::size_t cell(int member, int item) const {
    return static_cast<std::size_t>(member) * pieces_.size() + static_cast<std::size_t>(item);
  }

  bool once_;
  int members_ = 0;
  std::map<std::uint64_t, std::map<std::uint64_t, int>>
      cuts_;  ///< by block and first byte: the piece that begins there
  std::vector<Piece> pieces_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> first_node_;
  std::vector<Combination> combinations_;
  const RecordedCall& call_;
  std::vector<Contributions> before_;  ///< by member and piece
  std::vector<Contributions> after_;

  std::mt19937 dice_;
  int slow_ = 0;
  std::vector<Contributions> held_;
  std::vector<int> readers_;  ///< sends under way that read a piece of a member
  std::vector<int> writers_;  ///< combinations under way that change it
  std::map<std::uint64_t, Channel> channels_;
  std::vector<Event> events_;
  std::size_t ended_ = 0;
  std::uint64_t chain_ = 0;
  std::string fault_;
};

}  // namespace tactus::test
