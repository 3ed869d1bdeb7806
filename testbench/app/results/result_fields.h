#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/common/units.h"
#include "testbench/app/attribution/part_split.h"
#include "testbench/app/attribution/path_part.h"

namespace tactus {

class SummaryLines;

/// Text of the reference page about a field of result.json.
struct FieldText {
  std::string name{};            ///< key in the object around it; empty: none, as of `within` and `lines`
  std::string unit{};            ///< empty if it has none
  std::string meaning{};         ///< sentences
  std::string where = "always";  ///< results that have it
  std::string label{};           ///< name of the statement on the page, "RESULT-7"; empty: in the table of its object
  bool is_list = false;
  std::vector<FieldText> inner{};  ///< fields of the object, or of each object of the list
};

/// A number, or a truth, of a result that stands for the run beside others.
struct ResultFigure {
  std::string path{};     ///< keys from the top, parted by "/"; "largest" finds the largest message of a list, a
                          ///< name the item of that name
  std::string unit{};     ///< as in FieldText
  std::string column{};   ///< name in sweep.csv; empty if it has none there
  std::string tile{};     ///< name at the head of a report; empty if it has none there
  std::string cost{};     ///< name in designs.csv of an exploration; empty if it has none there
  bool is_truth = false;  ///< true or false, not a number
  std::vector<std::string> unless{};  ///< keys of results whose machines do not have this
};

/// A field of result.json: how it is written, read, explained and shown. Declared once, in the list of its struct.
template <class Owner>
struct ResultField : FieldText {
  using Json = nlohmann::ordered_json;

  std::function<Json(const Owner&)> write{};               ///< a discarded value: this result does not have it
  std::function<void(const Json& object, Owner&)> read{};  ///< throws if the object around does not have it
  void (*told)(const Owner&, SummaryLines&) = nullptr;     ///< lines of the text summary, in the order of the list
  std::vector<ResultFigure> figures{};

  ResultField&& named(std::string statement) && { return label = std::move(statement), std::move(*this); }
  /// The field, or what `within` it has that name, is a column of sweep.csv.
  ResultField&& column(std::string column, const std::string& within = "") && {
    return figure(within).column = std::move(column), std::move(*this);
  }
  ResultField&& truth_column(std::string column, const std::string& within) && {
    figure(within).is_truth = true;
    return figure(within).column = std::move(column), std::move(*this);
  }
  /// Its field `within` is a cost in designs.csv of an exploration.
  ResultField&& cost(std::string cost, const std::string& within) && {
    return figure(within).cost = std::move(cost), std::move(*this);
  }
  /// It stands at the head of a report.
  ResultField&& tile(std::string tile, const std::string& within = "") && {
    return figure(within).tile = std::move(tile), std::move(*this);
  }
  /// No figure of results with one of these keys.
  ResultField&& unless(const std::vector<std::string>& keys) && {
    for (ResultFigure& each : figures) each.unless = keys;
    return std::move(*this);
  }

 private:
  ResultFigure& figure(const std::string& within) {
    const std::string path = within.empty() ? name : name + "/" + within;
    for (ResultFigure& each : figures) {
      if (each.path == path) return each;
    }
    return figures.emplace_back(ResultFigure{path, unit});
  }
};

template <class Owner>
using ResultFields = std::vector<ResultField<Owner>>;

/// Names a struct of a result: `declare(Struct<LimitSummary>)` makes the list of its fields, in the order of
/// result.json.
template <class Owner>
struct Struct {};

template <class Owner>
const ResultFields<Owner>& fields_of() {
  static const ResultFields<Owner> kFields = declare(Struct<Owner>{});
  return kFields;
}

namespace fields {

using Json = nlohmann::ordered_json;

/// How a value of type `T` stands in result.json: here that of a struct with fields.
template <class T, class = void>
struct Codec {
  static Json write(const T& value) {
    Json json = Json::object();
    for (const ResultField<T>& field : fields_of<T>()) {
      Json written = field.write ? field.write(value) : Json(Json::value_t::discarded);
      if (written.is_discarded()) continue;
      if (field.name.empty()) {
        json.update(written);
      } else {
        json[field.name] = std::move(written);
      }
    }
    return json;
  }
  static T read(const Json& json) {
    T value{};
    for (const ResultField<T>& field : fields_of<T>()) {
      if (field.read) field.read(json, value);
    }
    return value;
  }
  static std::vector<FieldText> inner() {
    std::vector<FieldText> texts;
    for (const ResultField<T>& field : fields_of<T>()) {
      if (!field.name.empty()) texts.push_back(field);
      if (field.name.empty()) texts.insert(texts.end(), field.inner.begin(), field.inner.end());
    }
    return texts;
  }
};

struct Plain {
  static std::vector<FieldText> inner() { return {}; }
};
template <class T>
struct Codec<T, std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, std::string>>> : Plain {
  static Json write(const T& value) { return value; }
  static T read(const Json& json) { return json.get<T>(); }
};
template <>
struct Codec<Bytes> : Plain {
  static Json write(Bytes value) { return value.count(); }
  static Bytes read(const Json& json) { return Bytes{json.get<std::uint64_t>()}; }
};
/// Null if there is nothing.
template <class T>
struct Codec<std::optional<T>> : Codec<T> {
  static Json write(const std::optional<T>& value) { return value ? Codec<T>::write(*value) : Json(nullptr); }
  static std::optional<T> read(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional<T>(Codec<T>::read(json));
  }
};
template <class T>
struct Codec<std::vector<T>> : Codec<T> {
  static Json write(const std::vector<T>& values) {
    Json json = Json::array();
    for (const T& value : values) json.push_back(Codec<T>::write(value));
    return json;
  }
  static std::vector<T> read(const Json& json) {
    std::vector<T> values;
    for (const Json& value : json) values.push_back(Codec<T>::read(value));
    return values;
  }
};
/// Values by name.
template <class T>
struct Codec<std::vector<std::pair<std::string, T>>> : Plain {
  static Json write(const std::vector<std::pair<std::string, T>>& values) {
    Json json = Json::object();
    for (const auto& [name, value] : values) json[name] = Codec<T>::write(value);
    return json;
  }
  static std::vector<std::pair<std::string, T>> read(const Json& json) {
    if (!json.is_object()) throw std::out_of_range(json.dump() + " has no keys");
    std::vector<std::pair<std::string, T>> values;
    for (const auto& [name, value] : json.items()) values.emplace_back(name, Codec<T>::read(value));
    return values;
  }
};
template <class T>
inline constexpr bool kIsPart = std::is_enum_v<T>;
template <class Latency, std::size_t Parts>
inline constexpr bool kIsPart<PathPartOf<Latency, Parts>> = true;
/// A part by its name.
template <class T>
struct Codec<T, std::enable_if_t<kIsPart<T>>> : Plain {
  static Json write(const T& part) { return part_names(part)[static_cast<std::size_t>(part)]; }
  static T read(const Json& json) {
    const auto& names = part_names(T{});
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (json.get_ref<const std::string&>() == names[i]) return static_cast<T>(i);
    }
    throw std::out_of_range(json.dump() + " is no part");
  }
};
template <class Part, std::size_t Parts>
struct Codec<PartSplit<Part, Parts>> : Plain {
  static Json write(const PartSplit<Part, Parts>& split) {
    Json json = Json::object();
    for (std::size_t i = 0; i < Parts; ++i) json[part_names(Part{})[i]] = split.of_part[i];
    return json;
  }
  static PartSplit<Part, Parts> read(const Json& json) {
    PartSplit<Part, Parts> split;
    for (std::size_t i = 0; i < Parts; ++i)
      split.of_part[i] = json.at(part_names(Part{})[i]).template get<std::uint64_t>();
    return split;
  }
};

template <class T>
bool is_nothing(const std::optional<T>& value) {
  return !value;
}
template <class T>
bool is_nothing(const std::vector<T>& values) {
  return values.empty();
}
inline bool is_nothing(const std::string& text) { return text.empty(); }
inline bool is_nothing(Bytes size) { return size == Bytes{0}; }
template <class T>
bool is_nothing(const T&) {
  return false;
}

template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <class T>
inline constexpr bool kIsList<std::vector<std::pair<std::string, T>>> = false;

}  // namespace fields

