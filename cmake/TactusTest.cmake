# Tests: Catch2 cases run inside sc_main, one process per case (SystemC elaborates once per process).
include(CTest)
find_package(Catch2 REQUIRED)
include(Catch)

# Tests take half of a build; -Og takes two thirds of the time of -O1. A SWIFT test computes its expectations for seconds.
set(TACTUS_TEST_OPTIMISATION $<$<CONFIG:Release>:-Og>)
set(TACTUS_SWIFT_TEST_OPTIMISATION $<$<CONFIG:Release>:-O2>)

# Tests of what every run goes through: the hardware, the models, the reader of scenarios. They have the label `core` and
# this target, so that sanitizers can have them in a fraction of the time of all tests.
add_custom_target(core_tests)
set(TACTUS_CORE_TESTS "/testbench/tests/unit/(hw|tlm_models|app/scenario|app/files|app/plugins)(/|$)")

# tactus_test(<name> [LONG | ALL_LONG] [THREADS] [SWIFT] [COST <seconds>] SOURCES ... LIBS ... [LABELS ...]): an executable whose every case is a CTest test.
# LONG: has cases tagged [long], which get the label long instead: sanitizers would make minutes of their seconds.
# ALL_LONG: all of its cases are. A name that finds none of them would be a warning of Catch2's.
# THREADS: is for ThreadSanitizer too. A build with that has no other tests. SWIFT: is compiled with -O2.
# COST: what its longest case takes, about. CTest starts the tests of the highest cost first, so that none runs alone at
# the end.
function(tactus_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LONG;ALL_LONG;THREADS;SWIFT" "COST" "SOURCES;LIBS;LABELS")
  if(TACTUS_SANITIZE STREQUAL "thread" AND NOT arg_THREADS)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE tactus_catch_main tactus_quiet_systemc ${arg_LIBS})
  tactus_plain_program(${name})  # what is tested is a library and stays optimised
  if(arg_SWIFT)
    target_compile_options(${name} PRIVATE ${TACTUS_SWIFT_TEST_OPTIMISATION})
  else()
    target_compile_options(${name} PRIVATE ${TACTUS_TEST_OPTIMISATION})
  endif()
  set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 0)
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "${TACTUS_CORE_TESTS}")
    add_dependencies(core_tests ${name})
    list(APPEND arg_LABELS core)
  endif()
  if(arg_LONG)
    tactus_discover_cases(${name} "[long]" long "${arg_COST}")
    tactus_discover_cases(${name} "~[long]" "${arg_LABELS}" "")
  elseif(arg_ALL_LONG)
    tactus_discover_cases(${name} "" long "${arg_COST}")
  else()
    tactus_discover_cases(${name} "" "${arg_LABELS}" "${arg_COST}")
  endif()
endfunction()

# The time limit is a guard against hanging, far beyond any machine: a test never fails by being slow.
function(tactus_discover_cases name cases label cost)
  # An empty value vanishes on its way to the test, and takes what follows with it.
  set(labels "")
  if(label)
    set(labels LABELS "${label}")
  endif()
  if(cost)
    list(APPEND labels COST ${cost})
  endif()
  catch_discover_tests(${name}
    TEST_SPEC ${cases}
    TEST_PREFIX "${name}: "
    PROPERTIES TIMEOUT 3600 ENVIRONMENT "ASAN_OPTIONS=detect_stack_use_after_return=0:detect_leaks=0"
      ${labels})
endfunction()
