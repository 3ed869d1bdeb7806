#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

/// One thing that is wrong with what the user wrote, with its place. Lines and columns count from 1
/// (columns in bytes); both are 0 if the file could not be read at all.
struct Diagnostic {
  std::string file;  ///< path, or "--set key=value" with `line` the position of that option among its like
  int line = 0;
  int column = 0;
  std::string message;
  std::string source_line;  ///< the text of that line
};

/// One thing that is wrong with the value of a key of a scenario.
struct KeyFault {
  std::string key;      ///< dotted, as in scenarios; "workload.messages[3]" for a line of the file that a key names
  std::string message;  ///< the mistake, and a value that would be right
};

/// "scenarios/x.yaml:12:5: error: ...", with the source line and a caret beneath; long texts and lines in part. Behind
/// a blank line a message has a picture, which stands below the caret.
std::string format(const Diagnostic& diagnostic);

/// A text that diagnostics point into.
struct SourceText {
  std::string name;  ///< path, or the command-line option
  std::string text;
  int first_line = 1;  ///< number of the first line, as reported
  int order = 0;       ///< place among several texts

  /// Text of the line reported as number `line`, without its end.
  [[nodiscard]] std::string line(int line) const;
};

/// Where the lines of a text begin: to be made once for many lines. The text must outlive it, unchanged.
class LineIndex {
 public:
  explicit LineIndex(const SourceText& source);
  /// As SourceText::line.
  [[nodiscard]] std::string_view line(int line) const;

 private:
  const SourceText& source_;
  std::vector<std::size_t> begins_;
};

/// A position in a text, as reported.
struct Place {
  const SourceText* source = nullptr;
  int line = 1;
  int column = 1;

  /// So many bytes further on in its line.
  [[nodiscard]] Place moved(std::size_t bytes) const { return {source, line, column + static_cast<int>(bytes)}; }
};

/// Collects faults in whatever order they are found.
class DiagnosticList {
 public:
  /// `hint` is asked for more to say, which takes its time, only if the fault is listed in the end.
  using Hint = std::function<std::string()>;
  void add(const Place& place, std::string message, Hint hint = {});
  /// Adds all of `more`.
  void add(const DiagnosticList& more) { found_.insert(found_.end(), more.found_.begin(), more.found_.end()); }
  /// Adds all of `more`, in the words that `reworded` makes of theirs.
  void add(const DiagnosticList& more, const std::function<std::string(const std::string&)>& reworded);
  [[nodiscard]] bool empty() const { return found_.empty(); }
  [[nodiscard]] std::size_t size() const { return found_.size(); }
  /// In order of position, each once; the first `kMostListed` and how many more there are.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

  static constexpr std::size_t kMostListed = 200;

 private:
  struct Found {
    Place place;
    std::string message;
    Hint hint;
  };
  std::vector<Found> found_;
};

}  // namespace tactus
