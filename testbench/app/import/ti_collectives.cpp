#include <fmt/core.h>

#include <numeric>
#include <utility>

#include "testbench/app/import/ti_reader.h"

namespace tactus {

int TiReader::root(TiLine& line, std::size_t argument) {
  if (argument >= line.arguments()) return 0;
  const std::int64_t number = line.number(argument, "the root");
  if (!line.right()) return 0;
  const auto rank = target_.rank(number, line.argument_place(argument));
  return rank.value_or(0);
}

std::vector<std::uint64_t> TiReader::counts(TiLine& line, std::size_t first, std::uint64_t datatype_bytes) {
  std::vector<std::uint64_t> bytes;
  const auto ranks = static_cast<std::size_t>(target_.ranks());
  bytes.reserve(ranks);
  for (std::size_t i = first; i < first + ranks; ++i) {
    bytes.push_back(product(line, i, line.count(i, "the count"), datatype_bytes));
    if (!line.right()) break;
    target_.message_size(bytes.back(), line.argument_place(i));
  }
  bytes.resize(ranks);
  return bytes;
}

void TiReader::put(Rank& rank, TiLine& line, CollectiveRecord record) {
  if (!line.right()) return;
  target_.message_size(record.bytes, line.place(1));
  rank.program.collective(std::move(record), line.place(1));
}

void TiReader::barrier(Rank& rank, TiLine& line) { put(rank, line, {}); }

void TiReader::broadcast(Rank& rank, TiLine& line) {
  CollectiveRecord record;
  record.kind = MpiCollective::kBroadcast;
  record.bytes = product(line, 0, line.count(0, "the count"), line.datatype(2, rank.default_bytes));
  record.root = root(line, 1);
  put(rank, line, std::move(record));
}

void TiReader::reduce(Rank& rank, TiLine& line) {
  CollectiveRecord record;
  record.kind = MpiCollective::kReduce;
  record.bytes = product(line, 0, line.count(0, "the count"), line.datatype(3, rank.default_bytes));
  const double flops = line.real(1, "flops");
  record.root = root(line, 2);
  put(rank, line, std::move(record));
  put_flops(rank, line, flops, 1);
}

void TiReader::all_reduce(Rank& rank, TiLine& line) {
  CollectiveRecord record;
  record.kind = MpiCollective::kAllreduce;
  record.bytes = product(line, 0, line.count(0, "the count"), line.datatype(2, rank.default_bytes));
  const double flops = line.real(1, "flops");
  put(rank, line, std::move(record));
  put_flops(rank, line, flops, 1);
}

void TiReader::scan(Rank& rank, TiLine& line) {
  CollectiveRecord record;
  record.kind = line.word(1) == "scan" ? MpiCollective::kScan : MpiCollective::kExscan;
  record.bytes = product(line, 0, line.count(0, "the count"), line.datatype(2, rank.default_bytes));
  const double flops = line.real(1, "flops");
  put(rank, line, std::move(record));
  put_flops(rank, line, flops, 1);
}

void TiReader::reduce_scatter(Rank& rank, TiLine& line) {
  const auto ranks = static_cast<std::size_t>(target_.ranks());
  CollectiveRecord record;
  record.kind = MpiCollective::kReduceScatter;
  record.member_bytes = counts(line, 0, line.datatype(ranks + 1, rank.default_bytes));
  record.bytes = std::accumulate(record.member_bytes.begin(), record.member_bytes.end(), std::uint64_t{0});
  const double flops = line.real(ranks, "flops");
  put(rank, line, std::move(record));
  put_flops(rank, line, flops, ranks);
}

void TiReader::gather(Rank& rank, TiLine& line) {
  CollectiveRecord record;
  record.kind = MpiCollective::kGather;
  record.bytes = product(line, 0, line.count(0, "the count"), line.datatype(3, rank.default_bytes));
  product(line, 1, line.count(1, "the count"), line.datatype(4, rank.default_bytes));
  record.root = root(line, 2);
  put(rank, line, std::move(record));
}

void TiReader::scatter(Rank& rank, TiLine& line) {
  CollectiveRecord record;
  record.kind = MpiCollective::kScatter;
  product(line, 0, line.count(0, "the count"), line.datatype(3, rank.default_bytes));
  record.bytes = product(line, 1, line.count(1, "the count"), line.datatype(4, rank.default_bytes));
  record.root = root(line, 2);
  put(rank, line, std::move(record));
}

void TiReader::all_gather(Rank& rank, TiLine& line) {
  CollectiveRecord record;
  record.kind = MpiCollective::kAllgather;
  record.bytes = product(line, 0, line.count(0, "the count"), line.datatype(2, rank.default_bytes));
  product(line, 1, line.count(1, "the count"), line.datatype(3, rank.default_bytes));
  put(rank, line, std::move(record));
}

void TiReader::gather_v(Rank& rank, TiLine& line) {
  const auto ranks = static_cast<std::size_t>(target_.ranks());
  CollectiveRecord record;
  record.kind = MpiCollective::kGatherv;
  record.bytes = product(line, 0, line.count(0, "the count"), line.datatype(ranks + 2, rank.default_bytes));
  record.member_bytes = counts(line, 1, line.datatype(ranks + 3, rank.default_bytes));
  record.root = root(line, ranks + 1);
  put(rank, line, std::move(record));
}

void TiReader::scatter_v(Rank& rank, TiLine& line) {
  const auto ranks = static_cast<std::size_t>(target_.ranks());
  CollectiveRecord record;
  record.kind = MpiCollective::kScatterv;
  record.member_bytes = counts(line, 0, line.datatype(ranks + 2, rank.default_bytes));
  record.bytes = product(line, ranks, line.count(ranks, "the count"), line.datatype(ranks + 3, rank.default_bytes));
  record.root = root(line, ranks + 1);
  put(rank, line, std::move(record));
}

void TiReader::all_gather_v(Rank& rank, TiLine& line) {
  const auto ranks = static_cast<std::size_t>(target_.ranks());
  const std::size_t more = line.arguments() - 1 - ranks;  // datatypes, displacements, or both
  if (more > 2 && more != ranks && more != ranks + 2) {
    return line.fault(line.word(ranks + 3), fmt::format("{} arguments behind the counts: at most 2 datatypes, and {} "
                                                        "displacements",
                                                        more, ranks));
  }
  const bool datatypes = more == ranks + 2 || more <= 2;
  const std::size_t none = line.arguments();
  CollectiveRecord record;
  record.kind = MpiCollective::kAllgatherv;
  record.bytes =
      product(line, 0, line.count(0, "the count"), line.datatype(datatypes ? ranks + 1 : none, rank.default_bytes));
  record.member_bytes = counts(line, 1, line.datatype(datatypes ? ranks + 2 : none, rank.default_bytes));
  put(rank, line, std::move(record));
}

void TiReader::all_to_all(Rank& rank, TiLine& line) {
  CollectiveRecord record;
  record.kind = MpiCollective::kAlltoall;
  record.bytes = product(line, 0, line.count(0, "the count"), line.datatype(2, rank.default_bytes));
  product(line, 1, line.count(1, "the count"), line.datatype(3, rank.default_bytes));
  put(rank, line, std::move(record));
}

void TiReader::all_to_all_v(Rank& rank, TiLine& line) {
  const auto ranks = static_cast<std::size_t>(target_.ranks());
  const std::uint64_t sent = line.datatype(2 * ranks + 2, rank.default_bytes);
  const std::uint64_t received = line.datatype(2 * ranks + 3, rank.default_bytes);
  CollectiveRecord record;
  record.kind = MpiCollective::kAlltoallv;
  line.count(0, "the size");
  line.count(ranks + 1, "the size");
  record.member_bytes = counts(line, 1, sent);
  record.received_bytes = counts(line, ranks + 2, received);
  put(rank, line, std::move(record));
}

}  // namespace tactus
