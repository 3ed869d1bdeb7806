#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbench/parts/part_benches.h"

namespace tactus::test {

/// A fault that is planted in a copy of a part.
struct PlantedFault {
  int number;
  const char* text;
};

inline constexpr char kNotFound[] = "not found";

/// The bench, seed and port or assertion by which the benches find a fault. Each seed of a bench has a process of its
/// own, as in the command. They take their turns, but the bench and seed that `first` begins with are run before all.
std::string finder_of(const std::vector<PartBench>& benches, const PartOnTest& part, const std::string& first = "");

/// Answers what `finder_of` does for the fault of this number; `first` is its finder on the page.
using FindFault = std::function<std::string(int number, const std::string& first)>;

/// Rows of a table: each fault of `part`, and its finder. Those of the page are tried first, so that a page that is
/// right is soon checked; when it is written, all benches before them are run too.
std::string fault_rows(const std::string& part, const std::vector<PlantedFault>& faults, const FindFault& find);

/// Rows of the table that a page in docs/ has behind the line `<!-- mark -->`. With the variable TACTUS_WRITE_PAGE in
/// the environment, the table has `rows` from now on.
std::string rows_of_page(const std::string& page, const std::string& mark, const std::string& rows);
/// Rows of the table of planted faults of `part`, in the same way.
std::string fault_rows_of_page(const std::string& part, const std::string& rows);

/// Runs the benches on `part`, which is right, with all their seeds: the differences that they find nevertheless, and
/// the kinds of stimuli that they do not make, "group: kind".
std::vector<std::string> faults_of_benches(const std::vector<PartBench>& benches, const PartOnTest& part);

}  // namespace tactus::test
