"""Broken scenario files: what is no YAML, wrong keys, wrong values, wrong machines and workloads."""

import json

from case import scenario

# (what, text, part of the message)
YAML = [
    ("open list", "waves:\n  nodes: [[0, 0]\n", "YAML syntax"),
    ("open map", "nic: {count: 4\n", "YAML syntax"),
    ("closed twice", "network: {shape: [4, 4]}}\n", "YAML syntax"),
    ("tab", "nic:\n\tcount: 4\n", "a tab cannot indent"),
    ("two colons", "title: a: b\n", "YAML syntax"),
    ("open double quote", 'title: "a\n', "not closed in this line"),
    ("open single quote", "title: 'a\n", "not closed in this line"),
    ("quote over lines", 'title: "a\nseed: 3\nname: "\n', "not closed in this line"),
    ("single quote over lines", "title: 'a\nseed: 3\n'\n", "not closed in this line"),
    ("quote over an escape", 'title: "a\\"\nseed: 3"\n', "not closed in this line"),
    ("quote over a doubled one", "title: 'a''\nseed: 3'\n", "not closed in this line"),
    ("quote over the end of a section", "nic:\n  count: '4\n  mtu: 48 B'\n", "not closed in this line"),
    ("list at the top", "- torus\n", "not a list"),
    ("word at the top", "hello\n", "not a value"),
    ("comment alone", "# nothing\n", "not nothing"),
    ("empty", "", "the file is empty"),
    ("blanks", " \n \n", "the file is empty"),
    ("two documents", "seed: 1\n---\nseed: 2\n", "does not belong"),
    ("anchor", "torus: &a {width: 4}\n", "anchors (&)"),
    ("alias", "title: *a\n", ""),
    ("tag", "seed: !!int 1\n", "tags (!)"),
    ("own tag", "seed: !seed 1\n", "tags (!)"),
    ("merge", "nic:\n  <<: {count: 4}\n", "<<"),
    ("directive", "%YAML 9.9\n---\nseed: 1\n", ""),
    ("list as key", "[a, b]: 1\n", "a key is a word"),
    ("map as key", "{a: b}: 1\n", "a key is a word"),
    ("key twice", "seed: 1\nclock: 4 ns\nseed: 1\n", "given twice"),
    ("section twice", "network: {shape: [3, 4]}\nnetwork: {kind: torus}\n", "given twice"),
    ("key twice in a section", "nic: {count: 3, mtu: 48 B, count: 4}\n", "given twice"),
    ("reserved sign", "title: @a\n", "YAML syntax"),
    ("back quote", "title: `a`\n", "YAML syntax"),
    ("percent", "title: %a\n", "YAML syntax"),
    ("comma", "title: ,a\n", ""),
    ("wrong indentation", "nic:\n    count: 4\n  mtu: 48 B\n", "YAML syntax"),
    ("key without blank", "seed:1\n", "not a value"),
    ("bad escape", 'title: "\\q"\n', "YAML syntax"),
    ("bad escape of a character", 'title: "\\xZZ"\n', "YAML syntax"),
    ("question mark", "? seed\n? clock\n", ""),
    ("deep nesting", "title: " + "[" * 200 + "]" * 200 + "\n", ""),
]

ENCODINGS = [
    ("latin-1", b"title: caf\xe9\n", "byte 0xE9 is not UTF-8"),
    ("overlong", b"title: \xc0\xaf\n", "byte 0xC0 is not UTF-8"),
    ("surrogate", b"title: \xed\xa0\x80\n", "is not UTF-8"),
    ("beyond Unicode", b"title: \xf5\x80\x80\x80\n", "is not UTF-8"),
    ("cut character", b"title: \xe2\x82", "is not UTF-8"),
    ("lone continuation", b"title: \x80\n", "is not UTF-8"),
    ("null", b"seed: 1\n\0", "byte 0x00 is a control character"),
    ("bell", b"title: a\x07\n", "byte 0x07"),
    ("escape", b"title: \x1b[31m\n", "byte 0x1B"),
    ("delete", b"title: a\x7f\n", "byte 0x7F"),
    ("vertical tab", b"title: a\x0b\n", "byte 0x0B"),
    ("form feed", b"title: a\x0c\n", "byte 0x0C"),
    ("UTF-16", "seed: 1\n".encode("utf-16"), "not UTF-8"),
    ("UTF-16, big end first", "seed: 1\n".encode("utf-16-be"), "byte 0x00"),
    ("UTF-32", "seed: 1\n".encode("utf-32-be"), "byte 0x00"),
    ("byte-order mark alone", b"\xef\xbb\xbf", "the file is empty"),
    ("mark in the middle", b"seed: 1\n\xef\xbb\xbfseed: 2\n", ""),
    ("compressed", b"\x1f\x8b\x08\x00\x00", "byte 0x1F"),
    ("program", b"\x7fELF\x02\x01", "byte 0x7F"),
    ("wide digits", "seed: \uff14\n".encode(), "is no whole number"),
    ("no-break blank", "clock: 4\u00a0ns\n".encode(), "clock"),
    ("typographic quotes", "network: {shape: [\u201c4\u201d, 4]}\n".encode(), "is no whole number"),
    ("en dash", "pacing: {bias: \u20131}\n".encode(), "is no number of packets"),
    ("micro sign", "run: {max_time: 3 \u00b5s}\n".encode(), "unknown unit"),
]

