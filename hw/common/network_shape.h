#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>

#include "hw/common/coordinate.h"
#include "hw/common/network_graph.h"
#include "hw/common/router_ports.h"

namespace tactus {

/// A list with an entry for each dimension of a network, or with none.
template <class T>
struct DimensionList {
  int count = 0;
  std::array<T, kMaxDimensions> of{};

  constexpr DimensionList() = default;
  constexpr DimensionList(std::initializer_list<T> entries) {
    for (const T& entry : entries) push_back(entry);
  }
  [[nodiscard]] constexpr const T* begin() const { return of.data(); }
  [[nodiscard]] constexpr const T* end() const { return of.data() + count; }
  constexpr void push_back(T entry) { of[static_cast<std::size_t>(count++)] = entry; }
  friend constexpr bool operator==(const DimensionList& a, const DimensionList& b) {
    if (a.count != b.count) return false;
    for (int d = 0; d < a.count; ++d) {
      if (a.of[static_cast<std::size_t>(d)] != b.of[static_cast<std::size_t>(d)]) return false;
    }
    return true;
  }
  friend constexpr bool operator!=(const DimensionList& a, const DimensionList& b) { return !(a == b); }
};

/// Dimensions in the order in which packets go through them, each once; none: from 0 on.
struct DimensionLetters : DimensionList<int> {
  using DimensionList<int>::DimensionList;
  constexpr DimensionLetters() = default;
  constexpr DimensionLetters(const DimensionList<int>& order) : DimensionList<int>(order) {}
};

/// Size of a torus or mesh of one to six dimensions, and the numbering of its nodes: the first dimension fastest.
/// Each dimension is a ring (it wraps) or a row. Or nodes that have numbers and no place, with or without a graph of
/// cables between them; their coordinates are the digits of their numbers in base 256.
class NetworkShape {
 public:
  constexpr NetworkShape() : NetworkShape({4, 4}) {}
  /// A torus, or with `wrap` what that says.
  constexpr NetworkShape(std::initializer_list<int> of_sizes, std::initializer_list<bool> of_wrap = {})
      : sizes(of_sizes), wrap(of_wrap) {}

  DimensionList<int> sizes;  ///< 1 to 6 entries; in a machine 2..256 each, in five dimensions 2..64, in six 2..32
  DimensionList<bool> wrap;  ///< as many, or none: all of them are rings
  bool numbered = false;     ///< one dimension: its nodes have a number and no place, as those of a fat tree
  const NetworkGraph* graph = nullptr;  ///< numbered: the cables between them, if there are any; outlives the shape

  /// So many nodes without a place.
  static constexpr NetworkShape of_numbers(int nodes) {
    NetworkShape shape({nodes});
    shape.numbered = true;
    return shape;
  }
  /// The nodes of a graph that is kept for as long as the shape.
  static NetworkShape of_graph(const NetworkGraph* graph) {
    NetworkShape shape = of_numbers(graph->nodes());
    shape.graph = graph;
    return shape;
  }

  [[nodiscard]] constexpr int dimensions() const { return sizes.count; }
  /// Ports of each node that a cable can be at.
  [[nodiscard]] constexpr int directions() const { return 2 * (graph == nullptr ? sizes.count : graph->dimensions()); }
  /// 1 in dimensions that it lacks.
  [[nodiscard]] constexpr int size(int dimension) const {
    return dimension < sizes.count ? sizes.of[static_cast<std::size_t>(dimension)] : 1;
  }
  [[nodiscard]] constexpr bool wraps(int dimension) const {
    return wrap.count == 0 || wrap.of[static_cast<std::size_t>(dimension)];
  }
  [[nodiscard]] constexpr bool is_numbered() const { return numbered; }
  [[nodiscard]] constexpr bool is_graph() const { return graph != nullptr; }
  [[nodiscard]] constexpr bool is_torus() const {
    for (int d = 0; d < dimensions(); ++d) {
      if (!wraps(d)) return false;
    }
    return true;
  }

