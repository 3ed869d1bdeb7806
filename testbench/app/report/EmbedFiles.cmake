# cmake -DFILES=a|b|... -DOUTPUT=page_files.cpp -P EmbedFiles.cmake: the bytes of the files as C++, found by their names.
string(REPLACE "|" ";" FILES "${FILES}")
set(arrays "")
set(entries "")
set(scripts "")
set(number 0)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND arrays "constexpr char kFile${number}[] = {${bytes}};\n")
  string(APPEND entries "    {\"${name}\", {kFile${number}, sizeof kFile${number}}},\n")
  if(file MATCHES "/page/[^/]*\\.js$")
    string(APPEND scripts "  script += page_file(\"${name}\");\n")
  endif()
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"testbench/app/report/page_files.h\"

#include <stdexcept>

namespace tactus {
namespace {

${arrays}
struct File {
  std::string_view name;
  std::string_view bytes;
};
constexpr File kFiles[] = {
${entries}};

}  // namespace

std::string_view page_file(std::string_view name) {
  for (const File& file : kFiles) {
    if (file.name == name) return file.bytes;
  }
  throw std::logic_error(\"no such file in the program: \" + std::string(name));
}

std::string page_script() {
  std::string script = \"(() => {\\n\\\"use strict\\\";\\n\";
${scripts}  return script + \"})();\\n\";
}

}  // namespace tactus
")
