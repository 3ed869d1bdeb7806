# Tests: Catch2 cases run inside sc_main, one process per case (SystemC elaborates once per process).
include(CTest)
find_package(Catch2 REQUIRED)
include(Catch)

# tactus_test(<name> SOURCES ... LIBS ... [LABELS ...]): an executable whose every case is a CTest test.
# The time limit is a guard against hanging, far beyond any machine: a test never fails by being slow.
function(tactus_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS;LABELS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE tactus_catch_main tactus_quiet_systemc ${arg_LIBS})
  # Half the time to compile; what is tested is a library and stays optimised.
  target_compile_options(${name} PRIVATE -O1)
  # The label comes last: an empty value vanishes on its way to the test, and takes what follows with it.
  catch_discover_tests(${name}
    TEST_PREFIX "${name}: "
    PROPERTIES TIMEOUT 3600 ENVIRONMENT "ASAN_OPTIONS=detect_stack_use_after_return=0:detect_leaks=0"
      LABELS "${arg_LABELS}")
endfunction()
