# Copies of RTL with faults in them, for a test that has to find each. Nothing is copied when CMake configures.

include_guard(GLOBAL)

# tactus_plant_faults(<variable> <faults> SOURCES <file> ...): sets the variable to copies of the sources, behind a package
# that they use, with the faults planted that <faults>_faults.cmake in the current folder lists by fault(). All are in one
# model; PlantFaults.cmake says which of them takes effect.
function(tactus_plant_faults variable faults)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/faulty_${faults})
  set(list ${CMAKE_CURRENT_SOURCE_DIR}/${faults}_faults.cmake)
  set(scripts ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/PlantFaults.cmake ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/PlantedText.cmake)
  set(copies ${folder}/fault_pkg.sv)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(name ${source} NAME)
    list(APPEND copies ${folder}/${name})
  endforeach()
  add_custom_command(
    OUTPUT ${copies}
    COMMAND ${CMAKE_COMMAND} "-DSOURCES=${arg_SOURCES}" -DFOLDER=${folder} -DFAULTS=${list}
      -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/PlantFaults.cmake
    DEPENDS ${arg_SOURCES} ${scripts} ${list}
    COMMENT "Planting faults: ${faults}"
    VERBATIM)
  set(${variable} ${copies} PARENT_SCOPE)
endfunction()
