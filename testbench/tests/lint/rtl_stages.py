"""Stages of the verification of the RTL, for the testplan: which tests belong to which, by part.

V1: the part is there and can be told from others. V2: it does all that its model or contract says, under random
stimuli. V3: faults planted in it are found, and proofs and coverage say what random stimuli cannot.
"""

import collections
import pathlib
import re

TESTS = ("testbench/tests/unit/rtl/", "testbench/tests/cosim/", "testbench/tests/system/rtl_command_test")
PROOFS = "testbench/tests/formal/proofs.cmake"
STAGES = {
    "V1": "It is there: it passes lint, is built for the machines that it is for, and is refused for others.",
    "V2": "It does what its contract says: equal to the model in every cycle, or byte by byte, under random stimuli.",
    "V3": "What is wrong is found: planted faults, assertions, proofs, coverage of lines and bins.",
}
# Part, stage, files, and the names of tests in them that are meant. The first that fits counts.
RULES = (
    ("router", "V3", "rtl_router_fault_test|rtl_router_assertion_test|rtl_router_difference_test", ".*"),
    ("router", "V1", "rtl_support_test", ".*"),
    ("router", "V1", "rtl_router_run_test", ".*(refused|says how to come by).*"),
    ("router", "V2", "route_draw_test|rtl_router_random_test|rtl_router_run_test|rtl_router_ways_test", ".*"),
    ("NIC", "V3", "rtl_nic_fault_test", ".*"),
    ("NIC", "V1", "rtl_nic_run_test", ".*refused.*"),
    ("NIC", "V2", "rtl_nic_random_test|rtl_nic_run_test|rtl_pacer_test|rtl_memory_contents_test", ".*"),
    ("NIC on AXI, node", "V3", "nic_axi_test", ".*(planted fault|checkers).*"),
    ("NIC on AXI, node", "V1", "rtl_command_test", ".*"),
    ("NIC on AXI, node", "V2", "nic_axi_test", ".*"),
    ("parts of users", "V1", "replaced_rtl_test|part_model_test|check_part_test|replaced_rtl_debugging_test",
     ".*(refused|words).*"),
    ("parts of users", "V3", "replaced_rtl_test|part_model_test|check_part_test|replaced_rtl_debugging_test",
     ".*(found|differ|broken|wrong).*"),
    ("parts of users", "V2", "replaced_rtl_test|part_model_test|check_part_test|replaced_rtl_debugging_test", ".*"),
    ("link", "V2", "rtl_link_test|rtl_link_crc_test", ".*"),
    ("comparison", "V2", "lockstep_test|rtl_waves_test", ".*"),
)
# Part that a proof is about.
PROVED = {
    "router": ("credit_pool", "packet_room", "round_robin", "matrix_arbiter", "switch_allocator", "ring_route",
               "bubble_ring", "route_sets"),
    "NIC": ("pacer", "phase_slots", "credit_link", "packetiser"),
    "link": ("link_retry", "link_crc"),
    "NIC on AXI, node": ("apb_registers", "axi_burst", "axi_reader", "axi_writer"),
}


def stage_of(test):
    """Part and stage of a test, or None."""
    for part, stage, files, names in RULES:
        if re.fullmatch(files, pathlib.Path(test.file).stem) and re.fullmatch(names, test.name):
            return part, stage
    return None


def proofs_of(root):
    file = root / PROOFS
    return re.findall(r"^proof\((\w+) ", file.read_text(encoding="utf-8"), re.MULTILINE) if file.is_file() else []


def section(root, tests, faults):
    """Lines of the testplan; what has no stage is a fault."""
    found = collections.defaultdict(list)
    for test in tests:
        if not test.file.startswith(TESTS):
            continue
        place = stage_of(test)
        if place is None:
            faults.add(test.file, f"\"{test.name}\" has no stage: rtl_stages.py")
        else:
            found[place].append(test)
    proofs = proofs_of(root)
    part_of = {proof: part for part, of_part in PROVED.items() for proof in of_part}
    for proof in sorted(set(proofs) ^ set(part_of)) if proofs else ():
        faults.add(PROOFS, f"{proof}: proofs here and in rtl_stages.py differ")
    lines = ["", "## Stages of the RTL", ""]
    lines += [line for stage, means in STAGES.items() for line in (f"{stage}: {means}", "")]
    lines += ["| part | stage | tests | proofs |", "|---|---|---|---|"]
    for part in dict.fromkeys(rule[0] for rule in RULES):
        for stage in STAGES:
            tests_here = by_file(found[part, stage])
            proofs_here = ", ".join(f"`{proof}`" for proof in PROVED.get(part, ())) if stage == "V3" else ""
            if tests_here or proofs_here:
                lines.append(f"| {part} | {stage} | {tests_here} | {proofs_here} |")
    return lines


def by_file(tests):
    """Tests as a cell of a table: how many of each file."""
    count = collections.Counter(test.file for test in tests)
    return "; ".join(f"[{pathlib.Path(file).stem}](../{file}): {number}" for file, number in sorted(count.items()))
