#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tlm_models/node/copies/copy_node.h"
#include "tlm_models/node/copies/copy_program.h"
#include "tlm_models/node/copies/message_plans.h"
#include "tlm_models/node/copies/step_queue.h"

namespace tactus {

/// Turns programs of processes into steps. A process that waits for several messages goes on with those that can: its
/// steps of one message are carried out up to where they wait, then those of another one. So does one that has come to
/// a process that waits for others, and has not posted its receive: an unexpected message. Reference:
/// docs/reference/copies.md.
class ProgramSteps : public StepSource {
 public:
  /// A process, its time and what it has counted at a mark.
  struct Mark {
    Picoseconds time;
    AccessCounts counts;
  };
  /// `receiver` has all of a message of `sender`.
  using Delivered = std::function<void(int sender, int receiver, Bytes size, Picoseconds now)>;

  /// The configurations are valid. Process p runs `programs[p]`.
  ProgramSteps(const CopyProtocolConfig& config, const ManyCoreConfig& node,
               std::vector<std::unique_ptr<CopyProgram>> programs);

  /// Where the processes run; before anything else.
  void run_on(CopyNode& node) { node_ = &node; }
  void on_delivery(Delivered delivered) { delivered_ = std::move(delivered); }
  CopySteps next(int process, Picoseconds now) override;
  /// Mark of kBegin or kEnd; zero if the process has not been there.
  [[nodiscard]] const Mark& mark(int process, int mark) const;
  /// Messages that this process has begun and not ended.
  [[nodiscard]] std::size_t under_way(int process) const;

 private:
  /// A part of a message.
  struct Stream {
    StepQueue steps;
    std::shared_ptr<MessageUnderWay> message;
    Bytes size;
    MessagePart part = MessagePart::kSend;
  };
  struct Process {
    std::unique_ptr<CopyProgram> program;
    std::vector<Stream> streams;  ///< begun and not ended, and unexpected messages that come or will
    std::size_t begun = 0;        ///< streams that the program has begun
    bool waits = false;           ///< until these have ended
    std::size_t turn = 0;         ///< number of the stream that is asked first
    std::optional<Stream> ended;  ///< with the steps that were given last, if they end one
    std::array<Mark, 2> marks;
  };

  CopySteps begin(int process, const CopyOp& op, Picoseconds now);
  void open(int process, const CopyOp& op);
  Stream new_message(int sender, int receiver, const CopyOp& op, bool sends);
  CopySteps go_on(int process, Picoseconds now);
  /// The stream that can go on now, or first; the number of streams if none can before another process does something.
  [[nodiscard]] std::size_t ready(const Process& self, Picoseconds now) const;
  static CopySteps take(Process& self, std::size_t number);
  void end_message(int process, Picoseconds now);

  MessagePlans plans_;
  std::vector<Process> processes_;
  /// The side that is missing of each message that one side has begun, by sender and receiver.
  std::unordered_map<std::uint64_t, std::deque<Stream>> unmatched_;
  CopyNode* node_ = nullptr;
  Delivered delivered_;
};

}  // namespace tactus