# Values that are none of the kind that the key takes: (kind, a key of that kind, values).
VALUES = [
    ("count", "nic.count", "4.0 0x10 0o10 1_000 1e2 1E2 .inf .nan NaN -0.5 -4 +-4 4,0 4:00 true null ~ '' '4 "
     "four 4x4 [4] {a:4} 99999999999999999999999999 4294967296 ${n} 4nodes 4B 0 9 257"),
    ("size", "nic.mtu", "2048 2KB 2kib 2Kib 2K 2k -2KiB 0.3B 2ns 2KiB/s KiB 1e3B 99999999999GiB 2KiBKiB 2..5KiB .5KiB "
     "two 0B 2MiB 40B 2047B"),
    ("time", "run.max_time", "3 3sec 3S 3µ 3m 3min 3h -3us 0.1ps 3KiB 3us3us us 1e-6s 2000000s inf 3,5us 0s 1ps"),
    ("rate", "memory.bandwidth", "4 4GB 4GBps 4GB/sec 4Gbit/s 4Gb/s -4GB/s 0B/s 0.5B/s 4e9B/s fast 4/s GB/s"),
    ("word", "router.arbiter", "Round_robin round-robin roundrobin robin 1 true [matrix] {a:1} '' ~ matrix, oldest"),
    ("truth", "trace.enabled", "yes no on off 1 0 True FALSE y '' ~ [true] maybe"),
    ("packets", "pacing.bias", "1.3 0.1 4096 -4097 1e0 1/8 0.125packets none nan inf '' ~ [1]"),
    ("share", "workload.hot_spot_share", "1.1 -0.1 50% half nan inf '' ~ [0.5] 1e400 0.5.5"),
    ("nodes", "waves.nodes", "3 none [] [0,0] [[0]] [[0,0,0]] [[0,a]] [[-1,0]] [[4,0]] [[0,0],[0,0]] {x:0} '[0,0]' ~"),
    ("node", "workload.ping_pong_peer", "3 [0,0] [1] [1,2,3] [4,0] [-1,0] [a,b] {x:1} none ~ [[1,0]]"),
    ("numbers", "workload.sequences", "[] [0] [1,1] [999] [a] [1.5] 1 some [[1]] {a:1} ~ [-1]"),
    ("list of packets", "pacing.sequence_bias", "[] [1,2] [1.3] 1 all ~ {a:1} [[1]] [9999]"),
    ("name", "name", "../../esc /tmp/esc . .. a/b ./a '' ~ [a] {a:b} \"a\\nb\" " + "a" * 300),
]
# Beside the key, where it belongs to an algorithm.
BESIDE = {
    "workload.hot_spot_share": "  algorithm: hot_spot\n",
    "workload.ping_pong_peer": "  algorithm: ping_pong\n",
}

