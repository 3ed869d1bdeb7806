#include "testbench/app/import/dumpi_sizes.h"

#include <fmt/core.h>

#include <limits>
#include <numeric>

namespace tactus {

std::optional<std::uint64_t> DumpiSizes::size_of(std::int64_t count, std::int64_t datatype, const char* count_name,
                                                 const char* datatype_name) {
  const auto each = datatypes_.bytes(datatype);
  if (!each) {
    target_.faults().add(call_.place(datatype_name),
                         fmt::format("the trace does not say how large datatype {} is: dumpi2ascii -a does", datatype));
    return std::nullopt;
  }
  if (count < 0 ||
      (*each != 0 && static_cast<std::uint64_t>(count) > std::numeric_limits<std::uint64_t>::max() / *each)) {
    target_.faults().add(call_.place(count_name), fmt::format("{} elements of {} B", count, *each));
    return std::nullopt;
  }
  const std::uint64_t size = static_cast<std::uint64_t>(count) * *each;
  if (!target_.message_size(size, call_.place(count_name))) return std::nullopt;
  return size;
}

std::optional<std::uint64_t> DumpiSizes::bytes(const char* count, const char* datatype) {
  const auto elements = call_.number(count);
  const auto type = call_.number(datatype);
  if (!elements || !type) return std::nullopt;
  return size_of(*elements, *type, count, datatype);
}

std::optional<std::vector<std::uint64_t>> DumpiSizes::member_bytes(const char* counts, const char* datatype,
                                                                   std::size_t members, bool own_types) {
  const auto elements = call_.numbers(counts);
  const auto types = own_types ? call_.numbers(datatype) : std::nullopt;
  const auto type = own_types ? std::nullopt : call_.number(datatype);
  if (!elements || (own_types ? !types : !type)) return std::nullopt;
  if (elements->size() != members || (own_types && types->size() != members)) {
    target_.faults().add(call_.place(counts), fmt::format("{} counts for {} ranks", elements->size(), members));
    return std::nullopt;
  }
  std::vector<std::uint64_t> bytes;
  for (std::size_t member = 0; member < members; ++member) {
    const auto size = size_of((*elements)[member], own_types ? (*types)[member] : *type, counts, datatype);
    if (!size) return std::nullopt;
    bytes.push_back(*size);
  }
  return bytes;
}

bool DumpiSizes::set(std::uint64_t& bytes, const char* count, const char* datatype) {
  const auto size = this->bytes(count, datatype);
  bytes = size.value_or(0);
  return size.has_value();
}

bool DumpiSizes::set(std::vector<std::uint64_t>& all, const char* counts, const char* datatype, std::size_t members,
                     bool own_types) {
  auto sizes = member_bytes(counts, datatype, members, own_types);
  if (sizes) all = std::move(*sizes);
  return sizes.has_value();
}

/// Of a rank that puts its data where its result comes (MPI_IN_PLACE), only the arguments of the other side count.
bool DumpiSizes::fill(CollectiveRecord& record, int member, std::size_t members) {
  using Kind = MpiCollective;
  switch (record.kind) {
    case Kind::kBarrier:
      return true;
    case Kind::kAllreduce:
    case Kind::kScan:
    case Kind::kExscan:
      return set(record.bytes, "count", "datatype");
    case Kind::kReduceScatter:
      if (!set(record.member_bytes, "recvcounts", "datatype", members)) return false;
      record.bytes = std::accumulate(record.member_bytes.begin(), record.member_bytes.end(), std::uint64_t{0});
      return true;
    case Kind::kAllgather:
    case Kind::kAlltoall:
      return set(record.bytes, "recvcount", "recvtype");
    case Kind::kAllgatherv:
      if (!set(record.member_bytes, "recvcounts", "recvtype", members)) return false;
      record.bytes = record.member_bytes[static_cast<std::size_t>(member)];
      return true;
    case Kind::kAlltoallv: {
      const bool own_types = call_.has("sendtypes");
      return set(record.member_bytes, "sendcounts", own_types ? "sendtypes" : "sendtype", members, own_types) &&
             set(record.received_bytes, "recvcounts", own_types ? "recvtypes" : "recvtype", members, own_types);
    }
    default:
      return fill_of_root(record, member, members);
  }
}

bool DumpiSizes::fill_of_root(CollectiveRecord& record, int member, std::size_t members) {
  using Kind = MpiCollective;
  const auto root = call_.number("root");
  if (!root) return false;
  if (*root < 0 || *root >= static_cast<std::int64_t>(members)) {
    target_.faults().add(call_.place("root"),
                         fmt::format("there is no root {}: the communicator has {} members", *root, members));
    return false;
  }
  record.root = static_cast<int>(*root);
  const bool is_root = record.root == member;
  const auto self = static_cast<std::size_t>(member);
  switch (record.kind) {
    case Kind::kGather:
      return set(record.bytes, is_root ? "recvcount" : "sendcount", is_root ? "recvtype" : "sendtype");
    case Kind::kScatter:
      return set(record.bytes, is_root ? "sendcount" : "recvcount", is_root ? "sendtype" : "recvtype");
    case Kind::kGatherv:
    case Kind::kScatterv: {
      const bool gathers = record.kind == Kind::kGatherv;
      if (!is_root) return set(record.bytes, gathers ? "sendcount" : "recvcount", gathers ? "sendtype" : "recvtype");
      if (!set(record.member_bytes, gathers ? "recvcounts" : "sendcounts", gathers ? "recvtype" : "sendtype",
               members)) {
        return false;
      }
      record.bytes = record.member_bytes[self];
      return true;
    }
    default:
      return set(record.bytes, "count", "datatype");
  }
}

}  // namespace tactus
