# What every target of this project is compiled with.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, ..." FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

include(TactusInstrument)

# Off for users: a compiler that nobody has tried has warnings that nobody has seen, and whoever builds with it first wants
# the program. Developers' presets set it, and .ci/run does.
option(TACTUS_WERROR "A warning of the compiler or of Verilator is an error" OFF)

add_library(tactus_options INTERFACE)
target_include_directories(tactus_options INTERFACE ${PROJECT_SOURCE_DIR})
# SC_HAS_PROCESS and friends need an empty variadic argument: SystemC's own macros, so no -Wpedantic.
target_compile_options(tactus_options INTERFACE
  -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wcast-qual -Wformat=2 $<$<BOOL:${TACTUS_WERROR}>:-Werror>
  # __FILE__ in an assertion: the same in every clone, so that ccache knows tests again.
  -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
# Results say which program made them (testbench/app/about/program_id.cpp), and no linker is sure to leave that by default.
target_link_options(tactus_options INTERFACE -Wl,--build-id=sha1)
tactus_instrument(tactus_options)

# tactus_together(<target>): compiled as few files. Most of the time to compile goes to headers, which they share.
function(tactus_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
endfunction()

# tactus_quick(<target>): no simulated speed depends on it, so that it had better be quick to compile.
function(tactus_quick target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  tactus_together(${target})
endfunction()

# tactus_fast(<file> ...): of a quick library of this folder, files that every packet goes through.
function(tactus_fast)
  set_source_files_properties(${ARGN} PROPERTIES
    COMPILE_OPTIONS $<$<CONFIG:Release>:-O3> SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Link-time optimisation: programs inline calls from one library into another, which is worth a tenth of the speed. It
# costs a minute and a half of a link, so that only programs whose speed is the product's have it, `tactus` and the
# benchmarks. All others have the ordinary code, which the same objects carry. Only such a link sees two types of one
# name in different files.
option(TACTUS_LTO "Release builds optimise the program when it is linked" ON)
set(TACTUS_LINK_TIME $<AND:$<BOOL:${TACTUS_LTO}>,$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>)
function(tactus_program target)
  tactus_quick(${target})
  target_link_options(${target} PRIVATE "$<${TACTUS_LINK_TIME}:-flto=auto;$<$<BOOL:${TACTUS_WERROR}>:-Werror=odr>>")
endfunction()

# tactus_plain_program(<target>): linked in seconds, from the ordinary code.
function(tactus_plain_program target)
  tactus_quick(${target})
  target_link_options(${target} PRIVATE -fno-lto)
endfunction()

# tactus_hosts_plugins(<target>): plug-ins find in it what exports.list names, also what it does not call itself.
set(TACTUS_PUBLIC_LIBRARIES tactus_policy tactus_common tactus_link tactus_memory tactus_routing tactus_router
  tactus_nic tactus_node tactus_models_common tactus_traffic tactus_processors)
function(tactus_hosts_plugins target)
  list(JOIN TACTUS_PUBLIC_LIBRARIES "," libraries)
  set_target_properties(${target} PROPERTIES
    LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.list LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,${libraries}")
  target_link_options(${target} PRIVATE -Wl,--dynamic-list=${PROJECT_SOURCE_DIR}/cmake/exports.list)
endfunction()

# tactus_library(<name> [QUICK] SOURCES ... LIBS ...): one library per folder; LIBS says which way dependencies go.
function(tactus_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "QUICK" "" "SOURCES;LIBS")
  add_library(${name} STATIC ${arg_SOURCES})
  if(arg_QUICK)
    tactus_quick(${name})
  else()
    tactus_together(${name})
    target_compile_options(${name} PRIVATE "$<${TACTUS_LINK_TIME}:-flto=auto;-ffat-lto-objects>")
  endif()
  target_link_libraries(${name} PUBLIC tactus_options ${arg_LIBS})
endfunction()

# tactus_registrations(<library> <name> <source> ...): these sources register policies when the program starts. Nothing
# calls them by name, so that programs link their objects, ahead of the library whose interface they implement.
function(tactus_registrations library name)
  set(objects ${library}_${name})
  add_library(${objects} OBJECT ${ARGN})
  target_link_libraries(${objects} PUBLIC tactus_options $<TARGET_PROPERTY:${library},LINK_LIBRARIES>)
  target_compile_options(${objects} PRIVATE "$<${TACTUS_LINK_TIME}:-flto=auto;-ffat-lto-objects>")
  # Each in a translation unit of its own, in presets that join files as well: policies name their parts alike.
  set_target_properties(${objects} PROPERTIES UNITY_BUILD OFF)
  target_link_libraries(${library} INTERFACE $<TARGET_OBJECTS:${objects}>)
endfunction()

# tactus_policies(<library> <folder>): every source of the folder registers policies.
function(tactus_policies library folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  tactus_registrations(${library} ${folder} ${sources})
endfunction()

# tactus_define("<file>;..." <NAME=value> ...): definitions for these files of this folder alone. One that names a path
# keeps ccache from knowing the file again in another clone.
function(tactus_define files)
  set_property(SOURCE ${files} APPEND PROPERTY COMPILE_DEFINITIONS ${ARGN})
endfunction()
