# replacement_sources(<variable> <part> <our file>): the files of the part that takes the place of the module in our
# file. Its name and its ports are ours: a module of another name gets a shell around it.
function(replacement_sources variable part ours)
  list(TRANSFORM TACTUS_${part}_FILES PREPEND ${TACTUS_${part}_SOURCES}/ OUTPUT_VARIABLE files)
  get_filename_component(module ${ours} NAME_WE)
  if(NOT TACTUS_${part} STREQUAL module)
    set(shell ${CMAKE_CURRENT_BINARY_DIR}/shell/${module}.sv)
    write_shell(${shell} ${module} ${TACTUS_${part}} ${ours} ${TACTUS_${part}_PARAMETERS})
    list(APPEND files ${shell})
  endif()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# head_names(<variable> <part> <word>): whether the head of the part's module, up to the first semicolon, names a
# parameter or a port so.
function(head_names variable part word)
  set(${variable} FALSE PARENT_SCOPE)
  foreach(name IN LISTS TACTUS_${part}_FILES)
    file(READ ${TACTUS_${part}_SOURCES}/${name} text)
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")
    string(REGEX MATCH "(^|\n)[ \t]*module[ \t\n]+${TACTUS_${part}}[^A-Za-z0-9_][^;]*" head "${text}")
    if(head MATCHES "[^A-Za-z0-9_]${word}[^A-Za-z0-9_]")
      set(${variable} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# Names of the modules, or packages, that a file declares at the beginning of a line.
function(declared_in variable file keyword)
  file(READ ${file} text)
  string(REGEX REPLACE "[][;]" " " text "\n${text}")  # which is no list
  string(REGEX MATCHALL "\n[ \t]*${keyword}[ \t]+(automatic[ \t]+)?[A-Za-z_][A-Za-z0-9_]*" lines "${text}")
  list(TRANSFORM lines REPLACE ".*[ \t]([A-Za-z0-9_]+)$" "\\1")
  set(${variable} ${lines} PARENT_SCOPE)
endfunction()

# place_sources(<list of ours> <list of theirs>): puts their files among ours. A file of theirs with a module or a
# package of ours takes our file's place; their other packages follow our packages, and all else comes last.
function(place_sources list_of_ours list_of_theirs)
  set(sources ${${list_of_ours}})
  foreach(file IN LISTS ${list_of_theirs})
    declared_in(modules ${file} module)
    declared_in(packages ${file} package)
    set(places "")
    foreach(ours IN LISTS sources)
      get_filename_component(name ${ours} NAME_WE)
      string(FIND "${ours}" "${root}/rtl/" at)
      if(at EQUAL 0 AND (name IN_LIST packages OR name IN_LIST modules))
        list(APPEND places ${ours})
      endif()
    endforeach()
    if(places)
      list(GET places 0 first)
      list(FIND sources ${first} at)
      list(INSERT sources ${at} ${file})
      list(REMOVE_ITEM sources ${places})
    elseif(packages)
      set(ours_first ${sources})
      list(FILTER ours_first INCLUDE REGEX "_pkg[.]sv$")
      list(LENGTH ours_first at)
      list(INSERT sources ${at} ${file})
    else()
      list(APPEND sources ${file})
    endif()
  endforeach()
  set(${list_of_ours} ${sources} PARENT_SCOPE)
endfunction()

# Reads the head of `module` in `file`: <prefix>_head, all up to the closing parenthesis of its ports, and the lists
# <prefix>_parameters and <prefix>_ports of names.
function(read_module_head prefix module file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(FIND "${text}" "module ${module} " begin)
  string(SUBSTRING "${text}" ${begin} -1 text)
  string(FIND "${text}" "\n);" end)
  string(SUBSTRING "${text}" 0 ${end} head)
  string(REPLACE ";" "" flat "${head}")  # which is no list
  set(parameters "")
  string(REGEX MATCHALL "\n *parameter [a-z ]*[A-Za-z]+ *=" lines "${flat}")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".* ([A-Za-z]+) *=" "\\1" name "${line}")
    list(APPEND parameters ${name})
  endforeach()
  set(ports "")
  string(REGEX MATCHALL "\n *(input|output) [^\n]*" lines "${flat}")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*[^a-z0-9_]([a-z0-9_]+),?$" "\\1" name "${line}")
    list(APPEND ports ${name})
  endforeach()
  set(${prefix}_head "${head}" PARENT_SCOPE)
  set(${prefix}_parameters "${parameters}" PARENT_SCOPE)
  set(${prefix}_ports "${ports}" PARENT_SCOPE)
endfunction()

# Text of an instance of `top` in a module with the same parameters and ports, connected by name. Further arguments are
# values of other parameters of `top`: Depth=64.
function(instance_text variable top instance parameters ports)
  list(TRANSFORM parameters REPLACE "(.+)" ".\\1(\\1)")
  set(values ${ARGN})
  list(TRANSFORM values REPLACE "(.+)=(.+)" ".\\1(\\2)")
  list(APPEND parameters ${values})
  list(TRANSFORM ports REPLACE "(.+)" ".\\1(\\1)")
  list(JOIN ports ",\n    " ports)
  list(JOIN parameters ", " parameters)
  if(parameters)
    set(parameters "#(${parameters}) ")
  endif()
  set(${variable} "  ${top} ${parameters}${instance} (\n    ${ports}\n  );\n" PARENT_SCOPE)
endfunction()

# Module `module`, with the head that it has in the file `ours`, and nothing in it but `top`, connected by name. Further
# arguments are values of parameters that `top` alone has: Depth=64.
function(write_shell file module top ours)
  read_module_head(ours ${module} ${ours})
  list(REMOVE_ITEM ours_parameters ${router_lacks_parameters})
  list(REMOVE_ITEM ours_ports ${router_lacks_ports})
  instance_text(instance ${top} u_${top} "${ours_parameters}" "${ours_ports}" ${ARGN})
  file(CONFIGURE OUTPUT ${file} CONTENT "@ours_head@\n);\n@instance@endmodule\n" @ONLY)
endfunction()

# Module <module>_shown: `module` of the file `ours`, and pins with the ports of the parts in it as they are at every
# edge of `clock`. The n-th port of instance i is at bit 64 * (i * ports + n) of `part_o`, its width at bit 8 * n of
# `part_bits_o`. INDICES are expressions for i, PATHS where these instances are. Answers the names of the ports.
function(write_shown variable file module ours clock condition part part_file)
  cmake_parse_arguments(PARSE_ARGV 8 arg "" "" "INDICES;PATHS")
  read_module_head(host ${module} ${ours})
  read_module_head(part ${part} ${part_file})
  # before_i and order_o of an arbiter have a bit for each pair of requesters; its enable_i says nothing of the model.
  if("order_o" IN_LIST part_ports)
    list(REMOVE_ITEM part_ports before_i order_o enable_i)
  endif()
  list(REMOVE_ITEM part_ports clk_i rst_ni)
  list(LENGTH part_ports count)
  list(LENGTH arg_PATHS instances)
  math(EXPR bits "64 * ${count} * ${instances} - 1")
  math(EXPR width_bits "8 * ${count} - 1")
  instance_text(instance ${module} host "${host_parameters}" "${host_ports}")
  set(samples "")
  set(widths "")
  list(GET arg_PATHS 0 first)
  set(number 0)
  foreach(port IN LISTS part_ports)
    string(APPEND widths "  assign part_bits_o[8*${number}+:8] = 8'($bits(${first}.${port}));\n")
    foreach(index path IN ZIP_LISTS arg_INDICES arg_PATHS)
      string(APPEND samples "      part_o[64*(${count}*(${index})+${number})+:64] <= 64'(${path}.${port});\n")
    endforeach()
    math(EXPR number "${number} + 1")
  endforeach()
  string(REPLACE "module ${module} " "module ${module}_shown " head "${host_head}")
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT "@head@,
  output logic [@bits@:0] part_o,
  output logic [@width_bits@:0] part_bits_o
);
@instance@@widths@  always_ff @(posedge @clock@) begin
    if (@condition@) begin
@samples@    end
  end
endmodule
")
  set(${variable} ${part_ports} PARENT_SCOPE)
endfunction()
