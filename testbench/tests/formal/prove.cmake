# Proves the assertions of rtl/formal/<NAME>_formal.sv and of the modules in it by temporal induction (yosys, sat):
#   cmake -DNAME=... -DRTL=<folder> -DWORK=<folder> [-DFAULT=<number>] -P prove.cmake
# With FAULT the fault of that number in planted_faults.cmake is planted first, and there has to be a counterexample.
find_program(YOSYS yosys)
if(NOT YOSYS)
  message("SKIPPED: yosys is not installed")
  return()
endif()

set(modules_credit_pool credit_pool)
set(modules_packet_room credit_pool output_port request_room)
set(modules_round_robin round_robin_arbiter)
set(modules_switch_allocator age_arbiter age_order output_arbiter round_robin_arbiter switch_allocator turn_of_port turned_port)

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(sources common/flit_pkg.sv router/router_pkg.sv)
foreach(module IN LISTS modules_${NAME})
  list(APPEND sources router/${module}.sv)
endforeach()
list(APPEND sources formal/${NAME}_formal.sv)
set(files "")
foreach(source IN LISTS sources)
  get_filename_component(file ${source} NAME)
  file(READ ${RTL}/${source} text_${file})
  string(APPEND files " ${WORK}/${file}")
endforeach()

# fault(<number> <file> <text> <text with the fault>)
macro(fault number file from to)
  if("${FAULT}" STREQUAL "${number}")
    string(FIND "${text_${file}}" "${from}" first)
    string(FIND "${text_${file}}" "${from}" last REVERSE)
    if(first EQUAL -1 OR NOT first EQUAL last)
      message(FATAL_ERROR "fault ${number}: in ${file} there is not exactly one \"${from}\"")
    endif()
    string(REPLACE "${from}" "${to}" text_${file} "${text_${file}}")
  endif()
endmacro()
include(${CMAKE_CURRENT_LIST_DIR}/planted_faults.cmake)

foreach(source IN LISTS sources)
  get_filename_component(file ${source} NAME)
  file(WRITE ${WORK}/${file} "${text_${file}}")
endforeach()
file(WRITE ${WORK}/prove.ys "
read_verilog -sv -formal -noautowire -I${RTL} ${files}
hierarchy -check -top ${NAME}_formal
prep -flatten -top ${NAME}_formal
async2sync
dffunmap
opt -fast
sat -tempinduct -prove-asserts -set-assumes -maxsteps 8 ${NAME}_formal
")
execute_process(COMMAND ${YOSYS} -s ${WORK}/prove.ys RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
file(WRITE ${WORK}/prove.log "${output}")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "yosys failed: see ${WORK}/prove.log")
endif()
if(DEFINED FAULT)
  set(wanted "model found for base case: FAIL")
else()
  set(wanted "Induction step proven: SUCCESS")
endif()
if(NOT output MATCHES "${wanted}")
  message(FATAL_ERROR "not \"${wanted}\": see ${WORK}/prove.log")
endif()
