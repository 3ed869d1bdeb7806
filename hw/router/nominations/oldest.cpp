#include "hw/router/nomination_policy.h"

namespace tactus {
namespace {

const Registered<NominationKind> kOldest{
    {{"oldest", "An input port offers the packet routed first of those that have credits, though its output be busy."},
     [](const NominationRequest& request) { return request.routed; }}};

}  // namespace
}  // namespace tactus
