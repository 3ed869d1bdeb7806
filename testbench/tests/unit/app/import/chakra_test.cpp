#include <fmt/core.h>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/chakra_file.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

using Texts = std::vector<std::string>;
using test::attribute;
using test::bytes_field;
using test::chakra_file;
using test::framed;
using test::import_files;
using test::Imported;
using test::ImportOptions;
using test::node;
using test::number_field;
using test::text_attribute;

constexpr std::uint32_t kControl = 4;
constexpr std::uint32_t kData = 5;
constexpr std::uint32_t kDuration = 7;

Imported read_chakra(const std::vector<std::string>& files, const ImportOptions& options = {}) {
  return import_files(files, options, "run.", ".et");
}

/// Faults of a trace of two ranks whose first has these nodes.
Texts chakra_faults(std::initializer_list<std::string> nodes) {
  ImportOptions options;
  options.format = "chakra";
  return read_chakra({chakra_file(nodes), chakra_file({})}, options).fault_texts();
}

std::string message_to(std::uint64_t id, const char* peer, std::uint64_t rank, const std::string& more = "") {
  return node(id, std::string(peer) == "comm_dst" ? 5 : 6,
              attribute("comm_size", 64) + attribute(peer, rank, 7) + more);
}

TEST_CASE("Chakra: nodes become operations with their dependencies", "[IMPORT-1][IMPORT-11]") {
  const Imported imported = read_chakra(
      {chakra_file({node(10, 4, number_field(kDuration, 3)),
                    message_to(11, "comm_dst", 1, attribute("comm_tag", 9, 7) + number_field(kData, 10)),
                    message_to(12, "comm_src", 1, number_field(kControl, 10) + number_field(kData, 11)),
                    node(13, 1, bytes_field(kData, test::varint(11) + test::varint(14))),
                    node(14, 2, number_field(kDuration, 1))}),
       chakra_file({message_to(1, "comm_src", 0, attribute("comm_tag", 9, 7)), message_to(2, "comm_dst", 0)})});
  CHECK(imported.fault_texts().empty());
  CHECK(imported.format == "chakra");
  CHECK(
      imported.goal() ==
      "\nrank 0 {\nl1: calc 3000000\nl2: send 64b to 1 tag 9\nl3: recv 64b from 1 tag 0\nl4: calc 0\nl5: calc 1000000\n"
      "l2 requires l1\nl3 requires l1\nl3 requires l2\nl4 requires l2\nl4 requires l5\n}\n"
      "\nrank 1 {\nl1: recv 64b from 0 tag 9\nl2: send 64b to 0 tag 0\n}\n");
}

TEST_CASE("Chakra: collective calls have their kinds and the bytes of MPI", "[IMPORT-8][IMPORT-11]") {
  using K = MpiCollective;
  const std::pair<K, std::uint64_t> expected[] = {
      {K::kAllreduce, 7}, {K::kReduce, 7},   {K::kAllgather, 7},     {K::kGather, 7},        {K::kScatter, 4},
      {K::kBroadcast, 7}, {K::kAlltoall, 4}, {K::kReduceScatter, 7}, {K::kReduceScatter, 7}, {K::kBarrier, 0}};
  for (std::uint64_t type = 0; type < 10; ++type) {
    const std::string call =
        node(1, 7, attribute("comm_type", type) + attribute("comm_size", 7) + text_attribute("pg_name", "0"));
    const Imported imported = read_chakra({chakra_file({call}), chakra_file({call})});
    CHECK(imported.fault_texts().empty());
    REQUIRE(imported.calls.size() == 2);
    const CollectiveRecord& record = imported.calls[0].record;
    CHECK(record.kind == expected[type].first);
    CHECK(record.bytes == expected[type].second);
    CHECK(record.member_bytes ==
          (record.kind == K::kReduceScatter ? std::vector<std::uint64_t>{4, 3} : std::vector<std::uint64_t>{}));
  }
}

