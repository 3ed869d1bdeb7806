#pragma once

#include <cstdint>
#include <filesystem>
#include <map>

#include "testbench/app/results/csv_table.h"

namespace tactus::test {

/// Row of messages.csv: ranks, and microseconds, 0 for a time that the message does not have.
struct MessageRow {
  int source = 0;
  int destination = 0;
  double posted = 0;
  double first_flit = 0;
  double completed = 0;
};

/// Rows of the messages.csv in `folder`, by the number of the message. Throws UnreadableResult.
inline std::map<std::uint64_t, MessageRow> message_rows(const std::filesystem::path& folder) {
  const CsvTable table = read_csv(folder / "messages.csv");
  std::map<std::uint64_t, MessageRow> rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const auto number = [&](const char* name) {
      const std::size_t column = table.column(name);
      return table.rows[row][column].empty() ? 0 : table.number(row, column);
    };
    rows[static_cast<std::uint64_t>(number("id"))] = {static_cast<int>(number("source")),
                                                      static_cast<int>(number("destination")), number("posted_us"),
                                                      number("first_flit_us"), number("completed_us")};
  }
  return rows;
}

}  // namespace tactus::test
