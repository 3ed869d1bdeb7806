#include "hw/node/part_memory.h"

#include <fmt/core.h>

#include <cstdlib>
#include <systemc>

#include "hw/common/reports.h"

namespace tactus {

PartMemory::PartMemory(const char* name, const MemoryPart& part, const MemorySite& site)
    : contract_(MemoryPartKind::kName, part),
      node_(site.config.network.node_name(site.position)),
      memory_(contract_.made([&] { return part.make(name, site); })),
      is_module_(dynamic_cast<sc_core::sc_object*>(memory_.get()) != nullptr) {
  memory_->connect(*this);
}

void PartMemory::violated(const std::string& what) const {
  SC_REPORT_ERROR(reports::kPart,
                  fmt::format("{}, memory of {}, cycle {}: {}", contract_.title(), node_, now_.count(), what).c_str());
  std::abort();  // whoever turned the exception of SC_REPORT_ERROR off
}

void PartMemory::request(const MemoryRequest& request, Cycles now) {
  now_ = now;
  open(request.engine, request.kind == MemoryRequest::Kind::kRead).emplace(request.tag, false);
  ++open_requests_;
  call("request", [&] { memory_->request(request, now); });
}

void PartMemory::say(Cycles now) {
  now_ = now;
  call("say", [&] { memory_->answer(now); });
}

void PartMemory::forget() {
  memory_->forget();
  for (Open& each : reads_) each.clear();
  for (Open& each : writes_) each.clear();
  open_requests_ = 0;
  look_ahead();
}

MemoryContents* PartMemory::contents() {
  return contract_.call("contents", [&] { return memory_->contents(); });
}

template <class Function>
void PartMemory::call(const char* name, Function function) {
  called_ = true;
  contract_.call(name, function);
  called_ = false;
  if (!fault_.empty()) violated(fault_);
  look_ahead();
}

std::string PartMemory::fault_of(int engine, MemoryAnswer answer, std::uint32_t tag) {
  const bool reads = answer == MemoryAnswer::kRead;
  if (engine < 0 || engine >= kMaxNics) return fmt::format("answers engine {}, which does not exist", engine);
  const Open& requests = open(engine, reads);
  const auto request = requests.find(tag);
  if (request == requests.end()) {
    return fmt::format("answers {} {} of engine {}, which is not open: asked for by nobody, or answered twice",
                       reads ? "read" : "write", tag, engine);
  }
  const bool taken = request->second;
  if (!reads && answer != MemoryAnswer::kVisible && taken) {
    return fmt::format("takes write {} of engine {} twice", tag, engine);
  }
  if (answer == MemoryAnswer::kVisible && !taken) {
    return fmt::format("shows write {} of engine {} before it has taken it", tag, engine);
  }
  return {};
}

void PartMemory::done(int engine, MemoryAnswer answer, std::uint32_t tag) {
  if (!fault_.empty()) return;
  fault_ = fault_of(engine, answer, tag);
  if (!fault_.empty()) {
    if (!called_) violated(fault_);
    return;
  }
  Open& requests = open(engine, answer == MemoryAnswer::kRead);
  if (answer == MemoryAnswer::kTaken) {
    requests[tag] = true;
  } else {
    requests.erase(tag);
    --open_requests_;
  }
  client().done(engine, answer, tag);
  if (!called_) look_ahead();
}

void PartMemory::look_ahead() {
  next_read_at(memory_->next(true));
  next_other_at(memory_->next(false));
  if (is_module_ || open_requests_ == 0 || memory_->next(true) != Cycles::max()) return;
  violated(fmt::format("{} requests are open, and it does not say when it goes on (next_read_at, next_other_at)",
                       open_requests_));
}

}  // namespace tactus
