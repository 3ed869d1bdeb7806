#include "testbench/app/import/chakra_node.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "testbench/app/import/protobuf_reader.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

// Numbers of fields in et_def.proto.
enum NodeField : std::uint8_t {
  kId = 1,
  kName = 2,
  kType = 3,
  kControlDependencies = 4,
  kDataDependencies = 5,
  kStartTime = 6,
  kDuration = 7,
  kInputs = 8,
  kOutputs = 9,
  kAttribute = 10,
};
enum AttributeField : std::uint8_t {
  kAttributeName = 1,
  kDocumentation = 2,
  kDouble = 3,
  kFloat = 5,
  kSigned32 = 15,
  kSigned64 = 17,
  kBoolList = 28,
  kString = 29,
  kLastAttributeField = 32,
};

/// An attribute's value, if it is a number or a text.
struct Attribute {
  std::string_view name;
  std::optional<std::int64_t> number;
  std::optional<std::string_view> text;
  std::string_view bools;  ///< of a list
  bool has_bools = false;
};

std::optional<std::int64_t> number_of(const ProtobufField& field) {
  switch (field.number) {
    case kDouble: {
      double value = 0;
      std::memcpy(&value, &field.value, sizeof value);
      if (field.wire != ProtobufField::kFixed64 || !(std::abs(value) < 9e18)) return {};
      return static_cast<std::int64_t>(value);
    }
    case kFloat: {
      const auto bits = static_cast<std::uint32_t>(field.value);
      float value = 0;
      std::memcpy(&value, &bits, sizeof value);
      if (field.wire != ProtobufField::kFixed32 || !(std::abs(value) < 9e18F)) return {};
      return static_cast<std::int64_t>(value);
    }
    case kSigned32:
    case kSigned64:
      return static_cast<std::int64_t>((field.value >> 1U) ^ (~(field.value & 1U) + 1U));
    default:
      if (field.wire == ProtobufField::kBytes) return {};
      return static_cast<std::int64_t>(field.value);
  }
}

/// Reads nodes; all faults are at bytes of the file.
class NodeReader {
 public:
  NodeReader(std::string_view message, std::uint64_t byte, BinaryReader& reader, ChakraNode& node)
      : message_(message), byte_(byte), reader_(reader), node_(node) {}

  bool read() {
    ProtobufReader fields(message_);
    ProtobufField field;
    while (right_ && fields.next(field)) take(field);
    if (fields.broken()) fault(fields.offset(), "these bytes are no field of a node");
    return right_;
  }

 private:
  void fault(std::size_t at, std::string message) {
    reader_.fault(byte_ + at, std::move(message));
    right_ = false;
  }

  [[nodiscard]] bool expect(const ProtobufField& field, ProtobufField::Wire wire, const char* what) {
    if (field.wire == wire) return true;
    fault(field.at, fmt::format("field {} of a node, {}, has the wire type {}", field.number, what,
                                static_cast<int>(field.wire)));
    return false;
  }

  void take(const ProtobufField& field) {
    switch (field.number) {
      case kId:
        if (expect(field, ProtobufField::kVarint, "the id")) node_.id = field.value;
        return;
      case kName:
        if (expect(field, ProtobufField::kBytes, "the name")) node_.name = field.bytes.substr(0, kLongestName);
        return;
      case kType:
        if (expect(field, ProtobufField::kVarint, "the type")) node_.type = field.value;
        return;
      case kControlDependencies:
      case kDataDependencies:
        return take_dependencies(field);
      case kStartTime:
      case kInputs:
      case kOutputs:
        return;  // when it ran in the traced run, and the shapes of its tensors
      case kDuration:
        if (expect(field, ProtobufField::kVarint, "the duration")) node_.duration_us = field.value;
        return;
      case kAttribute:
        if (expect(field, ProtobufField::kBytes, "an attribute")) take_attribute(field);
        return;
      default:
        fault(field.at, fmt::format("unknown field {} of a node", field.number));
    }
  }

