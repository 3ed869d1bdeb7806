#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/node/copies/random_datatype.h"
#include "tlm_models/node/copies/transfer_config.h"

namespace tactus {
namespace {

using Fields = std::vector<std::string>;

Fields fields(const std::vector<ConfigFault>& faults) {
  Fields fields;
  for (const ConfigFault& fault : faults) fields.push_back(fault.field);
  return fields;
}

const DatatypeConfig kIntType = basic_type(BasicType::kInt);

TEST_CASE("Datatype: what is wrong is named by its member, all at once", "[LAYOUT-6]") {
  CHECK(fields(validate(contiguous_type(-1, kIntType))) == Fields{"count"});
  CHECK(fields(validate(vector_type(-1, -2, kDatatypeReach + 1, kIntType))) ==
        Fields{"count", "block_length", "stride"});
  CHECK(fields(validate(indexed_type({1, 2}, {0}, kIntType))) == Fields{"block_lengths"});
  CHECK(fields(validate(hindexed_type({1, -2}, {0, kDatatypeReach + 1}, kIntType))) ==
        Fields{"block_lengths[1]", "displacements[1]"});
  CHECK(fields(validate(struct_type({1, 1}, {0, 8}, {kIntType}))) == Fields{"types"});
  CHECK(fields(validate(subarray_type({4, 0}, {5, 1}, {0, 0}, ArrayOrder::kC, kIntType))) ==
        Fields{"subsizes[0]", "starts[0]", "sizes[1]", "subsizes[1]", "starts[1]"});
  CHECK(fields(validate(subarray_type({4}, {2}, {3}, ArrayOrder::kC, kIntType))) == Fields{"starts[0]"});
  CHECK(fields(validate(subarray_type({}, {}, {}, ArrayOrder::kC, kIntType))) == Fields{"sizes"});
  CHECK(fields(validate(resized_type(0, -8, kIntType))) == Fields{"extent"});
  CHECK(fields(validate(struct_type({1, 1}, {0, 8}, {resized_type(0, -1, kIntType), contiguous_type(-1, kIntType)}))) ==
        Fields{"types[0].extent", "types[1].count"});
}

TEST_CASE("Datatype: constructors may be nested as deep as the limit, and no deeper", "[LAYOUT-6]") {
  DatatypeConfig config = kIntType;
  for (int i = 1; i < kDatatypeNesting; ++i) config = contiguous_type(1, config);
  CHECK(validate(config).empty());
  const auto faults = validate(contiguous_type(1, config));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].field.find("types[0].types[0]") == 0);
  for (int i = 0; i < 2000; ++i) config = contiguous_type(1, config);
  CHECK(validate(config).size() == 1);
}

TEST_CASE("Datatype: one that reaches too far is a fault however its numbers would overflow", "[LAYOUT-6]") {
  DatatypeConfig config = basic_type(BasicType::kDouble);
  for (int i = 1; i < kDatatypeNesting; ++i) {
    config = vector_type(kDatatypeReach, kDatatypeReach, -kDatatypeReach, config);
  }
  CHECK(validate(config).size() == 1);
  CHECK(fields(validate(subarray_type(std::vector<std::int64_t>(16, kDatatypeReach), std::vector<std::int64_t>(16, 1),
                                      std::vector<std::int64_t>(16, kDatatypeReach - 1), ArrayOrder::kC, kIntType))) ==
        Fields{"kind"});
}

TEST_CASE("Datatype: random ones are valid") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Dice dice(seed);
    CAPTURE(seed);
    REQUIRE(validate(random_datatype(dice, {})).empty());
  }
}

TEST_CASE("Transfer: a receive that overlaps, or of another size than the send, is a fault", "[LAYOUT-7]") {
  TransferConfig config;
  config.send.datatype = vector_type(4, 1, 2, kIntType);
  config.receive.datatype = contiguous_type(4, kIntType);
  CHECK(validate(config).empty());
  config.receive.elements = 2;
  CHECK(fields(validate(config)) == Fields{"receive.datatype"});
  config.receive = {vector_type(4, 1, 0, kIntType), 1};
  CHECK(fields(validate(config)) == Fields{"receive.datatype"});
  config.receive = {resized_type(0, 2, kIntType), 4};
  CHECK(fields(validate(config)) == Fields{"receive.datatype"});
  // What is read may overlap.
  config.send.datatype = vector_type(4, 1, 0, kIntType);
  config.receive = {contiguous_type(4, kIntType), 1};
  CHECK(validate(config).empty());
  config.send.elements = -1;
  config.receive.datatype.count = -4;
  CHECK(fields(validate(config)) == Fields{"send.elements", "receive.datatype.count"});
}

}  // namespace
}  // namespace tactus
