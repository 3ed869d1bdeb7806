"""Proves by induction that the pacer never lets a packet start earlier than the gap of its message allows, and that each
of some planted faults breaks the proof. Needs Debian's yosys; skipped without.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

RTL = pathlib.Path(__file__).resolve().parents[5] / "rtl"
SKIPPED = 77  # CTest's SKIP_RETURN_CODE for this test
LIMIT = 60  # seconds for a fault: one that is not found in this time is not proved right either

# What is planted: its name, the text in pacer.sv that it stands for, and its own.
FAULTS = (
    ("an eighth is not rounded up", "{19'b0, eighths[2:0] != 3'd0}", "20'd0"),
    ("the length of the packet is left out", " + {12'b0, length_i};", ";"),
    ("a skipped edge counts twice", "wait_q - elapsed_i[nic_pkg::SlotWidth-1:0]",
     "(wait_q > elapsed_i[nic_pkg::SlotWidth-1:0] + 20'd1 ? wait_q - elapsed_i[nic_pkg::SlotWidth-1:0] - 20'd1 : 20'd0)"),
    ("the slot comes a cycle early", "{12'b0, wait_q} <= elapsed_i", "{12'b0, wait_q} <= elapsed_i + 32'd1"),
    ("ticks of the register bus let the slot go", "else if (enable_i) wait_q", "else wait_q"),
)


def proves(pacer, limit):
    script = (f"read_verilog -sv -formal -noautowire -I{RTL} {RTL}/nic/nic_pkg.sv {pacer} {RTL}/formal/pacer_props.sv; "
              "prep -top pacer_props -flatten; async2sync; dffunmap; "
              "sat -tempinduct -prove-asserts -set-assumes -maxsteps 4 -set-at 1 rst_ni 0 -verify")
    try:
        run = subprocess.run(["yosys", "-q", "-p", script], capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return False, "not within the time"
    return run.returncode == 0, run.stderr


def main():
    if shutil.which("yosys") is None:
        print("Skipped: needs yosys")
        return SKIPPED
    source = RTL / "nic/pacer.sv"
    held, output = proves(source, None)
    if not held:
        print(f"the pacer is not proved:\n{output}")
        return 1
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, right, wrong in FAULTS:
            text = source.read_text(encoding="utf-8")
            if text.count(right) != 1:
                print(f"cannot plant: {name}")
                failures += 1
                continue
            faulty = pathlib.Path(folder) / "pacer.sv"
            faulty.write_text(text.replace(right, wrong), encoding="utf-8")
            held, output = proves(faulty, LIMIT)
            if held or "ERROR" not in output or "proof" not in output:
                print(f"not found: {name}\n{output}")
                failures += 1
            else:
                print(f"found: {name}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