TEST_CASE("Chakra: what depends on a collective call comes after its end, and it after its dependencies",
          "[IMPORT-11]") {
  const std::string call = attribute("comm_type", 9);
  const std::string file = chakra_file({node(1, 7, call + number_field(kData, 3)),
                                        node(2, 4, number_field(kDuration, 1) + number_field(kData, 1)),
                                        node(3, 4, number_field(kDuration, 1))});
  const Imported imported = read_chakra({file});
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: calc 0\nl2: calc 0\nl3: calc 1000000\nl4: calc 1000000\n"
        "l2 requires l1\nl3 requires l2\nl1 requires l4\n}\n");
}

TEST_CASE("Chakra: computing without a duration takes its operations at the rate of a rank", "[IMPORT-3][IMPORT-11]") {
  ImportOptions options;
  const std::vector<std::string> file = {chakra_file({node(1, 4, attribute("num_ops", 5000))})};
  CHECK(read_chakra(file, options).fault_texts() == Texts{"byte 9: node 1 ('n1'): computing is counted in operations: "
                                                          "give the rate of a rank in flop/s (--flop-rate)"});
  options.settings.flop_rate = 1e12;
  CHECK(read_chakra(file, options).goal() == "\nrank 0 {\nl1: calc 5000\n}\n");
}

TEST_CASE("Chakra: attributes are read as numbers of any type", "[IMPORT-11]") {
  const std::string of_double("\x09\0\0\0\0\0\0\x50\x40", 9);  // key of a fixed 64-bit field of no number yet, 64.0
  const std::string as_double = bytes_field(10, bytes_field(1, "comm_size") + "\x19" + of_double.substr(1));
  const std::string as_float = bytes_field(10, bytes_field(1, "comm_size") + std::string("\x2D\0\0\x80\x42", 5));
  const std::string as_signed = attribute("comm_size", 128, 17);
  for (const std::string& size :
       {as_double, as_float, as_signed, attribute("comm_size", 64, 13), attribute("comm_size", 64, 11)}) {
    const Imported imported = read_chakra({chakra_file({node(1, 5, size + attribute("comm_dst", 0, 7))})});
    CHECK(imported.fault_texts().empty());
    CHECK(imported.goal() == "\nrank 0 {\nl1: send 64b to 0 tag 0\n}\n");
  }
}

TEST_CASE("Chakra: a trace without version, gzip and other fields of nodes are read", "[IMPORT-11][IMPORT-12]") {
  const std::string file =
      framed("") + framed(node(1, 4,
                               number_field(kDuration, 2) + number_field(6, 99) + bytes_field(8, "") +
                                   bytes_field(9, "") + attribute("rf_id", 3) + attribute("is_cpu_op", 0, 27)));
  ImportOptions options;
  options.format = "chakra";
  CHECK(read_chakra({file}, options).goal() == "\nrank 0 {\nl1: calc 2000000\n}\n");
  CHECK(import_files({test::gzipped(file)}, {}, "run.", ".et.gz").goal() == "\nrank 0 {\nl1: calc 2000000\n}\n");
}