MACHINES = [
    ("no dimensions", "network: {shape: []}\n", "0 dimensions: a network has 1 to 6"),
    ("seven dimensions", "network: {shape: [2, 2, 2, 2, 2, 2, 2]}\n", "7 dimensions: a network has 1 to 6"),
    ("one node", "network: {shape: [1]}\n", "1: a dimension has 2 to 256 nodes"),
    ("narrow dimension", "network: {shape: [1, 4]}\n", "a dimension has 2 to 256"),
    ("wide dimension", "network: {shape: [4, 257]}\n", "a dimension has 2 to 256"),
    ("2^21 nodes", "network: {shape: [128, 128, 128]}\n", "2097152 nodes: a network has at most 1048576"),
    ("shape is a number", "network: {shape: 4}\n", "a list of 1 to 6 sizes"),
    ("wrap of another length", "network: {shape: [4, 4], wrap: [true]}\n", "1 entries for 2 dimensions"),
    ("wrap of seven", "network: {wrap: [true, true, true, true, true, true, true]}\n",
     "7 dimensions: a network has 1 to 6"),
    ("wrap is a number", "network: {wrap: [1, 0]}\n", "is not one of false and true"),
    ("no NIC", "nic: {count: 0}\n", "0: must be 1 to 8"),
    ("nine NICs", "nic: {count: 9}\n", "9: must be 1 to 8"),
    ("too many VCs for the ports", "network: {shape: [2, 2, 2, 2]}\nrouter: {virtual_channels: 5}\n", "at most 64"),
    ("order of too few", "router: {dimension_order: [x]}\n", "each of the 2 dimensions once"),
    ("order with one twice", "router: {dimension_order: [x, x]}\n", "each of the 2 dimensions once"),
    ("order of another", "router: {dimension_order: [x, v]}\n", "v"),
    ("node of too few", "network: {shape: [4, 4, 4]}\nwaves: {nodes: [[0, 0]]}\n", "a node is given as [x, y, z]"),
    ("old keys", "torus: {width: 4, height: 4}\n", "network.shape: [width, height]"),
    ("no delay", "link: {cable_delay: 0 ns, switch_delay: 0 ns}\n", "at least one cycle"),
    ("another clock", "clock: 2 ns\nlink: {bandwidth: 4 GB/s}\n", "let them agree to 0.1 %"),
    ("short clock", "clock: 3 ps\n", "a cycle takes 4 ps to 1 s"),
    ("standing clock", "clock: 0 ns\n", "a cycle takes 4 ps to 1 s"),
    ("standing links", "link: {bandwidth: 0 GB/s}\n", "must be above 0"),
    ("small buffer", "router: {vc_buffer: 1 KiB}\n", "cannot hold a packet"),
    ("uneven buffer", "router: {vc_buffer: 4097 B}\n", "not a whole number"),
    ("huge buffer", "router: {vc_buffer: 2 MiB}\n", "at most 1 MiB"),
    ("small receive buffer", "nic: {receive_buffer: 1 KiB}\n", "cannot hold a packet"),
    ("one VC", "router: {virtual_channels: 1}\n", "can deadlock"),
    ("no VC", "router: {virtual_channels: 0}\n", "virtual_channels"),
    ("nine VCs", "router: {virtual_channels: 9}\n", "virtual_channels"),
    ("class without VCs", "classes: [{name: a, virtual_channels: 0}]\n", "a class has 1 or more"),
    ("VCs of classes", "router: {virtual_channels: 3}\nclasses: [{name: a, virtual_channels: 2}]\n", "the classes have 2"),
    ("class without a name", "classes: [{virtual_channels: 2}]\n", "a class has a name"),
    ("classes of one name", "classes: [{name: a, virtual_channels: 2}, {name: a, virtual_channels: 2}]\n", "this name too"),
    ("share of nothing", "classes: [{name: a, virtual_channels: 2, share: 0}]\n", "from 1 to 1000"),
    ("nine classes", "classes: [" + ", ".join("{name: c%d}" % i for i in range(9)) + "]\n", "a router has 1 to 8"),
    ("class in a ring", "classes: [{name: a, virtual_channels: 2}, {name: b}]\n", "class b: this machine can deadlock"),
    ("class that is not there", "classes: [{name: bulk, virtual_channels: 2}]\nworkload: {class: bulc}\n",
     "did you mean bulk?"),
    ("queues without classes", "nic: {class_queues: true}\n", "several classes"),
    ("queues of phases", "classes: [{name: a, virtual_channels: 2}, {name: b, virtual_channels: 2}]\nnic: {class_queues: true}\n"
     "pacing: {mode: phase}\nworkload: {algorithm: a2at}\n", "with nic.class_queues it has several"),
    ("class without classes", "workload: {class: bulk}\n", "the machine has no classes"),
    ("no dateline", "router: {dateline: none}\n", "can deadlock"),
    ("a dateline beside bubbles", "router: {flow_control: bubble, dateline: entry}\n", "has no effect"),
    ("bubbles in small buffers", "router: {flow_control: bubble, vc_buffer: 3 KiB}\n", "use 4096 B or more"),
    ("bubbles on adaptive ways", "router: {flow_control: bubble, routing: ugal, virtual_channels: 4}\n", "has no effect"),
    ("no table", "router: {routing: table}\n", "router.table"),
    ("table without its routing", "router: {table: table.txt}\n", "router.table"),
    ("table of a missing file", "router: {routing: table, table: no.txt}\n", "no such file"),
    ("table of many nodes", "network: {shape: [128, 64]}\nrouter: {routing: table, table: no.txt}\n", "at most 4096 nodes"),
    ("nominations", "router: {input_nomination: oldest, switch_hold: flit}\n", "whole packets are nominated"),
    ("no packet buffer", "nic: {packet_buffers: 0}\n", "nic.packet_buffers"),
    ("many reads", "nic: {outstanding_reads: 17}\n", "nic.outstanding_reads"),
    ("access of three", "memory: {access: 3 B}\n", "memory.access"),
    ("outside", "waves: {nodes: [[4, 0]]}\n", "outside the network"),
    ("late start", "waves: {from: 3 us, to: 2 us}\n", "before it begins"),
    ("late trace", "trace: {from: 3 us, to: 2 us}\n", "before it begins"),
    ("negative messages", "trace: {max_messages: -1}\n", "cannot be negative"),
    ("slip in messages", "trace: {max_mesages: 5}\n", "did you mean trace.max_messages?"),
    ("impatient watchdog", "run: {watchdog: 1 ns}\n", "at least 128 clocks"),
    ("short samples", "run: {sample_interval: 1 ns}\n", "at least one clock"),
    ("node of a torus without copies", "copy: {protocol: advised}\n", ""),
    ("rails on a torus", "rails: {messages: 3}\n", "has no effect"),
    ("cores on a torus", "manycore: {cores: 3}\n", ""),
    ("torus on rails", "network: {kind: rails, shape: [4, 4]}\n", "has no effect"),
    ("plain rails", "network: {kind: rails}\nnode: {kind: plain}\n", ""),
    ("unknown network", "network: {kind: hypercube}\n", "not one of"),
    ("RTL of a folder that is not there", "rtl:\n  routers: [[0, 0]]\n  replace: {arbiter: {sources: no, top: a}}\n", ""),
    ("pins on a whole machine", "cycle: {nodes: [[9, 9]]}\n", "outside the network"),
    ("noise longer than its period", "noise: {kind: regular, period: 1 us, length: 2 us}\n", "noise"),
    ("noise of a file", "noise: {kind: trace}\n", "noise.file"),
    ("noise of a missing file", "noise: {kind: trace, file: no.txt}\n", "no such file"),
]

