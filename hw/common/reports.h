#pragma once

namespace tactus::reports {

// SystemC report ids: one per way in which a model can be violated. Tests assert these ids.
inline constexpr char kEndOfTime[] = "/tactus/common/end_of_time";
inline constexpr char kPolicy[] = "/tactus/common/policy";
inline constexpr char kPart[] = "/tactus/node/part";
inline constexpr char kPortWithoutWire[] = "/tactus/link/port_without_wire";
inline constexpr char kWireNoEvent[] = "/tactus/link/wire_has_no_event";
inline constexpr char kRouterOverflow[] = "/tactus/router/overflow";
inline constexpr char kRouterUnderrun[] = "/tactus/router/underrun";
inline constexpr char kRouterCreditOverflow[] = "/tactus/router/credit_overflow";
inline constexpr char kRouterProtocol[] = "/tactus/router/protocol";
inline constexpr char kNicProtocol[] = "/tactus/nic/protocol";
inline constexpr char kNicRegister[] = "/tactus/nic/register";
inline constexpr char kNicReceiveOverflow[] = "/tactus/nic/receive_overflow";
inline constexpr char kNicUnexpectedOverflow[] = "/tactus/nic/unexpected_overflow";
inline constexpr char kNicIntegrity[] = "/tactus/nic/integrity";
inline constexpr char kMemoryAccess[] = "/tactus/memory/access";
inline constexpr char kMemoryContents[] = "/tactus/memory/contents";
inline constexpr char kRtlDifference[] = "/tactus/rtl/difference";
inline constexpr char kRtlAssertion[] = "/tactus/rtl/assertion";
inline constexpr char kBorderProtocol[] = "/tactus/border/protocol";
inline constexpr char kFabricDependencyCycle[] = "/tactus/fabric/dependency_cycle";
inline constexpr char kFabricStalled[] = "/tactus/fabric/stalled";
inline constexpr char kFabricNotDrained[] = "/tactus/fabric/not_drained";
inline constexpr char kAttribution[] = "/tactus/fabric/attribution";
inline constexpr char kProcessorUnfinished[] = "/tactus/processor/unfinished";

}  // namespace tactus::reports
