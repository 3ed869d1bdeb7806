#!/usr/bin/env python3
"""Runs two_nodes_test.py: by cocotb under Verilator, without Tactus. Usage: run.py [BUILD FOLDER]"""

import pathlib
import re
import sys

from cocotb.runner import get_results, get_runner

HERE = pathlib.Path(__file__).resolve().parent
RTL = HERE.parents[2] / "rtl"


def modules():
    """Files of the RTL in the order in which they are read, packages first: rtl/modules.cmake."""
    listed = re.findall(r"\b(?:common|router|nic|regs|axi)/\w+\.sv", (RTL / "modules.cmake").read_text("utf-8"))
    names = list(dict.fromkeys(listed)) + ["common/clock_gate.sv", "node_top.sv"]
    names.sort(key=lambda name: (name != "common/flit_pkg.sv", not name.endswith("_pkg.sv")))
    return [RTL / name for name in names]


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/cocotb").resolve()
    runner = get_runner("verilator")
    options = ["--assert", "-Wno-fatal", str(RTL / "lint/verilator.vlt"), str(RTL / "lint/nic.vlt")]
    runner.build(verilog_sources=[*modules(), HERE / "two_nodes.sv"], includes=[RTL], hdl_toplevel="two_nodes",
                 build_dir=build, build_args=options, always=True)
    results = runner.test(hdl_toplevel="two_nodes", test_module="two_nodes_test", build_dir=build, test_dir=build)
    tests, failed = get_results(results)
    print(f"{tests - failed} passed, {failed} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