  [[nodiscard]] constexpr int nodes() const {
    int product = 1;
    for (const int size : sizes) product *= size;
    return product;
  }
  /// Nodes that have NICs: all but the switches of a graph. Their numbers are the lowest ones.
  [[nodiscard]] constexpr int hosts() const { return graph == nullptr ? nodes() : graph->hosts(); }
  /// The nodes that ranks can be on, without the cables of a graph.
  [[nodiscard]] constexpr NetworkShape without_switches() const {
    return graph == nullptr ? *this : of_numbers(graph->hosts());
  }
  [[nodiscard]] constexpr int node(Coordinate c) const {
    if (numbered) return c[0] + (c[1] << kDigitBits) + (c[2] << 2 * kDigitBits);
    int number = 0;
    for (int d = dimensions(); d-- > 0;) number = number * size(d) + c[d];
    return number;
  }
  [[nodiscard]] constexpr Coordinate coordinate(int node) const {
    Coordinate c;
    if (numbered) return {node & kDigit, node >> kDigitBits & kDigit, node >> 2 * kDigitBits};
    for (int d = 0; d < dimensions(); ++d) {
      c.set(d, node % size(d));
      node /= size(d);
    }
    return c;
  }
  [[nodiscard]] constexpr bool contains(Coordinate c) const {
    if (numbered)
      return c[0] >= 0 && c[1] >= 0 && c[2] >= 0 && c[3] == 0 && c[4] == 0 && c[5] == 0 && node(c) < nodes();
    for (int d = 0; d < kMaxDimensions; ++d) {
      if (c[d] < 0 || c[d] >= size(d)) return false;
    }
    return true;
  }
  /// `c` moved by an offset of any sign and size, modulo the size of each dimension.
  [[nodiscard]] constexpr Coordinate wrapped(Coordinate c, Coordinate by) const {
    for (int d = 0; d < dimensions(); ++d) c.set(d, modulo(c[d] + by[d], size(d)));
    return c;
  }
  /// A link leaves `c` in this direction.
  [[nodiscard]] constexpr bool has_link(Coordinate c, Direction direction) const {
    if (graph != nullptr) return graph->neighbour(node(c), static_cast<int>(direction)) >= 0;
    const int d = dimension_of(direction);
    return wraps(d) || c[d] != (is_negative(direction) ? 0 : size(d) - 1);
  }
  /// Node at the other end of that link; in a graph `c` itself without one.
  [[nodiscard]] constexpr Coordinate neighbour(Coordinate c, Direction direction) const {
    if (graph != nullptr) {
      const int other = graph->neighbour(node(c), static_cast<int>(direction));
      return other < 0 ? c : coordinate(other);
    }
    const int d = dimension_of(direction);
    c.set(d, modulo(c[d] + (is_negative(direction) ? -1 : 1), size(d)));
    return c;
  }
  /// Links in either direction of a dimension.
  [[nodiscard]] constexpr int links_along(int dimension) const {
    return nodes() / size(dimension) * (wraps(dimension) ? size(dimension) : size(dimension) - 1);
  }
  /// Links, one each way.
  [[nodiscard]] constexpr int links() const {
    if (graph != nullptr) return 2 * static_cast<int>(graph->cables().size());
    int links = 0;
    for (int d = 0; d < dimensions(); ++d) links += 2 * links_along(d);
    return links;
  }
  /// Links on a shortest way from `a` to `b`, in a graph a host.
  [[nodiscard]] constexpr int hops(Coordinate a, Coordinate b) const {
    if (graph != nullptr) return graph->hops(node(a), node(b));
    int hops = 0;
    for (int d = 0; d < dimensions(); ++d) hops += distance(d, a[d], b[d]);
    return hops;
  }
  /// Links on a shortest way from `a` to `b` within one dimension.
  [[nodiscard]] constexpr int distance(int dimension, int a, int b) const {
    const int apart = a < b ? b - a : a - b;
    const int round = size(dimension) - apart;
    return wraps(dimension) && round < apart ? round : apart;
  }