TEST_CASE("Chakra: every slip is told with its byte and node", "[IMPORT-4][IMPORT-11]") {
  const std::string size = attribute("comm_size", 8);
  const std::string allreduce = attribute("comm_type", 0) + size;
  const std::pair<std::string, const char*> slips[] = {
      {node(1, 0), "type 0: types are 1 to 7"},
      {node(1, 8), "type 8: types are 1 to 7"},
      {node(1, 5, attribute("comm_dst", 1)), "it has no comm_size, the bytes of the message"},
      {node(1, 5, size), "it has no comm_dst"},
      {node(1, 6, size), "it has no comm_src"},
      {node(1, 5, size + attribute("comm_dst", 1) + attribute("comm_src", 1)),
       "its comm_src is 1, and the file is that of rank 0"},
      {node(1, 5, size + attribute("comm_dst", 1) + attribute("comm_tag", ~std::uint64_t{0})),
       "tag -1: tags are 0 to 2147483647"},
      {node(1, 3), "access to memory without a duration"},
      {node(1, 4, number_field(kDuration, ~std::uint64_t{0})), "computing of 2^63 ps or more"},
      {node(1, 7, size), "comm_type is missing: types of collective operations are 0 to 9"},
      {node(1, 7, size + attribute("comm_type", 10)), "comm_type 10: types of collective operations are 0 to 9"},
      {node(1, 7, attribute("comm_type", 0)), "it has no comm_size, the bytes of a rank"},
      {node(1, 7, allreduce + text_attribute("pg_name", "tensor")),
       "process group 'tensor': its members are not in the trace"},
      {node(1, 4, number_field(kData, 1)), "it depends on itself"},
  };
  for (const auto& [message, fault] : slips) {
    const Texts faults = chakra_faults({message});
    REQUIRE_FALSE(faults.empty());
    CHECK(faults[0] == std::string("byte 9: node 1 ('n1'): ") + fault);
  }
  CHECK(chakra_faults({node(1, 4), node(1, 4)}) == Texts{"byte 18: node 1 ('n1'): another node has the same id"});
  CHECK(chakra_faults({node(1, 4, number_field(kData, 5))}) ==
        Texts{"byte 9: the node depends on node 5, which is not in the trace"});
  CHECK(chakra_faults({node(1, 5, size + attribute("comm_dst", 2))}) ==
        Texts{"byte 9: there is no rank 2: ranks are numbered 0 to 1"});
}

TEST_CASE("Chakra: bytes that are no trace are told with their place", "[IMPORT-4][IMPORT-11]") {
  const std::pair<std::string, const char*> slips[] = {
      {node(1, 4, number_field(11, 3)), "byte 17: unknown field 11 of a node"},
      {node(1, 4, bytes_field(7, "x")), "byte 17: field 7 of a node, the duration, has the wire type 2"},
      {node(1, 4, bytes_field(kData, "\xFF")), "byte 17: the list of dependencies is damaged"},
      {node(1, 4) + "\x0B", "byte 18: these bytes are no field of a node"},
      {node(1, 4) + "\xFF", "byte 17: these bytes are no field of a node"},
      {node(1, 4) + "\x12\x05"
                    "ab",
       "byte 19: these bytes are no field of a node"},
      {node(1, 5, attribute("comm_dest", 1)), "byte 17: unknown attribute 'comm_dest'; did you mean comm_dst?"},
      {node(1, 5, text_attribute("comm_size", "8")), "byte 17: attribute comm_size is no number"},
      {node(1, 7, attribute("pg_name", 8)), "byte 17: attribute pg_name is no text"},
      {node(1, 7, bytes_field(10, bytes_field(1, "involved_dim") + bytes_field(28, number_field(1, 0)))),
       "byte 17: a collective operation of some dimensions (involved_dim): only all are read"},
      {node(1, 7, bytes_field(10, bytes_field(1, "a") + number_field(33, 0))),
       "byte 17: unknown field 33 of an attribute"},
      {node(1, 7, bytes_field(10, "\xFF")), "byte 17: the attribute is damaged"},
  };
  for (const auto& [message, fault] : slips) {
    INFO(fault);
    CHECK(chakra_faults({message}).at(0) == fault);
  }
  ImportOptions options;
  options.format = "chakra";
  const auto faults_of = [&options](const std::string& bytes) {
    return test::import_text(bytes, options, "x.et").fault_texts();
  };
  CHECK(faults_of("") == Texts{"byte 0: the file is empty"});
  CHECK(faults_of(chakra_file({node(1, 4)}).substr(0, 12)) ==
        Texts{"byte 12: the file ends within a message: 5 of its 8 bytes are missing"});
  CHECK(faults_of(chakra_file({}) + std::string(12, '\xFF')) ==
        Texts{"byte 8: these bytes are no length of a message"});
  CHECK(faults_of(chakra_file({}) + "\xFF\xFF\xFF\xFF\x0F") ==
        Texts{"byte 13: a message of 4294967295 bytes: at most 67108864"});
  CHECK(faults_of(framed(number_field(1, 7))) ==
        Texts{"byte 1: a trace begins with its version and attributes (GlobalMetadata); these bytes are none"});
}

}  // namespace
}  // namespace tactus
