# Synthesizes the router with yosys, and prints what becomes of it:
#   cmake -DVCS=<number> -DRTL=<folder> -DWORK=<folder> [-DGATES=ON] -P synthesize.cmake
# With GATES down to gates, memories apart; else up to word-level cells. No latch and no loop may come of it.
find_program(YOSYS yosys)
if(NOT YOSYS)
  message("SKIPPED: yosys is not installed")
  return()
endif()
file(GLOB modules ${RTL}/router/*.sv)
list(REMOVE_ITEM modules ${RTL}/router/router_pkg.sv)
string(REPLACE ";" " " modules "${modules}")
set(gates "")
if(GATES)
  set(gates "opt -fast -full\ntechmap\nopt -fast\nabc -fast\nopt_clean")
endif()
file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/synthesize.ys "
read_verilog -sv -noautowire -I${RTL} ${RTL}/common/flit_pkg.sv ${RTL}/router/router_pkg.sv ${RTL}/common/ram_1r1w.sv ${modules}
hierarchy -check -top vc_router -chparam NumVcs ${VCS}
synth -run begin:fine
${gates}
check -assert
select -assert-none t:$dlatch t:$_DLATCH_*
tee -o ${WORK}/cells.txt stat -top vc_router
")
execute_process(COMMAND ${YOSYS} -q -s ${WORK}/synthesize.ys RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "yosys failed:\n${output}")
endif()
file(READ ${WORK}/cells.txt cells)
string(REGEX REPLACE ".*=== design hierarchy ===" "" cells "${cells}")
message("${cells}")
