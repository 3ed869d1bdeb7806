#include "tlm_models/node/rdma/registration_cache.h"

#include "testbench/tests/support/catch.h"

namespace tactus {

using namespace literals;

namespace {

RdmaConfig costs(int registrations) {
  RdmaConfig config;
  config.registration_time = 10_us;
  config.page_time = 100_ns;
  config.page = 4_KiB;
  config.registrations = registrations;
  return config;
}

}  // namespace

TEST_CASE("RegistrationCache: a buffer costs its base and its pages at each NIC, once") {
  const RdmaConfig config = costs(4);
  RegistrationCache cache(config);
  CHECK(cache.use(0, 64_KiB, 2) == (10_us + 100_ns * 16) * 2);
  CHECK(cache.use(0, 64_KiB, 2) == Picoseconds{});
  CHECK(cache.use(4096, 4_KiB, 2) == Picoseconds{});            // part of it
  CHECK(cache.use(0, 64_KiB, 4) == (10_us + 100_ns * 16) * 4);  // more NICs
  CHECK(cache.use(0, Bytes{65'537}, 2) == (10_us + 100_ns * 17) * 2);
}

TEST_CASE("RegistrationCache: forgets the buffer that was not used for longest") {
  const RdmaConfig config = costs(2);
  RegistrationCache cache(config);
  cache.use(0, 4_KiB, 1);
  cache.use(8192, 4_KiB, 1);
  CHECK(cache.use(0, 4_KiB, 1) == Picoseconds{});
  cache.use(16384, 4_KiB, 1);
  CHECK(cache.use(0, 4_KiB, 1) == Picoseconds{});
  CHECK(cache.use(8192, 4_KiB, 1) != Picoseconds{});
}

TEST_CASE("RegistrationCache: with no room every use costs") {
  const RdmaConfig config = costs(0);
  RegistrationCache cache(config);
  CHECK(cache.use(0, 4_KiB, 1) != Picoseconds{});
  CHECK(cache.use(0, 4_KiB, 1) != Picoseconds{});
}

}  // namespace tactus
