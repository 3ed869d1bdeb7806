"""What the covers of rtl/cover have counted: bins, and those that nothing has hit.

A bin is a cover in one place of the generate loops around it: `Turn` in `gen_output[2].gen_from[5]`.
"""

import collections
import pathlib
import re


class Bin(collections.namedtuple("Bin", "module name place")):
    """A cover: the module that has it, its name, and the numbers of the loops around it, outermost first."""


def read_bins(folder):
    """Bin -> how often it was hit, summed over the *.dat in `folder`."""
    counts = collections.Counter()
    for path in sorted(pathlib.Path(folder).glob("*.dat")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("C '"):
                continue
            key, _, count = line[3:].rpartition("' ")
            fields = dict(field.split("\x02", 1) for field in key.split("\x01") if "\x02" in field)
            page = fields["page"]
            if not page.startswith("v_user/"):
                continue
            hierarchy = fields["h"].partition(".u_coverage.")[2]
            place = tuple(int(number) for number in re.findall(r"__BRA__(\d+)__KET__", hierarchy))
            module = page.removeprefix("v_user/").partition("__")[0]
            counts[Bin(module, fields["o"], place)] += int(count)
    return counts


def holes_text(places):
    """The places, a number of them by name: "(0, 3), (1, 3) and 5 others"."""
    shown = [str(place[0]) if len(place) == 1 else str(place) for place in sorted(places)]
    if len(shown) > 6:
        shown = shown[:5] + [f"{len(shown) - 5} others"]
    return ", ".join(shown)


def report(counts):
    """Prints a line for each cover with holes, and a sum for each module. Answers {module: share of hit bins in %}."""
    shares = {}
    for module in sorted({each.module for each in counts}):
        bins = {each: count for each, count in counts.items() if each.module == module}
        missed = collections.defaultdict(list)
        for each, count in bins.items():
            if count == 0:
                missed[each.name].append(each.place)
        for name in sorted(missed):
            of = sum(1 for each in bins if each.name == name)
            where = holes_text(missed[name]) if of > 1 else "never"
            print(f"{module}: {name}: {len(missed[name])} of {of} not hit: {where}")
        hit = sum(1 for count in bins.values() if count)
        shares[module] = 100.0 * hit / len(bins)
        print(f"{module}: {hit} of {len(bins)} bins hit, {shares[module]:.1f} %")
    return shares
