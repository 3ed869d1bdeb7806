#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/arbiter.h"
#include "hw/router/class_shares.h"
#include "hw/router/nomination.h"
#include "hw/router/output_choice.h"
#include "hw/router/output_credits.h"
#include "hw/router/output_requests.h"
#include "hw/router/request_table.h"
#include "hw/router/requester_numbers.h"

namespace tactus {

/// One transfer that was granted: from an input VC to a VC of an output.
struct SwitchGrant {
  int in_port = 0;
  int in_vc = 0;
  int out_port = 0;
  int out_vc = 0;
};

/// Switch allocation of one router (docs/timing.md, "Router", SA): which stated requests are granted at an
/// edge. Plain class; the cycle level calls it at every edge, the packet level at the edges that matter.
///
/// A requester is an input VC, number `in_port * V + in_vc`; it has at most one request per output. If input queues are
/// FIFOs all its requests are one packet's, and go with the first that is granted: one, unless routes are adaptive.
/// Outputs and input sides are busy from the grant until `release`.
class SwitchAllocator {
 public:
  /// Makes the allocator of a router with `ports`. `arbiter`, if there is one, makes the outputs' arbiters instead of
  /// those that `config` names.
  SwitchAllocator(const RouterConfig& config, RouterPorts ports, const ArbiterFactory& arbiter = {});

  void reset();
  void set_request(int out_port, int requester, const SwitchRequest& request) {
    outputs_[static_cast<std::size_t>(out_port)].set(requester);
    reconsider(out_port);
    if (nomination_) {
      table_.set_age(out_port, requester, request.age);
      return nomination_->set(out_port, numbers_.port(requester), requester, request);
    }
    table_.set(out_port, requester, request);
    if (!plain_) tell_request(out_port, requester, request);
  }
  /// Like `set_request`, ahead of its time: the request stands when `come` has been called. For routers whose input
  /// ports do not nominate.
  void set_request_ahead(int out_port, int requester, const SwitchRequest& request) {
    set_request(out_port, requester, request);
    outputs_[static_cast<std::size_t>(out_port)].set_ahead(requester);
  }
  void come(int out_port, int requester) { outputs_[static_cast<std::size_t>(out_port)].come(requester); }
  /// Credits have come back on `out_port`, or anything else that may let a blocked request through.
  void reconsider(int out_port) { pending_outputs_ |= port_bit(out_port); }
  /// The transfer through `grant.out_port` has moved its last flit: its output and its input side are free.
  void release(const SwitchGrant& grant);
  /// Like `release`, but the output stays busy, until `release_output`.
  void release_input(const SwitchGrant& grant);
  void release_output(int out_port) {
    busy_outputs_ &= ~port_bit(out_port);
    reconsider(out_port);
  }
  /// As `release_input`, but leaves nothing pending.
  void release_input_quietly(int requester) { busy_inputs_ &= ~input_side(requester); }
  /// Frees the output and its input side like `release`, but leaves nothing pending: for a caller that knows by itself
  /// where to look next.
  void release_quietly(int out_port, int requester) {
    busy_inputs_ &= ~input_side(requester);
    busy_outputs_ &= ~port_bit(out_port);
  }

  /// From now on `out_port` is granted to nobody. A transfer through it goes on.
  void close_output(int out_port) { closed_outputs_ |= port_bit(out_port); }
  [[nodiscard]] bool is_closed(int out_port) const { return (closed_outputs_ >> out_port & 1U) != 0; }

  /// True if calling `allocate` could grant something.
  [[nodiscard]] bool pending() const { return pending_outputs() != 0; }
  /// Outputs that `allocate` would look at.
  [[nodiscard]] PortSet pending_outputs() const { return pending_outputs_ & free_outputs(); }
  /// A hint to the cache that `out_port` is about to be looked at.
  void prefetch(int out_port) const {
    __builtin_prefetch(&requests(out_port));
    table_.prefetch(out_port);
  }
  /// A hint to the cache that a request of `requester` is about to be stated.
  void prefetch_statement(int requester) const {
    table_.prefetch(0, requester);
    if (nomination_) nomination_->prefetch(numbers_.port(requester));
  }
  [[nodiscard]] const OutputRequests& requests(int out_port) const {
    return outputs_[static_cast<std::size_t>(out_port)];
  }
  /// Need of `requester` at `out_port`.
  [[nodiscard]] const SwitchNeed& need(int out_port, int requester) const { return table_.need(out_port, requester); }

