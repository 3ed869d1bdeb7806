# Proves the assertions of rtl/formal/<name>_formal.sv and of the modules in it by temporal induction (yosys, sat), or
# looks for a counterexample with a fault planted:
#   cmake -DTEST=<test in proofs.cmake> -DRTL=<folder> -DWORK=<folder> -P prove.cmake
cmake_minimum_required(VERSION 3.25)
find_program(YOSYS yosys)
if(NOT YOSYS)
  message("SKIPPED: yosys is not installed")
  return()
endif()
# Huge pages, where there are any: up to a tenth of the time goes to pages otherwise.
set(ENV{GLIBC_TUNABLES} glibc.malloc.hugetlb=1)

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

include(${CMAKE_CURRENT_LIST_DIR}/../../../cmake/PlantedText.cmake)
function(proof name test)
  cmake_parse_arguments(PARSE_ARGV 2 arg "BOUNDED" "DEPTH" "SOURCES;INSIDE;SMALLER;IN_TURN")
  set(smaller_${name} ${arg_SMALLER} PARENT_SCOPE)
  set(inside_${name} ${arg_INSIDE} PARENT_SCOPE)
  set(bounded_${name} ${arg_BOUNDED} PARENT_SCOPE)
  set(in_turn_${name} ${arg_IN_TURN} PARENT_SCOPE)
  set(depth_${name} ${arg_DEPTH} PARENT_SCOPE)
  set(sources_${name} common/flit_pkg.sv router/router_pkg.sv ${arg_SOURCES} formal/${name}_formal.sv PARENT_SCOPE)
  if(test STREQUAL TEST)
    set(proved ${name} PARENT_SCOPE)
  endif()
endfunction()

function(fault name test source from to)
  if(NOT test STREQUAL TEST)
    return()
  endif()
  file(READ ${RTL}/${source} text)
  planted_text(text "${text}" ${source} "${from}" "${to}")
  get_filename_component(file ${source} NAME)
  file(WRITE ${WORK}/${file} "${text}")
  set(proved ${name} PARENT_SCOPE)
  set(faulty ${source} PARENT_SCOPE)
endfunction()

# The rule holds, up to the depth of the proof, with the parameters with which faults are looked for.
function(holds_smaller name test)
  if(test STREQUAL TEST)
    set(proved ${name} PARENT_SCOPE)
    set(is_smaller ON PARENT_SCOPE)
  endif()
endfunction()

set(proved "")
set(faulty "")
set(is_smaller OFF)
include(${CMAKE_CURRENT_LIST_DIR}/proofs.cmake)
if(NOT proved)
  message(FATAL_ERROR "there is no proof \"${TEST}\"")
endif()

set(files "")
foreach(source IN LISTS sources_${proved})
  set(file ${RTL}/${source})
  if(source STREQUAL faulty)
    get_filename_component(file ${source} NAME)
    set(file ${WORK}/${file})
  endif()
  string(APPEND files " ${file}")
endforeach()
set(defines "")
set(parameters "")
if(faulty OR is_smaller)
  foreach(pair IN LISTS smaller_${proved})
    string(REPLACE "=" " " pair ${pair})
    string(APPEND parameters " -chparam ${pair}")
  endforeach()
endif()
if(faulty)
  set(defines -DPLANTED)
  set(how -tempinduct-baseonly)
  set(wanted "model found for base case: FAIL")
elseif(is_smaller OR bounded_${proved})
  set(how -tempinduct-baseonly)
  set(wanted "Reached maximum number of time steps -> proved base case for ${depth_${proved}} steps: SUCCESS")
else()
  set(how -tempinduct)
  set(wanted "Induction step proven: SUCCESS")
endif()
# What the proof looks at inside a module.
set(connects "")
foreach(pair IN LISTS inside_${proved})
  string(REPLACE "=" " " pair ${pair})
  string(APPEND connects "connect -set ${pair}\n")
endforeach()
# The first edge is one of reset; others may be.
set(solver "sat -prove-asserts -set-assumes -set-at 1 rst_ni 0")
set(top ${proved}_formal)
set(goals "${solver} ${how} -maxsteps ${depth_${proved}} ${top}\n")
if(in_turn_${proved} AND how STREQUAL "-tempinduct")
  # Induction over one edge, by one assertion after the other. At the edge before, all of them hold; at the edge itself,
  # those that have had their turn. Assertions without a name are proven with each.
  set(goals "${solver} -verify -tempinduct-baseonly -maxsteps 1 ${top}\ndesign -save all\n")
  set(before "")
  set(after ${in_turn_${proved}})
  foreach(goal IN LISTS in_turn_${proved})
    list(REMOVE_ITEM after ${goal})
    string(APPEND goals "design -load all\nselect -assert-count 1 ${top}/${goal} ${top}/t:$assert %i\n")
    foreach(other IN LISTS after)
      string(APPEND goals "chformal -assert -delay 1 ${top}/${other}\nchformal -assert2assume ${top}/${other}\n")
    endforeach()
    foreach(other IN LISTS before)
      string(APPEND goals "chformal -assert2assume ${top}/${other}\n")
    endforeach()
    string(APPEND goals "${solver} -verify -tempinduct-inductonly -maxsteps 1 ${top}\n")
    list(APPEND before ${goal})
  endforeach()
endif()
file(WRITE ${WORK}/prove.ys "
read_verilog -sv -formal -noautowire ${defines} -I${RTL} ${files}
hierarchy -check -top ${proved}_formal${parameters}
proc
flatten
${connects}prep -top ${proved}_formal
opt -fast
memory_map
opt -fast
async2sync
dffunmap
opt -fast
${goals}")
execute_process(COMMAND ${YOSYS} -s ${WORK}/prove.ys RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
file(WRITE ${WORK}/prove.log "${output}")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "yosys failed: see ${WORK}/prove.log")
endif()
if(NOT output MATCHES "${wanted}")
  message(FATAL_ERROR "not \"${wanted}\": see ${WORK}/prove.log")
endif()
