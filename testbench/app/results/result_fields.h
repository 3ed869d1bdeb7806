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

namespace tactus {

class SummaryLines;

/// Text of the reference page about a field of result.json.
struct FieldText {
  std::string name{};            ///< key in the object around it; empty: no key, but lines of the text summary
  std::string unit{};            ///< empty if it has none
  std::string meaning{};         ///< sentences
  std::string where = "always";  ///< results that have it
  std::string label{};           ///< name of the statement on the page, "RESULT-7"; empty: in the table of its object
  bool is_list = false;
  std::vector<FieldText> inner{};  ///< fields of the object, or of each object of the list
};

/// A number, or a truth, of a result that stands for the run beside others.
struct ResultFigure {
  std::string path{};     ///< keys from the top, parted by "/"; "largest" finds the largest message of a list
  std::string unit{};     ///< as in FieldText
  std::string column{};   ///< name in sweep.csv; empty if it has none there
  std::string tile{};     ///< name at the head of a report; empty if it has none there
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
  ResultField&& in(std::string results) && { return where = std::move(results), std::move(*this); }
  /// The field, or what `within` it has that name, is a column of sweep.csv.
  ResultField&& column(std::string column, const std::string& within = "") && {
    return figure(within).column = std::move(column), std::move(*this);
  }
  ResultField&& truth_column(std::string column, const std::string& within) && {
    figure(within).is_truth = true;
    return figure(within).column = std::move(column), std::move(*this);
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

/// The fields of `Owner`, in the order of result.json. Each struct of a result has its list beside its declaration.
template <class Owner>
const ResultFields<Owner>& fields_of();

template <class Owner>
nlohmann::ordered_json to_json(const ResultFields<Owner>& fields, const Owner& owner) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const ResultField<Owner>& field : fields) {
    if (!field.write) continue;
    if (auto value = field.write(owner); !value.is_discarded()) json[field.name] = std::move(value);
  }
  return json;
}

namespace fields {

using Json = nlohmann::ordered_json;

/// How a value of type `T` stands in result.json: here that of a struct with fields.
template <class T, class = void>
struct Codec {
  static Json write(const T& value) { return to_json(fields_of<T>(), value); }
  static T read(const Json& json) {
    T value{};
    for (const ResultField<T>& field : fields_of<T>()) {
      if (field.read) field.read(json, value);
    }
    return value;
  }
  static std::vector<FieldText> inner() {
    std::vector<FieldText> texts;
    for (const ResultField<T>& field : fields_of<T>()) texts.push_back(field);
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
/// A part by its name.
template <class T>
struct Codec<T, std::enable_if_t<std::is_enum_v<T>>> : Plain {
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
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
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

/// A field that is left out where the optional has no value, the list or text nothing, or the size is 0.
template <class Owner, class Value>
ResultField<Owner> field_if_any(const char* name, Value Owner::*member, const char* unit, const char* meaning) {
  using Codec = fields::Codec<Value>;
  ResultField<Owner> made = field(name, member, unit, meaning);
  made.write = [member](const Owner& owner) {
    const Value& value = owner.*member;
    return fields::is_nothing(value) ? fields::Json(fields::Json::value_t::discarded) : Codec::write(value);
  };
  made.read = [read = made.read, key = made.name](const auto& json, Owner& owner) {
    if (json.contains(key)) read(json, owner);
  };
  return made;
}

/// A field that follows from others, `write(owner)`; left out if that is an optional without a value. Reading a result
/// only looks whether it is there.
template <class Owner, class Write>
ResultField<Owner> computed(const char* name, Write write, const char* unit, const char* meaning) {
  ResultField<Owner> made{{name, unit, meaning}};
  using Value = std::decay_t<decltype(write(std::declval<const Owner&>()))>;
  made.write = [write](const Owner& owner) {
    const Value value = write(owner);
    return fields::is_nothing(value) ? fields::Json(fields::Json::value_t::discarded)
                                     : fields::Codec<Value>::write(value);
  };
  if (fields::kIsOptional<Value>) return made;
  made.read = [key = made.name](const auto& json, Owner&) { static_cast<void>(json.at(key)); };
  return made;
}

/// The fields of a member, which stand in the same object as the owner's own.
template <class Owner, class Member>
ResultFields<Owner> fields_within(Member Owner::*member) {
  ResultFields<Owner> all;
  for (const ResultField<Member>& inner : fields_of<Member>()) {
    ResultField<Owner>& made = all.emplace_back(ResultField<Owner>{inner});
    made.write = [member, write = inner.write](const Owner& owner) { return write(owner.*member); };
    made.read = [member, read = inner.read](const auto& json, Owner& owner) { read(json, owner.*member); };
  }
  return all;
}

template <class Owner>
ResultFields<Owner> operator+(ResultFields<Owner> a, const ResultFields<Owner>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Lines of the text summary that tell of several fields.
template <class Owner>
ResultField<Owner> lines(void (*told)(const Owner&, SummaryLines&)) {
  ResultField<Owner> made{};
  made.told = told;
  return made;
}

}  // namespace tactus
