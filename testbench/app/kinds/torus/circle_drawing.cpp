#include "testbench/app/kinds/torus/circle_drawing.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace tactus {
namespace {

constexpr int kMostAlong = 20;
constexpr char kSeveral = '*';

/// Characters on a canvas that are drawn over each other.
class Canvas {
 public:
  Canvas(int columns, int rows)
      : lines_(static_cast<std::size_t>(rows), std::string(static_cast<std::size_t>(columns), ' ')) {}
  char& at(int column, int row) { return lines_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }
  void write(int column, int row, const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) at(column + static_cast<int>(i), row) = text[i];
  }
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const std::string& line : lines_) {
      const std::size_t end = line.find_last_not_of(' ');
      if (end != std::string::npos) all += line.substr(0, end + 1);
      all += '\n';
    }
    all.erase(all.find_last_not_of('\n') + 1);
    return all;
  }

 private:
  std::vector<std::string> lines_;
};

class CircleDrawing {
 public:
  CircleDrawing(const NetworkShape& shape, const std::vector<Channel>& circle) : shape_(shape), circle_(circle) {
    first_ = last_ = circle.front().node;
    for (const Channel& channel : circle) {
      take(channel.node);
      take(shape.neighbour(channel.node, channel.direction));
      const int d = dimension_of(channel.direction);
      wraps_[static_cast<std::size_t>(d)] = wraps_[static_cast<std::size_t>(d)] || wraps(channel);
    }
  }

  [[nodiscard]] std::string text() const {
    if (columns() > kMostAlong || rows() > kMostAlong) return {};
    Canvas canvas(left() + kWide * (columns() + 1), top() + kHigh * (rows() + 1));
    draw_nodes(canvas);
    for (const Channel& channel : circle_) draw(canvas, channel);
    return canvas.text();
  }

 private:
  static constexpr int kWide = 4;  ///< characters from node to node
  static constexpr int kHigh = 3;  ///< lines from node to node
  static constexpr int kLeft = 6;  ///< before the first node: its y
  static constexpr int kTop = 1;   ///< above the first node: its x

  void take(Coordinate node) {
    for (int d = 0; d < 2; ++d) {
      first_.set(d, std::min(first_[d], node[d]));
      last_.set(d, std::max(last_[d], node[d]));
    }
  }
  /// Room before the first node, with that of a link that wraps.
  [[nodiscard]] int left() const { return kLeft + (wraps_[0] ? kWide : 0); }
  [[nodiscard]] int top() const { return kTop + (wraps_[1] ? kHigh - 1 : 0); }
  /// Place in its ring of the node before a channel's link, -1 for that before node 0.
  [[nodiscard]] static int before(const Channel& channel) {
    return channel.node[dimension_of(channel.direction)] - (is_negative(channel.direction) ? 1 : 0);
  }
  [[nodiscard]] bool wraps(const Channel& channel) const {
    return before(channel) < 0 || before(channel) == shape_.size(dimension_of(channel.direction)) - 1;
  }
  [[nodiscard]] int columns() const { return last_[0] - first_[0] + 1; }
  [[nodiscard]] int rows() const { return last_[1] - first_[1] + 1; }
  [[nodiscard]] int column(int x) const { return left() + kWide * (x - first_[0]); }
  [[nodiscard]] int row(int y) const { return top() + kHigh * (y - first_[1]); }

  void draw_nodes(Canvas& canvas) const {
    for (int x = first_[0]; x <= last_[0]; ++x) {
      const std::string number = fmt::format("{}{}", x == first_[0] ? "x " : "", x);
      canvas.write(column(x) + 1 - static_cast<int>(number.size()), 0, number);
      for (int y = first_[1]; y <= last_[1]; ++y) canvas.at(column(x), row(y)) = '.';
    }
    for (int y = first_[1]; y <= last_[1] && shape_.dimensions() > 1; ++y) {
      canvas.write(0, row(y), fmt::format("{}{}", y == first_[1] ? "y " : "  ", y));
    }
    for (const Channel& channel : circle_) canvas.at(column(channel.node[0]), row(channel.node[1])) = 'o';
  }

  /// A link that wraps is drawn at both ends of its ring.
  void draw(Canvas& canvas, const Channel& channel) const {
    const int d = dimension_of(channel.direction);
    const int low = before(channel);
    for (const int at : wraps(channel) ? std::array{-1, shape_.size(d) - 1} : std::array{low, low}) {
      d == 0 ? draw_across(canvas, at, channel) : draw_down(canvas, at, channel);
    }
  }
  void draw_across(Canvas& canvas, int before, const Channel& channel) const {
    const int left = column(before) + 1;
    const int y = row(channel.node[1]);
    const bool negative = is_negative(channel.direction);
    char& vc = canvas.at(left + 1, y);
    vc = mark(vc, channel.vc);
    canvas.at(negative ? left : left + 2, y) = negative ? '<' : '>';
    char& other = canvas.at(negative ? left + 2 : left, y);
    if (other == ' ') other = '-';
  }
  void draw_down(Canvas& canvas, int before, const Channel& channel) const {
    const int top = row(before) + 1;
    const int x = column(channel.node[0]);
    const bool negative = is_negative(channel.direction);
    char& arrow = canvas.at(x, negative ? top : top + 1);
    char& vc = canvas.at(x, negative ? top + 1 : top);
    const bool taken = vc == '^' || vc == 'v';
    if (!taken) vc = mark(vc, channel.vc);
    arrow = negative ? '^' : 'v';
  }
  /// The VC, or a star where the circle takes several.
  static char mark(char there, int vc) {
    const char digit = static_cast<char>('0' + vc);
    return there == ' ' || there == digit ? digit : kSeveral;
  }

  const NetworkShape& shape_;
  const std::vector<Channel>& circle_;
  Coordinate first_;
  Coordinate last_;
  std::array<bool, kMaxDimensions> wraps_{};  ///< by dimension: a link of the circle wraps in it
};

}  // namespace

std::string drawing_of(const NetworkShape& shape, const std::vector<Channel>& circle) {
  // The coordinates of a graph's nodes are no places.
  const bool drawn = !shape.is_graph() && shape.dimensions() <= 2 && !circle.empty();
  return drawn ? CircleDrawing(shape, circle).text() : std::string();
}

}  // namespace tactus