WORKLOADS = [
    ("pwx of nine", "network: {shape: [3, 3]}\nworkload: {algorithm: pwx}\n", "power of two"),
    ("butterfly of nine", "network: {shape: [3, 3]}\nworkload: {algorithm: butterfly}\n", "power of two"),
    ("a2ass2d of twelve", "network: {shape: [3, 4]}\nworkload: {algorithm: a2ass2d}\n", "that of one"),
    ("transpose on a rectangle", "network: {shape: [3, 4]}\nworkload: {algorithm: transpose}\n", "transpose reverses coordinates"),
    ("tornado of two", "network: {shape: [2, 2]}\nworkload: {algorithm: tornado}\n", "by none"),
    ("load above all", "workload: {algorithm: uniform, load: 4.5}\n", "must be above 0"),
    ("no load", "workload: {algorithm: uniform, load: 0}\n", "must be above 0"),
    ("more engines than NICs", "workload: {algorithm: uniform, engines: 5}\n", "engines"),
    ("five engines", "workload: {algorithm: uniform, engines: 5}\n", "engines"),
    ("packet without header", "workload: {algorithm: uniform, packet_size: 16 B}\n", "must be at least 32 B"),
    ("packet above the MTU", "workload: {algorithm: uniform, packet_size: 4 KiB}\n", "packets are"),
    ("nothing measured", "workload: {algorithm: uniform, measure: 0 ns}\n", "must be above 0 cycles"),
    ("hot spot outside", "workload: {algorithm: hot_spot, hot_spot: [4, 4]}\n", "outside the network"),
    ("own peer", "workload: {algorithm: ping_pong, ping_pong_peer: [0, 0]}\n", "own peer"),
    ("no repetition", "workload: {algorithm: barrier, repetitions: 0}\n", "at least 1"),
    ("no rank", "workload: {ranks_per_node: 0}\n", "at least 1"),
    ("65 ranks", "workload: {ranks_per_node: 65}\n", "1 to 64"),
    ("ranks in open loop", "workload: {algorithm: uniform, ranks_per_node: 2}\n", "in open loop"),
    ("huge message", "workload: {message_size: 65 GiB}\n", "a message has at most"),
    ("rounds", "workload: {algorithm: butterfly, final_rounds: 99}\n", "final_rounds"),
    ("position", "workload: {algorithm: butterfly, middle_position: 9}\n", "middle_position"),
    ("FFT on a torus", "workload: {algorithm: fft2d}\n", ""),
    ("replay without file", "workload: {algorithm: replay}\n", "needs workload.messages"),
    ("replay of a missing file", "workload: {algorithm: replay, messages: no.txt}\n", "no such file"),
    ("replay of a folder", "workload: {algorithm: replay, messages: .}\n", "directory"),
    ("load in closed loop", "workload: {algorithm: ring, load: 0.3}\n", "has no effect"),
    ("size in open loop", "workload: {algorithm: uniform, message_size: 1 KiB}\n", "has no effect"),
    ("bias off", "pacing: {mode: off, bias: 1}\n", "has no effect"),
    ("gap with hops", "pacing: {mode: hops, gap: 2}\n", "has no effect"),
    ("gap and bias", "pacing: {gap: 2, bias: 1}\n", "has no effect"),
    ("fixed without gap", "pacing: {mode: fixed}\n", "needs pacing.gap"),
    ("wide window", "pacing: {window: 256}\n", "must be 0 to 255"),
    ("barrier without waiting", "workload: {wait_receives: false, sequence_barrier: true}\n", "contradicts"),
]