  void take_dependencies(const ProtobufField& field) {
    if (field.wire == ProtobufField::kVarint) return node_.dependencies.push_back(field.value);
    if (!expect(field, ProtobufField::kBytes, "dependencies")) return;
    std::string_view packed = field.bytes;
    while (!packed.empty()) {
      const auto id = take_varint(packed);
      if (!id) return fault(field.at, "the list of dependencies is damaged");
      node_.dependencies.push_back(*id);
    }
  }

  void take_attribute(const ProtobufField& field) {
    Attribute attribute;
    ProtobufReader fields(field.bytes);
    ProtobufField part;
    while (fields.next(part)) {
      if (part.number == kAttributeName && part.wire == ProtobufField::kBytes) {
        attribute.name = part.bytes;
      } else if (part.number == kString && part.wire == ProtobufField::kBytes) {
        attribute.text = part.bytes;
      } else if (part.number == kBoolList && part.wire == ProtobufField::kBytes) {
        attribute.bools = part.bytes;
        attribute.has_bools = true;
      } else if (part.number > kLastAttributeField) {
        return fault(field.at, fmt::format("unknown field {} of an attribute", part.number));
      } else if (part.number > kDocumentation) {
        attribute.number = number_of(part);
      }
    }
    if (fields.broken()) return fault(field.at, "the attribute is damaged");
    set(attribute, field.at);
  }

  void set(const Attribute& attribute, std::size_t at) {
    const std::array<std::pair<const char*, std::optional<std::int64_t>*>, 6> numbers = {
        {{"comm_type", &node_.comm_type},
         {"comm_size", &node_.comm_size},
         {"comm_src", &node_.comm_source},
         {"comm_dst", &node_.comm_destination},
         {"comm_tag", &node_.comm_tag},
         {"num_ops", &node_.operations}}};
    for (const auto& [name, member] : numbers) {
      if (attribute.name != name) continue;
      if (!attribute.number) return fault(at, fmt::format("attribute {} is no number", name));
      *member = attribute.number;
      return;
    }
    if (attribute.name == "pg_name") {
      if (!attribute.text) return fault(at, "attribute pg_name is no text");
      node_.group = *attribute.text;
    } else if (attribute.name == "involved_dim") {
      if (is_partial(attribute))
        fault(at, "a collective operation of some dimensions (involved_dim): only all are read");
    } else if (attribute.name.substr(0, 5) == "comm_" && attribute.name != "comm_priority") {
      fault(at,
            fmt::format("unknown attribute '{}'{}", attribute.name,
                        did_you_mean(attribute.name, {"comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag"})));
    }
  }

  static bool is_partial(const Attribute& attribute) {
    if (!attribute.has_bools) return attribute.number.value_or(1) == 0;
    ProtobufReader values(attribute.bools);
    ProtobufField field;
    while (values.next(field)) {
      if (field.wire == ProtobufField::kVarint && field.value == 0) return true;
      if (field.wire == ProtobufField::kBytes && field.bytes.find('\0') != std::string_view::npos) return true;
    }
    return false;
  }

  static constexpr std::size_t kLongestName = 200;

  std::string_view message_;
  std::uint64_t byte_;
  BinaryReader& reader_;
  ChakraNode& node_;
  bool right_ = true;
};

}  // namespace

bool read_chakra_node(std::string_view message, std::uint64_t byte, BinaryReader& reader, ChakraNode& node) {
  node = {};
  node.byte = byte;
  return NodeReader(message, byte, reader, node).read();
}

bool is_chakra_metadata(std::string_view message) {
  ProtobufReader fields(message);
  ProtobufField field;
  while (fields.next(field)) {
    if (field.number > 2 || field.wire != ProtobufField::kBytes) return false;
  }
  return !fields.broken();
}

}  // namespace tactus