/// A field that every result of its kind has; null if it is an optional without a value.
template <class Owner, class Value>
ResultField<Owner> field(const char* name, Value Owner::*member, const char* unit, const char* meaning) {
  using Codec = fields::Codec<Value>;
  ResultField<Owner> made{{name, unit, meaning, "always", {}, fields::kIsList<Value>, Codec::inner()}};
  made.write = [member](const Owner& owner) { return Codec::write(owner.*member); };
  made.read = [member, key = made.name](const auto& json, Owner& owner) { owner.*member = Codec::read(json.at(key)); };
  return made;
}

/// A field that is left out if the optional has no value, the list or text nothing, or the size is 0. `where` says
/// which results have it.
template <class Owner, class Value>
ResultField<Owner> field_if_any(const char* name, Value Owner::*member, const char* unit, const char* meaning,
                                const char* where = "always") {
  using Codec = fields::Codec<Value>;
  ResultField<Owner> made = field(name, member, unit, meaning);
  made.where = where;
  made.write = [member](const Owner& owner) {
    const Value& value = owner.*member;
    return fields::is_nothing(value) ? fields::Json(fields::Json::value_t::discarded) : Codec::write(value);
  };
  made.read = [read = made.read, key = made.name](const auto& json, Owner& owner) {
    if (json.contains(key)) read(json, owner);
  };
  return made;
}

/// A field that follows from others, `write(owner)`; left out if that is an optional without a value. It is not read.
template <class Owner, class Write>
ResultField<Owner> computed(const char* name, Write write, const char* unit, const char* meaning,
                            const char* where = "always") {
  ResultField<Owner> made{{name, unit, meaning, where}};
  using Value = std::decay_t<decltype(write(std::declval<const Owner&>()))>;
  made.write = [write](const Owner& owner) {
    const Value value = write(owner);
    return fields::is_nothing(value) ? fields::Json(fields::Json::value_t::discarded)
                                     : fields::Codec<Value>::write(value);
  };
  return made;
}

/// The fields of a member, which stand in the same object as the owner's own.
template <class Owner, class Member>
ResultField<Owner> within(Member Owner::*member) {
  using Codec = fields::Codec<Member>;
  ResultField<Owner> made{{"", "", "", "always", {}, false, Codec::inner()}};
  made.write = [member](const Owner& owner) { return Codec::write(owner.*member); };
  made.read = [member](const auto& json, Owner& owner) { owner.*member = Codec::read(json); };
  return made;
}

/// Fields that follow from others, which stand in the same object as the owner's own. They are not read.
template <class Owner, class Value>
ResultField<Owner> within(Value (*write)(const Owner&)) {
  ResultField<Owner> made{{"", "", "", "always", {}, false, fields::Codec<Value>::inner()}};
  made.write = [write](const Owner& owner) { return fields::Codec<Value>::write(write(owner)); };
  return made;
}

/// Lines of the text summary that tell of several fields.
template <class Owner>
ResultField<Owner> lines(void (*told)(const Owner&, SummaryLines&)) {
  ResultField<Owner> made{};
  made.told = told;
  return made;
}

}  // namespace tactus
