"""Writes into the pages the tables of parameters, widths and ports that a user's RTL has to fit to, from our sources.

    python3 rtl/export_tables.py            writes the tables anew
    python3 rtl/export_tables.py --check    says which pages are out of date
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SCRIPT = pathlib.Path(__file__).resolve().relative_to(ROOT)
ROUTER_PAGE = "docs/reference/rtl.md"
NIC_PAGE = "docs/reference/rtl_nic.md"
PACKAGES = {"flit_pkg": "rtl/common/flit_pkg.sv", "router_pkg": "rtl/router/router_pkg.sv",
            "nic_pkg": "rtl/nic/nic_pkg.sv"}
# Meanings of parameters whose comment in the source is for several of them, or is missing.
MEANINGS = {
    "NumVcs": "Virtual channels, 1 to 8.",
    "SyncBuffers": "1: flits wait in memories that are read with the clock, as memory macros are.",
    "NumDimensions": "Dimensions of the network, 1 to 4.",
    "NumNics": "NICs of a node, 1 to 8.",
    "NumPorts": "Ports: two for each dimension, one for each NIC; never set.",
    "NumRequesters": "Input VCs of the router: ports times VCs.",
    "NumEngines": "Most DMA engines that the NIC can have, 1 to 8; `engines_i` says how many it has.",
    "DataWidth": "Data of a flit.",
    "VcWidth": "Number of a VC on a flit port.",
    "CreditWidth": "Credits of one VC on a credit port.",
    "CreditPortWidth": "A credit port: eight VCs.",
    "FlitWidth": "A flit port: valid, head, tail, VC, data, from the highest bit on.",
    "MaxDimensions": "Dimensions that a header and a NIC have room for.",
    "CoordinateWidth": "Coordinate of a node in one dimension; x is lowest.",
    "NodeWidth": "Coordinates of a node, side by side.",
    "NicWidth": "Number of a NIC in its node.",
    "PlaceWidth": "Number of a rank among those of its node.",
    "PaddingWidth": "Bytes of the last flit of a one-sided packet that hold no payload.",
    "AgeWidth": "Cycle of injection, modulo.",
    "MessageBytesAboveWidth": "Bits of a message's size above the 32 of the tag's flit.",
    "EntryWidth": "Number of an entry.",
    "AddressWidth": "Address in memory.",
    "RemoteWidth": "Address in the memory of another node.",
    "KeyWidth": "Key of a message: source node, places, tag.",
    "Messages": "Entries of the table of messages.",
    "BlockAddressWidth": "Address within the block of an engine on the register bus.",
    "BusAddressWidth": "Address on the register bus.",
    ("flit_pkg", "LengthWidth"): "Flits of a packet in its header.",
}
PARAMETER = re.compile(r"parameter int unsigned (\w+) *= *([^;,\n]+?) *[;,]?$")
ENUM = re.compile(r"typedef enum logic *(?:\[(\d+):0\])? *{([^}]*)} *(\w+);", re.S)
PORT = re.compile(r"(input|output) +(logic|\w+::\w+) *((?:\[[^]]+\])?) *(\w+),?$")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def commented(lines):
    """Pairs of a line of code and the comment that stands right above it; a comment is that of one line."""
    comment = []
    for line in (line.strip() for line in lines):
        if line.startswith("//"):
            comment.append(line[2:].strip())
        else:
            if line:
                yield line, " ".join(comment)
            comment = []


def meaning(owner, name, comment):
    text = MEANINGS.get((owner, name), MEANINGS.get(name, comment))
    if not text:
        raise SystemExit(f"{owner}: {name} has neither a comment right above it nor a meaning in {SCRIPT}")
    return text


def evaluate(expression, values):
    """The number that `expression` is, or nothing if it has names without a value."""
    text = re.sub(r"\w+::(\w+)|\b([A-Z]\w*)", lambda m: str(values.get(m[1] or m[2], "?")), expression)
    return None if "?" in text else eval(text, {"__builtins__": {}})  # digits and operators alone


class Package:
    """The parameters of a package, and the bits of its enumerations."""

    def __init__(self, name):
        self.name = name
        text = read(PACKAGES[name])
        self.rows, self.values = [], {}
        for line, comment in commented(text.split("\n")):
            found = PARAMETER.match(line)
            if found:
                self.values[found[1]] = evaluate(found[2], self.values)
                self.rows.append((found[1], self.values[found[1]], comment))
        self.enums = {name: int(high or 0) + 1 for high, _, name in ENUM.findall(text)}


class Module:
    """The head of a module: parameters and ports."""

    def __init__(self, path, packages):
        name = pathlib.Path(path).stem
        text = read(path)
        head = text[text.index(f"\nmodule {name} "):]
        head = head[:head.index("\n);")]
        values = {key: value for package in packages.values() for key, value in package.values.items()}
        enums = {key: value for package in packages.values() for key, value in package.enums.items()}
        self.parameters, self.ports = [], []
        for line, comment in commented(head.split("\n")):
            if found := PARAMETER.match(line):
                self.parameters.append((found[1], found[2], comment))
            if found := PORT.match(line):
                bits = bits_of(found[2], found[3], values, enums)
                self.ports.append((found[4], found[1], bits))


def bits_of(kind, vector, values, enums):
    if kind != "logic":
        return str(enums[kind.split("::")[1]])
    if not vector:
        return "1"
    size = re.fullmatch(r"\[(.*)-1:0\]", vector)
    if not size:
        return str(int(re.fullmatch(r"\[(\d+):0\]", vector)[1]) + 1)
    number = evaluate(size[1], values)
    return str(number) if number is not None else "`" + short(size[1], values) + "`"


def short(expression, values):
    """The expression with the numbers of packages, and a space around its operators."""
    text = re.sub(r"\w+::(\w+)", lambda m: str(values[m[1]]), expression)
    return re.sub(r" *([*+]) *", r" \1 ", text)


def table(head, rows):
    lines = ["", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows] + [""]


def widths_table(package):
    return table(("parameter", "value", "meaning"),
                 [(f"`{name}`", value, meaning(package.name, name, comment)) for name, value, comment in package.rows
                  if not name.endswith(("Lsb", "Bit"))])


def parameters_table(modules):
    return table(("module", "parameter", "default", "meaning"),
                 [(f"`{name}`", f"`{parameter}`", f"`{default}`" if not default.isdigit() else default,
                   meaning(name, parameter, comment))
                  for name, module in modules for parameter, default, comment in module.parameters])


def ports_table(module):
    return table(("port", "direction", "bits"), [(f"`{name}`", way, bits) for name, way, bits in module.ports])


def replaced(text, part, lines):
    """`text` whose lines between the marks of `part`, two comments, are these."""
    all_lines = text.split("\n")
    begin = all_lines.index(f"<!-- {part}: generated by {SCRIPT}; do not edit -->")
    end = all_lines.index(f"<!-- end of {part} -->")
    return "\n".join(all_lines[:begin + 1] + lines + all_lines[end:])


def generated():
    """All pages with generated tables, path to text."""
    packages = {name: Package(name) for name in PACKAGES}
    modules = {path: Module(path, packages) for path in
               ("rtl/router/vc_router.sv", "rtl/router/output_arbiter.sv", "rtl/nic/nic_top.sv", "rtl/nic/pacer.sv")}
    router, nic = read(ROUTER_PAGE), read(NIC_PAGE)
    router = replaced(router, "parameters", parameters_table(
        [(pathlib.Path(path).stem, modules[path]) for path in ("rtl/router/vc_router.sv", "rtl/router/output_arbiter.sv")]))
    for name in ("flit_pkg", "router_pkg"):
        router = replaced(router, f"widths of {name}", widths_table(packages[name]))
    router = replaced(router, "ports of vc_router", ports_table(modules["rtl/router/vc_router.sv"]))
    router = replaced(router, "ports of output_arbiter", ports_table(modules["rtl/router/output_arbiter.sv"]))
    nic = replaced(nic, "parameters", parameters_table([("nic_top", modules["rtl/nic/nic_top.sv"])]))
    nic = replaced(nic, "widths of nic_pkg", widths_table(packages["nic_pkg"]))
    nic = replaced(nic, "ports of nic_top", ports_table(modules["rtl/nic/nic_top.sv"]))
    nic = replaced(nic, "ports of pacer", ports_table(modules["rtl/nic/pacer.sv"]))
    return {ROUTER_PAGE: router, NIC_PAGE: nic}


def main():
    parser = argparse.ArgumentParser(description="Writes the tables of parameters, widths and ports, or checks them.")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    pages = generated()
    stale = [path for path, text in pages.items() if read(path) != text]
    for path in stale:
        if options.check:
            print(f"{path} is not what the RTL says: write it anew: python3 {SCRIPT}")
        else:
            (ROOT / path).write_text(pages[path], encoding="utf-8")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
