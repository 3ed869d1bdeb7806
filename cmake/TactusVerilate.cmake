# SystemVerilog as C++ classes. Nothing here runs when CMake configures, and nothing is built that no target asks for.

include_guard(GLOBAL)

# What Verilated code is compiled with, its runtime included: <verilated.h> never meets <systemc> in one translation unit.
add_library(tactus_verilated_options INTERFACE)
target_include_directories(tactus_verilated_options SYSTEM INTERFACE
  ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
target_compile_definitions(tactus_verilated_options INTERFACE
  VM_COVERAGE=0 VM_SC=0 VM_TRACE=$<BOOL:${TACTUS_TRACE}> VM_TRACE_FST=$<BOOL:${TACTUS_TRACE}> VM_TRACE_VCD=0
  VL_TIME_CONTEXT VL_USER_STOP)

# tactus_verilate(<target> TOP <module> [COVERED] [STRICT] [QUICK | SWIFT | JOINED] SOURCES ... [PARAMETERS Name=value ...] [OPTIONS ...] [DEPENDS ...]):
# a static library with the Verilated model of <module>, class V<target>, header "V<target>.h". Assertions are in it.
# SOURCES: packages first. Third-party code as far as the compiler's warnings go. COVERED: TACTUS_RTL_COVERAGE counts its
# lines and what its covers name. STRICT: a warning of Verilator is an error in every build. QUICK: compiled in two thirds of the time, up to a quarter slower.
# SWIFT: compiled in twice the time, up to a fifth faster. JOINED: not compiled by itself; one file of who links it
# includes "V<target>__all_fast.cpp" and "V<target>__all_slow.cpp".
function(tactus_verilate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COVERED;STRICT;QUICK;SWIFT;JOINED" "TOP" "SOURCES;PARAMETERS;OPTIONS;DEPENDS")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.verilated)
  set(fast ${folder}/V${target}__all_fast.cpp)
  set(slow ${folder}/V${target}__all_slow.cpp)
  list(TRANSFORM arg_PARAMETERS PREPEND -G)
  if(arg_COVERED AND TACTUS_RTL_COVERAGE)
    list(APPEND arg_OPTIONS --coverage-line --coverage-user)
  endif()
  # As with the compiler, a warning stops developers and CI, and not users who build our RTL.
  if(NOT arg_STRICT AND NOT TACTUS_WERROR)
    list(PREPEND arg_OPTIONS -Wno-fatal)
  endif()
  # With short functions -O1 runs no slower than -O2 and compiles in a fraction of the time.
  set(level -O1)
  set(longest 500)
  if(arg_QUICK)
    set(level -Og)
  elseif(arg_SWIFT)
    set(level -O2)
    set(longest 8000)
  endif()
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH root)
  add_custom_command(
    OUTPUT ${fast} ${slow}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder}
    COMMAND ${VERILATOR_BIN} --cc --assert -O3 --x-assign fast --x-initial fast --output-split 0
      --output-split-cfuncs ${longest} --expand-limit 128
      --Mdir ${folder} --prefix V${target} --top-module ${arg_TOP} ${arg_PARAMETERS} -I${root}/rtl
      ${arg_OPTIONS} ${root}/rtl/lint/verilator.vlt ${arg_SOURCES}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DFAST=${fast} -DSLOW=${slow} -P ${root}/cmake/JoinVerilated.cmake
    DEPENDS ${arg_SOURCES} ${arg_DEPENDS} ${root}/rtl/lint/verilator.vlt
      ${root}/cmake/JoinVerilated.cmake
    COMMENT "Verilating ${arg_TOP} as V${target}"
    VERBATIM)
  if(arg_JOINED)
    add_library(${target} INTERFACE)
    target_sources(${target} INTERFACE ${fast} ${slow})  # made before what includes them
    set_source_files_properties(${fast} ${slow} PROPERTIES HEADER_FILE_ONLY ON)
    target_include_directories(${target} SYSTEM INTERFACE ${folder})
    target_link_libraries(${target} INTERFACE tactus_verilated_options)
    return()
  endif()
  add_library(${target} STATIC ${fast} ${slow})
  set_source_files_properties(${fast} PROPERTIES COMPILE_OPTIONS "${level};-w")
  set_source_files_properties(${slow} PROPERTIES COMPILE_OPTIONS "-O0;-w")
  target_include_directories(${target} SYSTEM PUBLIC ${folder})
  target_link_libraries(${target} PUBLIC tactus_verilated_options)
endfunction()
