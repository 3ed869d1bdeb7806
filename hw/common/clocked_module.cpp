#include "hw/common/clocked_module.h"

namespace tactus {

ClockedModule::ClockedModule(const sc_core::sc_module_name& name, ClockDomain& domain)
    : sc_module(name),
      domain_(domain),
      number_(domain.add(*this)),
      wake_words_(domain.wake_words(number_)),
      wake_bit_(std::uint64_t{1} << number_ % 64) {}

ClockedModule::Bell ClockedModule::bell(int input) {
  Bell bell;
  bell.arrivals_ = arrivals_.at(static_cast<std::size_t>(input) / 64).data();
  bell.wake_words_ = wake_words_.data();
  bell.wake_bit_ = static_cast<std::uint8_t>(number_ % 64);
  bell.input_ = static_cast<std::uint8_t>(input % 64);
  return bell;
}

void ClockedModule::wake() {
  wake_words_[slot(domain_.next_edge())] |= wake_bit_;
  domain_.rouse();
}

}  // namespace tactus
