// Regenerates what is made from the tables of scenario keys and of fields of results: tactus_schema <root of the
// repository>.

#include <fstream>
#include <iostream>
#include <string>
#include <systemc>

#include "testbench/app/files/regular_file.h"
#include "testbench/app/results/run_fields.h"
#include "testbench/app/scenario/key_documents.h"

namespace {

bool write(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  if (!out) std::cerr << "cannot write " << path << '\n';
  return static_cast<bool>(out);
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  if (argc != 2) {
    std::cerr << "usage: tactus_schema ROOT_OF_THE_REPOSITORY\n";
    return 2;
  }
  const std::string root = argv[1];
  bool written = write(root + "/scenarios/schema.json", tactus::scenario_schema());
  for (const tactus::KeyPage& page : tactus::key_pages()) {
    const std::string path = root + "/" + page.path;
    written = written && write(path, tactus::with_key_tables(page, tactus::text_of_file(path)));
  }
  for (const char* page : {"/docs/reference/results.md", "/docs/reference/sweep.md"}) {
    written = written && write(root + page, tactus::with_result_fields(tactus::text_of_file(root + page)));
  }
  return written ? 0 : 1;
}
