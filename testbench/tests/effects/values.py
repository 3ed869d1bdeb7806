"""Other values of a key, for key_effects.py: small changes and large ones, since one of them may not matter by chance."""
import re

# Keys whose values are lists, maps or files.
GIVEN = {
    "name": ["other"],
    "title": ["other"],
    "description": ["other"],
    "seed": ["2", "3"],
    "clock": ["2 ns"],
    "network.shape": ["[4, 2]", "[2, 2]"],
    "network.sizes": ["[2, 2]", "[4, 3]"],
    "network.file": ["other_graph.txt"],
    "network.wrap": ["[false, true]", "[false, false]"],
    "link.cable_delay": ["[10 ns, 14 ns]", "14 ns", "[10 ns]", "[14 ns]"],
    "classes": ["[{name: a, virtual_channels: 4}, {name: b, virtual_channels: 2}]", "[{name: a, virtual_channels: 4}]"],
    "link.overrides": [
        "[{cables: [[[0, 0], [1, 0]]], bandwidth: 1 GB/s}]", "[{dimension: 1, cable_delay: 50 ns}]",
        "[{dimension: 0, bandwidth: 2 GB/s}, {dimension: 1, bandwidth: 1 GB/s}]",
        "[{cables: [[0, 8]], bandwidth: 1 GB/s}]"],
    "faults.outages": ["[{cables: [[[0, 0], [1, 0]]], from: 1 us, until: 20 us}]",
                       "[{cables: [[[0, 0], [0, 1]]], from: 3 us, until: 90 us}]"],
    "faults.breaks": ["[{cables: [[[0, 0], [1, 0]]], at: 3 us}]", "[{cables: [[[0, 0], [0, 1]]], at: 2 us}]"],
    "faults.bit_error_rate": ["1e-6", "5e-6", "1e-5"],
    "faults.retry_delay": ["1 us", "0 ns"],
    "faults.switches": ["[32]", "[24]"],
    "faults.routers": ["[[1, 0]]", "[[0, 1], [1, 1]]"],
    "faults.cables": ["[[[0, 0], [1, 0]]]", "[[[0, 0], [0, 1]], [[1, 0], [1, 1]]]"],
    "router.dimension_order": ["[y, x]"],
    "router.table": ["other_table.txt"],
    "node.memories": [
        "[{socket: 0, rate: 1 GB/s, latency: 200 ns, banks: 2}, {socket: 1, rate: 1 GB/s, latency: 300 ns, banks: 2}]"],
    "node.links": ["[{from: 0, to: 1, rate: 1 GB/s, latency: 200 ns}]"],
    "node.bridges": None,
    "node.nics": None,
    "node.engine_nics": ["[3, 2, 1, 0]", "[0, 0, 0, 0]"],
    "node.cpu": ["1"],
    "node.memory": ["far", "[0, 0, 0, 0]", "[1, 1, 1, 1]", "[1]", "[1, 1]"],
    "node.send_memory": ["far", "near"],
    "node.receive_memory": ["far", "near"],
    "rails.nics": ["[0, 1]", "[2]", "all"],
    "rails.sizes": ["[32 KiB]", "[4 B]", "[1 MiB, 2 MiB]"],
    "pacing.gap": ["1", "0.5"],
    "pacing.bias": ["-1", "0.5", "2"],
    "pacing.sequence_bias": ["[" + ", ".join(["1"] * 15) + "]", "[1, 2, 3]", "[0, 1, 0, 2]"],
    "workload.class": ["a", "b"],
    "workload.sequences": ["[1]", "[2, 3]"],
    "workload.ping_pong_peer": ["[2, 2]"],
    "workload.hot_spot": ["[2, 2]"],
    "workload.messages": ["other.txt"],
    "workload.message_size": ["0 B", "8 KiB", "256 KiB"],
    "workload.load": ["0.05", "0.6"],
    "workload.hot_spot_share": ["0.5"],
    "workload.ranks_per_node": ["1", "2", "3"],
    "copy.candidates": ["[pvas, cma]", "[cma]"],
    "message.send": ["{contiguous: {count: 100, of: byte}}", "{vector: {count: 64, block_length: 1, stride: 7, of: double}}"],
    "message.receive": ["{vector: {count: 64, block_length: 1, stride: 5, of: double}}"],
    "message.pattern": ["NAS_MG_x", "WRF_x_vec"],
    "message.size": ["2 KiB", "8 KiB", "32 KiB"],
    "noise.nodes": ["[0]", "[0, 5]"],
    "noise.file": ["other_noise.txt"],
    "flow.dimensions": ["[4, 4]", "[2, 8]", "[8, 8]"],
    "flow.bandwidth": ["1 GB/s", "[4 GB/s, 1 GB/s]", "[4 GB/s]", "[1 GB/s]"],
    "flow.threshold": ["0.5", "0.2"],
    "flow.resolution": ["10 us"],
    "cycle.nodes": ["[[0, 0]]"],
    "rtl.routers": None,  # of the other program
    "rtl.nics": None,
    "rtl.replace": None,
    "rtl.trace": None,
    "run.watchdog": ["1 us", "2 ms"],
    "run.max_time": ["100 ns"],
    "waves.nodes": ["all"],
    "waves.from": ["1 us"],
    "waves.to": ["1 us"],
    "trace.from": ["1 us"],
    "trace.to": ["1 us"],
    "trace.max_packets": ["1", "0"],
    "trace.max_messages": ["1", "0"],
    "attribution.critical_path": ["true"],
}

QUANTITY = re.compile(r"^([0-9.]+) ?([A-Za-z/]+)$")


def scaled(text):
    """A quantity doubled, halved, eight and sixteen times as much, and a sixteenth; of nothing some cycles."""
    number, unit = QUANTITY.match(text).groups()
    amount = float(number)
    if amount == 0:
        small = {"cycles": "100", "ps": "50000", "ns": "50", "B": "64"}.get(unit, "1")
        return [f"{small} {unit}", f"{int(small) * 40} {unit}"]
    return [f"{amount * factor:g} {unit}" for factor in (2, 0.5, 16, 0.0625)]


def counts(text):
    number = int(text)
    return [str(value) for value in sorted({0, 1, 2, 3, number + 1, 2 * number, number // 2} - {number})]


def types(form):
    """JSON types of a form, of which the schema has one or a list."""
    named = form.get("type", [])
    return {named} if isinstance(named, str) else set(named)


def others(key, spec, shown):
    """Values of `key` that are not the one `shown` in a result, or not the default if the key is not shown."""
    current = shown if shown is not None else str(spec.get("default", ""))
    if key in GIVEN:
        return [value for value in GIVEN[key] or [] if value != current]
    words = [word for form in spec["anyOf"] for word in form.get("enum", [])]
    if any(form.get("type") == "boolean" for form in spec["anyOf"]):
        return ["false" if current in ("true", "True") else "true"]
    values = [word for word in words if word != current]
    kinds = set().union(*(types(form) for form in spec["anyOf"]))
    if "integer" in kinds:
        values += counts(current) if current.isdigit() else ["1", "2", "4"]
    elif "number" in kinds:
        values += [str(float(current) * factor) for factor in (2, 0.5)]
    elif QUANTITY.match(current):
        values += scaled(current)
    elif any("GB/s" in form.get("pattern", "") for form in spec["anyOf"]):
        values += ["1 GB/s", "100 MB/s"]
    elif any("ns" in form.get("pattern", "") for form in spec["anyOf"]):
        values += ["1 us", "10 us"]
    return values
