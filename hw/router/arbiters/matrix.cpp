#include <array>

#include "hw/router/arbiter.h"
#include "hw/router/request_bits.h"

namespace tactus {
namespace {

class MatrixArbiter final : public Arbiter {
 public:
  explicit MatrixArbiter(int requesters) : requesters_(requesters) { MatrixArbiter::reset(); }

  int pick(RequestMask requests, RequestAges /*ages*/) override {
    // From any contender on to one of its superiors, until one has none: the order is total, so that is the first.
    int winner = 0;
    for (RequestMask contenders = requests; contenders != 0; contenders &= superiors_[winner]) {
      winner = lowest_request(contenders);
    }
    const RequestMask others = ~(RequestMask{1} << winner);
    for (int i = 0; i < requesters_; ++i) superiors_[i] &= others;
    superiors_[winner] = first_requests(requesters_) & others;
    return winner;
  }

  void reset() override {
    for (int i = 0; i < requesters_; ++i) superiors_[i] = first_requests(i);
  }

 private:
  int requesters_;
  /// Row i of the priority matrix: everybody who goes before requester i. The rows always describe a total order.
  std::array<RequestMask, kMaxRequesters> superiors_{};
};

const Registered<ArbiterKind> kMatrix{
    {{"matrix", "The requester that was served longest ago wins; before that, the lowest number."},
     ArbiterAges::kNone,
     [](const ArbiterRequesters& requesters) -> std::unique_ptr<Arbiter> {
       return std::make_unique<MatrixArbiter>(requesters.count);
     }}};

}  // namespace
}  // namespace tactus