  /// Requesters that cannot be granted anything while a transfer from `requester` is under way.
  [[nodiscard]] RequestMask input_side(int requester) const {
    if (exclusive_port_) return port_of(requester);
    return exclusive_vc_ ? RequestMask{1} << requester : 0;
  }
  /// A transfer keeps others from being granted, besides those for its own output.
  [[nodiscard]] bool exclusive_inputs() const { return exclusive_port_ || exclusive_vc_; }
  [[nodiscard]] bool input_busy(int requester) const { return (busy_inputs_ >> requester & 1U) != 0; }

  /// Input ports nominate (RouterConfig::input_nomination): what they do, else null.
  [[nodiscard]] Nomination* nomination() { return nomination_ ? &*nomination_ : nullptr; }
  [[nodiscard]] const Nomination* nomination() const { return nomination_ ? &*nomination_ : nullptr; }

  /// Grants at edge `now`, the P outputs one after the other from number `now mod P` on. Calls
  /// `granted(const SwitchGrant&)` for each, after the credits are taken and the request is gone.
  template <class Credits, class Granted>
  void allocate(std::uint64_t now, Credits& credits, Granted&& granted) {
    // What one output grants may make an input port nominate a packet for another.
    allocate(nomination_ ? all_outputs() & free_outputs() : pending_outputs(), now, credits, granted);
  }
  /// Allocates among the outputs in the mask `outputs`, all of them free; no other could be granted at this edge.
  /// `Credits` answers `find_room` and `take` as OutputCredits does.
  template <class Credits, class Granted>
  void allocate(PortSet outputs, std::uint64_t now, Credits& credits, Granted&& granted) {
    if (nomination_) {
      nomination_->nominate(
          nomination_->asking(outputs), ~busy_inputs_,
          [&credits](int out_port, const SwitchNeed& need) { return credits.find_room(out_port, need) >= 0; });
      outputs &= nomination_->outputs();
      pending_outputs_ = 0;
    }
    grant(outputs, now, credits, granted);
  }
  /// The input ports that have their chance first nominate what they have foreseen, and each of the outputs, all of
  /// which are free, grants one of them. Returns all input ports that have competed.
  template <class Credits, class Granted>
  PortSet allocate_foreseen(std::uint64_t now, Credits& credits, Granted&& granted) {
    const PortSet first = nomination_->chances().first_ports();
    if ((first & (first - 1)) != 0) {
      const PortSet competing = nomination_->nominate_foreseen();
      grant(nomination_->outputs(), now, credits, granted);
      return competing;
    }
    // Mostly one has its chance alone, and nothing else needs to know of its nominee.
    const int in_port = first_port(first);
    const Nomination::Stated& nominee = nomination_->nominee(in_port);
    const int out_port = nominee.out_port;
    const PortSet competing = nomination_->compete_for(out_port);
    granted(grant_nominee(out_port, RequestMask{1} << nominee.requester, credits));
    return competing;
  }

 private:
  /// Grants the outputs in `outputs` what they can be granted, in the order of edge `now`.
  template <class Credits, class Granted>
  void grant(PortSet outputs, std::uint64_t now, Credits& credits, Granted&& granted) {
    passed_over_ = 0;
    // One alone needs no order, nor a division.
    const bool alone = (outputs & (outputs - 1)) == 0;
    const PortSet before_first = alone ? 0 : first_ports(static_cast<int>(now % static_cast<unsigned>(ports_)));
    PortSet rest = outputs & ~before_first;
    PortSet later = outputs & before_first;
    while ((rest | later) != 0) {
      if (rest == 0) rest = std::exchange(later, 0);
      const int out_port = first_port(rest);
      rest &= rest - 1;
      if (nomination_) {
        // Without the credits that it takes, others may nominate other packets at the next edge.
        pending_outputs_ = all_outputs();
        granted(grant_nominee(out_port, nomination_->requesters(out_port), credits));
      } else if (const int winner = pick(out_port, credits); winner >= 0) {
        granted(grant_winner(out_port, winner, credits));
      } else {
        pending_outputs_ &= ~port_bit(out_port);
      }
    }
    // At the next edge they may have no better output.
    pending_outputs_ |= passed_over_;
  }

