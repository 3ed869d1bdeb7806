#include "testbench/app/attribution/job_waits.h"

#include <utility>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/results/packets.h"
#include "testbench/tests/unit/app/results/small_machine.h"

namespace tactus {
namespace {

constexpr JobNumber kOwn = 1;
constexpr JobNumber kOther = 2;

/// Rank 0 is of job `own`, rank 1 of job `other`, and all others are of none.
std::vector<JobNumber> two_jobs() {
  std::vector<JobNumber> jobs(static_cast<std::size_t>(kMap.ranks()), kNoJob);
  jobs[0] = kOwn;
  jobs[1] = kOther;
  return jobs;
}

WaitPiece piece(LatencyPart part, std::uint64_t cycles, int output, JobNumber holder) {
  return {part, 0, cycles, output, 0, kNoMark, holder};
}

TEST_CASE("Job waits: cycles of a job's packets are counted by output and by the job of the packet in the way",
          "[JOB-15]") {
  const MachineConfig config = small_machine();
  JobWaits waits(config, PacketJobs(kMap, two_jobs()), {"own", "other"});
  const PacketHeader packet = packet_injected_at(Cycles{7});
  const RouteHeader& header = packet.route;
  waits.packet_injected(packet);
  REQUIRE(waits.jobs().of(header) == kOwn);
  waits.packet_granted(
      {0, kPorts.nic_port(0), kPlusX, 0, Cycles{9}}, header,
      {piece(LatencyPart::kQueue, 10, kPlusX, kOther), piece(LatencyPart::kOutput, 20, kPlusX, kOwn),
       piece(LatencyPart::kCredits, 3, kPlusX, kNoJob), piece(LatencyPart::kBubble, 2, kPlusX, kNoJob)});
  waits.packet_granted(
      {2, kMinusX, kPlusY, 0, Cycles{90}}, header,
      {piece(LatencyPart::kOutput, 70, kPlusY, kOther), piece(LatencyPart::kInput, 3, kPlusY, kNoJob)});
  waits.packet_granted({3, kMinusX, kPlusY, 0, Cycles{190}}, header, {});
  const std::vector<JobWaitSummary> jobs = waits.summarise();
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[0].job == "own");
  CHECK(jobs[0].total.waited == 108);
  CHECK(jobs[0].total.no_room == 5);
  using Behind = std::vector<std::pair<std::string, std::uint64_t>>;
  CHECK(jobs[0].total.behind == Behind{{"none", 3}, {"own", 20}, {"other", 80}});
  REQUIRE(jobs[0].worst.size() == 2);
  CHECK(jobs[0].worst[0].place.port == "plus_y");
  CHECK(jobs[0].worst[0].wait.behind == Behind{{"none", 3}, {"other", 70}});
  CHECK(jobs[0].worst[1].place.node == std::vector<int>{0, 0});
  CHECK(jobs[0].worst[1].wait.waited == 35);
  CHECK(jobs[0].worst[1].wait.no_room == 5);
  CHECK(jobs[1].total.waited == 0);
  CHECK(jobs[1].worst.empty());
}

TEST_CASE("Job waits: the job of a packet is that of its rank, which its first flit does not say", "[JOB-15]") {
  const RankMap two_each{{{2, 2}, 2}};
  std::vector<JobNumber> of_ranks(static_cast<std::size_t>(two_each.shape().ranks()), kOwn);
  of_ranks[1] = kOther;
  PacketJobs jobs(two_each, std::move(of_ranks));
  PacketHeader packet = packet_injected_at(Cycles{7});
  packet.route.source_place = 1;
  jobs.packet_injected(packet);
  RouteHeader first_flit = packet.route;
  first_flit.source_place = 0;
  CHECK(jobs.of(first_flit) == kOther);
  CHECK(jobs.of(packet_injected_at(Cycles{8}).route) == kNoJob);
  jobs.packet_delivered(packet);
  CHECK(jobs.of(first_flit) == kNoJob);
}

TEST_CASE("Job waits: a packet in a queue waits for what the packets in front wait for, and else for them",
          "[JOB-15]") {
  const MachineConfig config = small_machine();
  JobWaits waits(config, PacketJobs(kMap, two_jobs()), {"own", "other"});
  const PacketHeader packet = packet_injected_at(Cycles{7});
  const RouteHeader& header = packet.route;
  waits.packet_injected(packet);
  const RouterGrant first{2, kMinusX, kPlusY, 0, Cycles{70}};
  // In front until 70, behind a packet of the other job until 50 and without room until 60.
  waits.packet_granted(first, header,
                       {{LatencyPart::kOutput, 20, 50, kPlusY, 0, kNoMark, kOther},
                        {LatencyPart::kCredits, 50, 60, kPlusY, -1, kNoMark, kNoJob}});
  RouterGrant second = first;
  second.cycle = Cycles{90};
  waits.packet_granted(second, header,
                       {{LatencyPart::kQueue, 40, 71, kPlusY, -1, kNoMark, kOwn},
                        {LatencyPart::kOutput, 71, 90, kPlusY, 0, kNoMark, kOther}});
  RouterGrant elsewhere = second;
  elsewhere.in_vc = 1;
  waits.packet_granted(elsewhere, header, {{LatencyPart::kQueue, 40, 60, kPlusY, -1, kNoMark, kOwn}});
  const JobWaitSummary own = waits.summarise().front();
  using Behind = std::vector<std::pair<std::string, std::uint64_t>>;
  // 30 of the first; 10, and 19 at the front, of the second.
  CHECK(own.total.behind == Behind{{"own", 11 + 20}, {"other", 30 + 10 + 19}});
  CHECK(own.total.no_room == 10 + 10);
  CHECK(own.total.waited == 110);
}

}  // namespace
}  // namespace tactus
