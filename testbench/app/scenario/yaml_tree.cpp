#include "testbench/app/scenario/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <string_view>

namespace tactus {
namespace {

using Kind = YamlNode::Kind;

/// Whether the quoted text that begins at `line[at]` ends in this line.
bool closes_quote(std::string_view line, std::size_t at) {
  const char quote = line[at];
  for (std::size_t i = at + 1; i < line.size(); ++i) {
    if (quote == '"' && line[i] == '\\') {
      ++i;
    } else if (line[i] == quote) {
      const bool doubled = quote == '\'' && i + 1 < line.size() && line[i + 1] == quote;
      if (!doubled) return true;
      ++i;
    }
  }
  return false;
}

/// Builds the tree from the parser's events.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const SourceText& source, std::size_t offset, DiagnosticList& diagnostics)
      : source_(source), lines_(source), offset_(offset), diagnostics_(diagnostics) {
    open_.emplace_back();
  }

  [[nodiscard]] Place place(const YAML::Mark& mark) const {
    if (mark.is_null()) return last_;
    const int column = mark.line == 0 ? mark.column + static_cast<int>(offset_) : mark.column;
    return {&source_, mark.line + source_.first_line, column + 1};
  }
  /// The document, once it has ended.
  YamlNode take() {
    return open_.front().items.empty() ? YamlNode{Kind::kEmpty, {&source_, source_.first_line, 1}, {}, {}, {}, {}}
                                       : std::move(open_.front().items.front());
  }

  [[nodiscard]] int documents() const { return documents_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) diagnostics_.add(place(mark), "what begins here does not belong to the keys before it");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add({Kind::kEmpty, start(mark, anchor, ""), {}, {}, {}, {}});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    diagnostics_.add(place(mark), "aliases (*) are not used in scenarios; declare a parameter and write ${name}");
    add({});
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const Place begin = start(mark, anchor, tag);
    check_quotes(begin);
    add({Kind::kScalar, begin, value, {}, {}, {}});
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open_.push_back({Kind::kSequence, start(mark, anchor, tag), {}, {}, {}, {}});
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open_.push_back({Kind::kMap, start(mark, anchor, tag), {}, {}, {}, {}});
  }
  void OnMapEnd() override { close(); }

 private:
  Place start(const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& tag) {
    last_ = place(mark);
    if (anchor != 0) diagnostics_.add(last_, "anchors (&) are not used in scenarios; declare a parameter");
    const bool untagged = tag.empty() || tag == "?" || tag == "!";
    if (!untagged) diagnostics_.add(last_, "tags (!) are not used in scenarios");
    return last_;
  }
  /// A quote that is not closed in its line is a slip: it would take all keys up to the next quote for its text.
  void check_quotes(const Place& begin) {
    const std::string_view line = lines_.line(begin.line);
    const auto at = static_cast<std::size_t>(begin.column - 1);
    if (at >= line.size() || (line[at] != '"' && line[at] != '\'')) return;
    if (!closes_quote(line, at)) diagnostics_.add(begin, "the quote that opens here is not closed in this line");
  }
  void add(YamlNode node) {
    YamlNode& parent = open_.back();
    const bool is_key = parent.kind == Kind::kMap && parent.keys.size() == parent.items.size();
    // The parser places a value that is not there at whatever comes next.
    const bool missing = node.is(Kind::kEmpty) && node.place.source != nullptr;
    if (missing && !is_key && parent.kind == Kind::kMap) node.place = parent.keys.back().place;
    (is_key ? parent.keys : parent.items).push_back(std::move(node));
  }
  void close() {
    YamlNode node = std::move(open_.back());
    open_.pop_back();
    add(std::move(node));
  }

  const SourceText& source_;
  LineIndex lines_;
  std::size_t offset_;
  DiagnosticList& diagnostics_;
  std::vector<YamlNode> open_;  ///< what is being built, the root's holder first
  Place last_{&source_, 1, 1};
  int documents_ = 0;
};

}  // namespace

std::string describe(Kind kind) {
  switch (kind) {
    case Kind::kEmpty:
      return "nothing";
    case Kind::kScalar:
      return "a value";
    case Kind::kSequence:
      return "a list";
    case Kind::kMap:
      break;
  }
  return "a section of keys";
}

std::string show(const YamlNode& node) {
  if (node.is(Kind::kScalar)) return node.text;
  std::string text;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) text += ", ";
    if (node.is(Kind::kMap)) text += show(node.keys[i]) + ": ";
    text += show(node.items[i]);
  }
  return node.is(Kind::kSequence) ? "[" + text + "]" : node.is(Kind::kMap) ? "{" + text + "}" : "~";
}

std::optional<YamlNode> parse_yaml(const SourceText& source, std::size_t offset, DiagnosticList& diagnostics) {
  std::istringstream in(source.text.substr(offset));
  TreeBuilder builder(source, offset, diagnostics);
  try {
    YAML::Parser parser(in);
    // The parser can find documents without end behind a token that it does not understand.
    while (builder.documents() < 2 && parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    Place place = builder.place(error.mark);
    const std::string line = source.line(place.line);
    const std::size_t tab = line.substr(0, line.find_first_not_of(" \t")).find('\t');
    if (tab != std::string::npos) {
      // What the parser says about such a line is about what comes after the tab.
      place.column = static_cast<int>(tab) + 1;
      diagnostics.add(place, "YAML syntax: a tab cannot indent; use blanks");
    } else {
      diagnostics.add(place, "YAML syntax: " + error.msg);
    }
    return std::nullopt;
  }
  return builder.take();
}

}  // namespace tactus