PARAMETERS = [
    ("undeclared", "network: {shape: [\"${n}\", 4]}\n", "no parameter"),
    ("misspelt", "parameters: {size: 4}\ntitle: ${size} ${siez}\n", "did you mean size?"),
    ("unused", "parameters: {n: 4}\n", "not used anywhere"),
    ("open", "title: a ${n\n", "the } is missing"),
    ("empty name", "title: ${}\n", "no parameter"),
    ("named as a key", "parameters: {seed: 4}\n", "is the name of a key"),
    ("capital", "parameters: {N: 4}\n", "lower-case letters"),
    ("twice", "parameters: {n: 4, n: 5}\ntitle: ${n}\n", "given twice"),
    ("of another", "parameters: {n: 4, m: \"${n}\"}\ntitle: ${n} ${m}\n", "cannot refer to another"),
    ("section", "parameters: {n: {a: 1}}\ntitle: ${n}\n", "takes a value or a list"),
    ("list", "parameters: [n]\n", "not a list"),
    ("number", "parameters: 4\n", "not a value"),
    ("wrong value", "parameters: {n: 1}\nnetwork: {shape: [\"${n}\", 4]}\n", "written as ${n}"),
]


def keys():
    """Every dotted key of scenarios, from the schema."""
    import pathlib

    schema = json.loads((pathlib.Path(__file__).parents[3] / "scenarios/schema.json").read_text())
    for name, value in schema["properties"].items():
        if name == "parameters" or value.get("type") != "object":
            if name != "parameters":
                yield name
            continue
        for key in value["properties"]:
            yield f"{name}.{key}"


def text_of(key, value):
    section, _, name = key.rpartition(".")
    if not section:
        return f"{name}: {value}\n"
    return f"{section}:\n{BESIDE.get(key, '')}  {name}: {value}\n"


def words(values):
    """The values of a line, parted by blanks; a unit is joined to its number by the table."""
    return values.split()


def cases():
    for family, table, most in (("yaml", YAML, 4), ("machine", MACHINES, 4), ("workload", WORKLOADS, 4),
                                ("parameter", PARAMETERS, 4)):
        for what, text, says in table:
            yield scenario(f"{family}: {what}", text, says, faults=most)
    for what, text, says in ENCODINGS:
        yield scenario(f"encoding: {what}", text, says, faults=4)
    for kind, key, values in VALUES:
        for value in words(values):
            yield scenario(f"{kind}: {value[:20]}", text_of(key, value), "", faults=4)
    for key in keys():
        # A key that is of another machine or algorithm is wrong for that.
        yield scenario(f"map for {key}", text_of(key, "{no_such_word: 1}"), key, faults=4)
        yield scenario(f"nothing for {key}", text_of(key, ""), key, faults=4)
        yield scenario(f"misspelt {key}", text_of(key + "x", "1"), f"unknown key '{key}x'", faults=1)