  /// "(1,2)"; in a graph "host 17", "switch 3".
  [[nodiscard]] std::string text(Coordinate c) const {
    return graph == nullptr ? "(" + joined(c, ",") + ")" : of_graph_node(c, " ");
  }
  /// Side of a node that a port is at, in a sentence: "plus_x", "nic_0"; in a graph the neighbour, "switch 7".
  [[nodiscard]] std::string side_text(Coordinate c, int port) const {
    if (port >= directions()) return kNicNames[static_cast<std::size_t>(port - directions())];
    if (graph == nullptr) return kDirectionNames[static_cast<std::size_t>(port)];
    return has_link(c, static_cast<Direction>(port)) ? text(neighbour(c, static_cast<Direction>(port))) : "no cable";
  }
  /// Name of a port in waves: "plus_x", "nic_0"; in a graph the neighbour's, "switch_7", or "port_3" without one.
  [[nodiscard]] std::string side_name(Coordinate c, int port) const {
    if (port >= directions() || graph == nullptr) return side_text(c, port);
    const auto direction = static_cast<Direction>(port);
    return has_link(c, direction) ? node_name(neighbour(c, direction))
                                  : kGraphPortNames[static_cast<std::size_t>(port)];
  }
  /// An output of a node: "plus_x", "nic_0"; in a graph "to switch 7".
  [[nodiscard]] std::string output_text(Coordinate c, int port) const {
    return (graph != nullptr && port < directions() ? "to " : "") + side_text(c, port);
  }
  /// An output with its node: "(1,2) plus_x"; in a graph "switch 3 to switch 7", "host 0 nic_0".
  [[nodiscard]] std::string link_text(Coordinate c, int port) const { return text(c) + " " + output_text(c, port); }
  /// Name of a node's module: "node_1_2"; in a graph "host_17", "switch_3".
  [[nodiscard]] std::string node_name(Coordinate c) const {
    return graph == nullptr ? "node_" + joined(c, "_") : of_graph_node(c, "_");
  }
  /// Its entries with `between` between them: "1_2"; the number of a node that has no place.
  [[nodiscard]] std::string joined(Coordinate c, const char* between) const {
    if (numbered) return std::to_string(node(c));
    std::string text = std::to_string(c[0]);
    for (int d = 1; d < dimensions(); ++d) text += between + std::to_string(c[d]);
    return text;
  }
  /// "4x4"; "16 hosts and 20 switches".
  [[nodiscard]] std::string text() const {
    if (graph != nullptr)
      return std::to_string(hosts()) + " hosts and " + std::to_string(graph->switches()) + " switches";
    std::string text = std::to_string(size(0));
    for (int d = 1; d < dimensions(); ++d) text += "x" + std::to_string(size(d));
    return text;
  }

  friend constexpr bool operator==(const NetworkShape& a, const NetworkShape& b) {
    if (a.sizes != b.sizes || a.numbered != b.numbered || a.graph != b.graph) return false;
    for (int d = 0; d < a.dimensions(); ++d) {
      if (a.wraps(d) != b.wraps(d)) return false;
    }
    return true;
  }
  friend constexpr bool operator!=(const NetworkShape& a, const NetworkShape& b) { return !(a == b); }

 private:
  static constexpr int kDigitBits = 8;
  static constexpr int kDigit = (1 << kDigitBits) - 1;

  [[nodiscard]] std::string of_graph_node(Coordinate c, const char* between) const {
    const int number = node(c);
    const bool host = number < graph->hosts();
    return (host ? "host" : "switch") + std::string(between) + std::to_string(host ? number : number - graph->hosts());
  }
  static constexpr int modulo(int value, int size) { return ((value % size) + size) % size; }
};

/// Ports of the routers of `shape`, each with so many NICs.
constexpr RouterPorts router_ports(const NetworkShape& shape, int nics) {
  return shape.is_graph() ? RouterPorts::of_graph(shape.directions() / 2, nics) : RouterPorts(shape.dimensions(), nics);
}

}  // namespace tactus
