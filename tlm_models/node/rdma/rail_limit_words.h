#pragma once

#include <map>
#include <string>
#include <vector>

#include "tlm_models/node/rdma/rail_sampler.h"

namespace tactus {

/// Resources that the data of a rail can wait for, numbered from 0 (protocol and latency) on, with its names: an
/// enumeration for waveforms.
class RailLimitWords {
 public:
  explicit RailLimitWords(const RailWay& way);

  [[nodiscard]] std::uint64_t value(const RailSampler::Limit& limit) const { return values_.at(limit); }
  [[nodiscard]] const RailSampler::Limit& limit(std::uint64_t value) const { return limits_[value]; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::map<RailSampler::Limit, std::uint64_t> values_;
  std::vector<RailSampler::Limit> limits_;
  std::vector<std::string> names_;
};

}  // namespace tactus