  void tell_request(int out_port, int requester, const SwitchRequest& request);
  [[nodiscard]] std::size_t place(int out_port, int requester) const {
    return static_cast<std::size_t>(numbers_.number(out_port, 0) * ports_ + requester);
  }
  /// All requesters of the input port of `requester`.
  [[nodiscard]] RequestMask port_of(int requester) const {
    return port_mask_ << numbers_.number(numbers_.port(requester), 0);
  }
  [[nodiscard]] PortSet all_outputs() const { return first_ports(ports_); }
  [[nodiscard]] PortSet free_outputs() const { return ~(busy_outputs_ | closed_outputs_); }
  /// Requester that `out_port` grants, or -1.
  template <class Credits>
  int pick(int out_port, Credits& credits) {
    OutputRequests& output = outputs_[static_cast<std::size_t>(out_port)];
    if (!plain_) return pick_offered(out_port, credits);
    return output.grant(~busy_inputs_, table_.needs(out_port), table_.ages(out_port),
                        [&](const SwitchNeed& need) { return credits.find_room(out_port, need) >= 0; });
  }
  /// Requester that `out_port` grants among packets that choose their outputs, or are of several classes; or -1.
  template <class Credits>
  [[gnu::noinline]] int pick_offered(int out_port, Credits& credits) {
    OutputRequests& output = outputs_[static_cast<std::size_t>(out_port)];
    RequestMask offered = 0;
    for (RequestMask rest = output.standing() & ~busy_inputs_; rest != 0; rest &= rest - 1) {
      const int requester = __builtin_ctzll(rest);
      const SwitchNeed& need = table_.need(out_port, requester);
      if (credits.find_room(out_port, need) < 0) continue;
      if (choice_ && choice_->prefers_another(requester, out_port, free_outputs(), table_, credits)) {
        passed_over_ |= port_bit(out_port);
      } else {
        offered |= rest & (~rest + 1);
      }
    }
    if (offered == 0) return -1;
    const int turn = classes_ ? classes_->take_turn(out_port, offered) : 0;
    if (classes_) offered &= classes_->requesters(turn);
    const int winner = output.grant(offered, table_.ages(out_port));
    if (classes_) classes_->charge(out_port, turn, flits_[place(out_port, winner)]);
    if (!choice_) return winner;
    for (PortSet asked = choice_->forget(winner); asked != 0; asked &= asked - 1) {
      outputs_[static_cast<std::size_t>(first_port(asked))].withdraw(winner);
    }
    return winner;
  }

  template <class Credits>
  SwitchGrant grant_winner(int out_port, int winner, Credits& credits) {
    const int in_port = numbers_.port(winner);
    busy_inputs_ |= input_side(winner);
    busy_outputs_ |= port_bit(out_port);
    return {in_port, winner - numbers_.number(in_port, 0), out_port,
            take(out_port, table_.need(out_port, winner), credits)};
  }
  /// Grants `out_port` to one of the requesters that are `nominated` for it.
  template <class Credits>
  SwitchGrant grant_nominee(int out_port, RequestMask nominated, Credits& credits) {
    OutputRequests& output = outputs_[static_cast<std::size_t>(out_port)];
    const int winner = output.grant(nominated, table_.ages(out_port));
    const int in_port = numbers_.port(winner);
    const SwitchNeed need = nomination_->nominee(in_port).need;
    nomination_->remove_nominee(in_port, (output.all() & port_of(winner)) != 0);
    busy_inputs_ |= port_of(winner);
    busy_outputs_ |= port_bit(out_port);
    return {in_port, winner - numbers_.number(in_port, 0), out_port, take(out_port, need, credits)};
  }
  /// The credits that a packet with `need`, who has them, takes: of the lowest VC, which is returned.
  template <class Credits>
  static int take(int out_port, const SwitchNeed& need, Credits& credits) {
    const int vc = credits.find_room(out_port, need);
    credits.take(out_port, vc, need.credits);
    return vc;
  }

  int ports_;
  RequesterNumbers numbers_;
  RequestMask port_mask_;        ///< requesters of input port 0
  bool exclusive_port_;          ///< one transfer at a time per input port
  bool exclusive_vc_;            ///< one transfer at a time per input VC
  bool plain_ = true;            ///< neither of `choice_` and `classes_`
  RequestMask busy_inputs_ = 0;  ///< requesters whose input side is taken
  PortSet busy_outputs_ = 0;
  PortSet closed_outputs_ = 0;
  PortSet pending_outputs_ = 0;  ///< outputs where something has changed since they were last looked at in vain
  std::vector<OutputRequests> outputs_;
  std::optional<Nomination> nomination_;  ///< null: inputs offer all that can be granted
  RequestTable table_;
  PortSet passed_over_ = 0;               ///< outputs, at this edge, that a packet waits for a better one than
  std::unique_ptr<OutputChoice> choice_;  ///< null: packets have one output each
  std::unique_ptr<ClassShares> classes_;  ///< null: all packets are of one class
  std::vector<std::uint16_t> flits_;      ///< length of the packet that asks, by output and requester: with `classes_`
};

}  // namespace tactus
