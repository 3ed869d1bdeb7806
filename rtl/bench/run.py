#!/usr/bin/env python3
"""Runs two_nodes_test.py: cocotb 1.9 from PyPI, Verilator 5.006 or later. Usage: run.py [BUILD FOLDER]"""

import pathlib
import sys

from cocotb.runner import get_results, get_runner

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parent


def sources():
    """Files of the file list, and the bench."""
    lines = (FOLDER / "tactus_node.f").read_text(encoding="utf-8").splitlines()
    return [*(FOLDER / line for line in lines if line.endswith((".vlt", ".sv"))),
            *sorted((FOLDER / "rtl/check").glob("*.sv")), HERE / "two_nodes.sv"]


def main():
    build = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE / "build"
    sys.path.insert(0, str(HERE))  # where cocotb looks for the tests
    runner = get_runner("verilator")
    runner.build(verilog_sources=sources(), includes=[FOLDER / "rtl"], hdl_toplevel="two_nodes", build_dir=build,
                 build_args=["--assert"], always=True)
    results = runner.test(hdl_toplevel="two_nodes", test_module="two_nodes_test", build_dir=build, test_dir=build)
    tests, failed = get_results(results)
    print(f"{tests - failed} passed, {failed} failed")
    return 0 if tests and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
