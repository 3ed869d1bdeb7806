# Synthesizes a module with yosys, and prints what becomes of it:
#   cmake -DTOP=<module> "-DSOURCES=<file of rtl> ..." ["-DPARAMETERS=<name> <value> ..."] [-DGATES=ON [-DMOST_DEPTH=<cells>]]
#     [-DLATCHED=<module>] -DRTL=<folder> -DWORK=<folder> -P synthesize.cmake
# With GATES down to gates, memories apart; else to word-level cells, not optimised. No latch may come of it
# outside of LATCHED, no loop, and no path between flip-flops, memories and ports that is longer than MOST_DEPTH, as
# `tactus area` counts it.
cmake_minimum_required(VERSION 3.25)
find_program(YOSYS yosys)
if(NOT YOSYS)
  message("SKIPPED: yosys is not installed")
  return()
endif()
# Huge pages, where there are any: a tenth of the time goes to pages otherwise.
set(ENV{GLIBC_TUNABLES} glibc.malloc.hugetlb=1)
string(REGEX REPLACE "([^ ]+)" "${RTL}/\\1" sources "${SOURCES}")
set(parameters "")
if(PARAMETERS)
  string(REGEX REPLACE "([A-Za-z]+ [0-9]+)" "-chparam \\1" parameters "${PARAMETERS}")
endif()
set(cells "proc\nopt_expr\nmemory -nomap\nopt_clean")
if(GATES)
  # What techmap makes is left to abc as it is: optimising that first takes as long as all the rest, for paths of the
  # same length.
  set(cells "synth -run begin:fine\nopt -fast -full\ntechmap\nabc -fast\nopt_clean")
endif()
set(depth "")
if(MOST_DEPTH)
  set(depth "flatten\ntee -o ${WORK}/depth.txt ltp -noff")
endif()
set(except "")
if(LATCHED)
  set(except "%u ${LATCHED}/* %d")
endif()
file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/synthesize.ys "
read_verilog -sv -noautowire -I${RTL} ${sources}
hierarchy -check -top ${TOP} ${parameters}
${cells}
check -assert
select -assert-none t:$dlatch t:$_DLATCH_* ${except}
tee -o ${WORK}/cells.txt stat -top ${TOP}
${depth}
")
execute_process(COMMAND ${YOSYS} -q -s ${WORK}/synthesize.ys RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "yosys failed:\n${output}")
endif()
file(READ ${WORK}/cells.txt cells)
string(REGEX REPLACE ".*=== design hierarchy ===" "" cells "${cells}")
message("${cells}")
if(MOST_DEPTH)
  file(READ ${WORK}/depth.txt depth)
  string(REGEX MATCH "length=([0-9]+)" found "${depth}")
  if(NOT found OR CMAKE_MATCH_1 GREATER MOST_DEPTH)
    message(FATAL_ERROR "a path of ${TOP} has ${CMAKE_MATCH_1} cells, more than ${MOST_DEPTH}: see ${WORK}/depth.txt")
  endif()
  message("longest path: ${CMAKE_MATCH_1} cells")
endif()
