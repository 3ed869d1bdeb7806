#pragma once

namespace tactus {

struct MemoryPart;
struct NicPart;
struct RouterPart;

/// Kinds of parts of a node that plug-ins bring; their registrations are in hw/node/part_policy.h.
struct RouterPartKind {
  static constexpr char kName[] = "router part";
  using Policy = RouterPart;
};
struct NicPartKind {
  static constexpr char kName[] = "NIC part";
  using Policy = NicPart;
};
struct MemoryPartKind {
  static constexpr char kName[] = "memory part";
  using Policy = MemoryPart;
};

}  // namespace tactus
