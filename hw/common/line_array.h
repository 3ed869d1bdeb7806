#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace tactus {

/// As many elements as it is made with, from the beginning of a line of the cache: what fits into a line is in one.
template <class T>
class LineArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  explicit LineArray(std::size_t size)
      : elements_(size == 0 ? nullptr : static_cast<T*>(::operator new(size * sizeof(T), kLine))) {
    std::uninitialized_value_construct_n(elements_.get(), size);
  }

  [[nodiscard]] bool empty() const { return elements_ == nullptr; }
  [[nodiscard]] T* data() { return elements_.get(); }
  [[nodiscard]] const T* data() const { return elements_.get(); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  static constexpr std::align_val_t kLine{64};
  struct Free {
    void operator()(T* elements) const { ::operator delete(elements, kLine); }
  };
  std::unique_ptr<T, Free> elements_;
};

}  // namespace tactus
