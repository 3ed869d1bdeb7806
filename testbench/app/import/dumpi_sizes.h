#pragma once

#include "testbench/app/import/dumpi_call.h"
#include "testbench/app/import/dumpi_datatypes.h"
#include "testbench/app/import/import_target.h"

namespace tactus {

/// Reads sizes and roots of the arguments of a rank's calls.
class DumpiSizes {
 public:
  DumpiSizes(DumpiCall& call, ImportTarget& target, const DumpiDatatypes& datatypes)
      : call_(call), target_(target), datatypes_(datatypes) {}

  /// Bytes of `count` elements; nothing, with a fault, if they cannot be said.
  std::optional<std::uint64_t> bytes(const char* count, const char* datatype);
  /// Bytes of each member of a communicator. `datatype` names one for all or, with `own_types`, a list.
  std::optional<std::vector<std::uint64_t>> member_bytes(const char* counts, const char* datatype, std::size_t members,
                                                         bool own_types = false);
  /// Sizes of a collective call of member `member` of `members`; false, with a fault, if its arguments are wrong.
  bool fill(CollectiveRecord& record, int member, std::size_t members);

 private:
  std::optional<std::uint64_t> size_of(std::int64_t count, std::int64_t datatype, const char* count_name,
                                       const char* datatype_name);
  bool set(std::uint64_t& bytes, const char* count, const char* datatype);
  bool set(std::vector<std::uint64_t>& all, const char* counts, const char* datatype, std::size_t members,
           bool own_types = false);
  bool fill_of_root(CollectiveRecord& record, int member, std::size_t members);

  DumpiCall& call_;
  ImportTarget& target_;
  const DumpiDatatypes& datatypes_;
};

}  // namespace tactus
