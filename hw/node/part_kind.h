#pragma once

namespace tactus {

struct MemoryPart;
struct NicPart;
struct ProcessorPart;
struct RouterPart;

/// Kinds of parts of a node that plug-ins bring; their registrations are in hw/node/part_policy.h, and in
/// tlm_models/traffic/processor_part.h.
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
struct ProcessorPartKind {
  static constexpr char kName[] = "processor part";
  using Policy = ProcessorPart;
};

}  // namespace tactus
