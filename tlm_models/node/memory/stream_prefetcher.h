#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// Streams end at the end of a page: the prefetcher does not know where the next one is.
inline constexpr std::uint64_t kStreamPage = 4096;

/// The prefetcher beside the L2 of a core: it sees lines that miss L1, and follows streams of them, up or down, each
/// within a page. Who uses a page for longest gives way to a new one.
class StreamPrefetcher {
 public:
  /// Streams of lines that are at most `stride` lines apart; `page_lines` is a power of two.
  StreamPrefetcher(int streams, int stride, std::uint64_t page_lines)
      : streams_(static_cast<std::size_t>(streams)),
        stride_(static_cast<std::uint64_t>(stride)),
        page_lines_(page_lines) {}

  /// Whether `line`, which misses L1, has been asked for: the last one in its page that did was near.
  bool follows(std::uint64_t line) {
    if (streams_.empty()) return false;
    const std::uint64_t page = line / page_lines_;
    Stream& stream = stream_of(page);
    const bool known = stream.page == page;
    const std::uint64_t distance = stream.last < line ? line - stream.last : stream.last - line;
    stream.goes_on = known && (distance == 0 ? stream.goes_on : distance <= stride_);
    stream.page = page;
    stream.last = line;
    stream.used = ++now_;
    return stream.goes_on;
  }

 private:
  struct Stream {
    std::uint64_t page = ~std::uint64_t{0};
    std::uint64_t last = 0;  ///< line
    std::uint64_t used = 0;
    bool goes_on = false;
  };

  /// Stream of the page, or the one that was used longest ago.
  Stream& stream_of(std::uint64_t page) {
    Stream* oldest = &streams_.front();
    for (Stream& stream : streams_) {
      if (stream.page == page) return stream;
      if (stream.used < oldest->used) oldest = &stream;
    }
    return *oldest;
  }

  std::vector<Stream> streams_;
  std::uint64_t stride_;
  std::uint64_t page_lines_;
  std::uint64_t now_ = 0;
};

}  // namespace tactus
