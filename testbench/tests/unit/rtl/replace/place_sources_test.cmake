# The order of the files of a user's part among ours: cmake -DREPLACE=<rtl/replace> -DWORK=<folder> -P ...
cmake_minimum_required(VERSION 3.25)
include(${REPLACE}/replacement.cmake)
set(root /clone)

function(user_file name text)
  file(WRITE ${WORK}/${name} "${text}")
endfunction()

function(expect case wanted)
  if(NOT "${placed}" STREQUAL "${wanted}")
    message(SEND_ERROR "${case}:\n  ${placed}\ninstead of\n  ${wanted}")
  endif()
endfunction()

set(ours /clone/rtl/common/flit_pkg.sv /clone/rtl/nic/nic_pkg.sv /clone/rtl/nic/fifo.sv /clone/rtl/nic/nic_top.sv)

user_file(one.sv "// module nic_top is not declared here\nmodule one;\nendmodule\n")
set(theirs ${WORK}/one.sv)
set(placed ${ours})
place_sources(placed theirs)
expect("a module of another name comes last" "${ours};${WORK}/one.sv")

user_file(edited.sv "`default_nettype none\nmodule fifo #(\n  parameter int A = 1\n) (input logic a [3]);\nendmodule\n")
set(theirs ${WORK}/one.sv ${WORK}/edited.sv)
set(placed ${ours})
place_sources(placed theirs)
expect("a module of ours is taken the place of, whatever its file is called"
  "/clone/rtl/common/flit_pkg.sv;/clone/rtl/nic/nic_pkg.sv;${WORK}/edited.sv;/clone/rtl/nic/nic_top.sv;${WORK}/one.sv")

user_file(both.sv "module nic_top;\nendmodule\nmodule automatic fifo;\nendmodule\n")
set(theirs ${WORK}/both.sv)
set(placed ${ours})
place_sources(placed theirs)
expect("two of ours in one file" "/clone/rtl/common/flit_pkg.sv;/clone/rtl/nic/nic_pkg.sv;${WORK}/both.sv")

user_file(nic_pkg.sv "package nic_pkg;\nendpackage\n")
user_file(new_pkg.sv "package new_pkg;\nendpackage\n")
set(theirs ${WORK}/nic_pkg.sv ${WORK}/new_pkg.sv ${WORK}/one.sv)
set(placed ${ours})
place_sources(placed theirs)
expect("packages come before all that may name them"
  "/clone/rtl/common/flit_pkg.sv;${WORK}/nic_pkg.sv;${WORK}/new_pkg.sv;/clone/rtl/nic/fifo.sv;/clone/rtl/nic/nic_top.sv;${WORK}/one.sv")
