"""Small scenarios of every kind of machine, level, algorithm and mode, for key_effects.py."""
import dataclasses


@dataclasses.dataclass
class Base:
    name: str
    level: str
    text: str
    options: tuple = ()
    files: dict = dataclasses.field(default_factory=dict)
    kind: str = ""  # of machine and workload: the function that makes it


MESSAGES = {"list.txt": "0 1 0 4 KiB id=a\n1 2 0 4 KiB after=a delay=1us\n0 5 0 20 KiB\n",
            "other.txt": "0 1 0 8 KiB\n"}
NOISE = {"noise.txt": "period 40 us\n0 us 5 us\n20 us 5 us\n", "other_noise.txt": "period 40 us\n0 us 15 us\n"}
# Of a mesh of 2x2: x before y, and y before x.
BY_X = "0,* 1,* plus_x\n1,* 0,* minus_x\n"
BY_Y = "*,0 *,1 plus_y\n*,1 *,0 minus_y\n"
TABLES = {"table.txt": BY_X + BY_Y, "other_table.txt": BY_Y + BY_X}
GRAPHS = {"graph.txt": "host 0 switch 0\nhost 1 switch 0\nhost 2 switch 1\nhost 3 switch 1\nswitch 0 switch 1\n",
          "other_graph.txt": "host 0 switch 0\nhost 1 switch 0\nhost 2 switch 0\nhost 3 switch 0\n"}
DIRECT = ("cma", "knem", "xpmem", "smartmap")  # protocols that can copy what is not contiguous directly
VECTOR = "{vector: {count: 64, block_length: 1, stride: 5, of: double}}"


def closed(name, workload, more="", level="packet", **rest):
    return Base(name, level, f"workload: {{{workload}}}\n{more}", **rest)


def closed_loops():
    size = "message_size: 20 KiB"
    for algorithm in ("a2at", "pwx", "ring", "a2ass2d", "nearest_neighbour", "permutation", "broadcast", "ping_pong"):
        yield closed(algorithm, f"algorithm: {algorithm}, {size}")
    yield closed("barrier", "algorithm: barrier")
    yield closed("butterfly", "algorithm: butterfly, message_size: 64 B, combine_time: 100 ns, middle_rounds: 1")
    yield closed("replay", "algorithm: replay, messages: list.txt", files=MESSAGES)
    yield closed("ranks", f"algorithm: a2at, {size}, ranks_per_node: 2", "network: {shape: [2, 4]}\n")
    yield closed("paced", f"algorithm: a2at, {size}", "pacing: {bias: 0.25, window: 2}\n")
    yield closed("fixed", f"algorithm: ring, {size}", "pacing: {gap: 1}\n")
    yield closed("cycle", f"algorithm: a2at, {size}, sequences: [1, 2, 3]", "network: {shape: [3, 4]}\n", "cycle")
    yield closed("flit", f"algorithm: pwx, {size}", "router: {switch_hold: flit}\nnetwork: {shape: [2, 4]}\n", "cycle")
    yield closed("line", f"algorithm: a2at, {size}", "network: {shape: [8]}\n")
    yield closed("mesh", f"algorithm: a2at, {size}", "network: {wrap: [false, false]}\n")
    yield closed("table", f"algorithm: a2at, {size}",
                 "network: {shape: [2, 2], wrap: [false, false]}\nrouter: {routing: table, table: table.txt}\n",
                 files=TABLES)
    yield closed("bubble", f"algorithm: a2at, {size}", "router: {flow_control: bubble, virtual_channels: 1}\n")
    yield closed("adaptive_bubble", f"algorithm: a2at, {size}",
                 "router: {flow_control: bubble, routing: minimal_adaptive, input_queue: fifo, virtual_channels: 2}\n")
    yield closed("cube", f"algorithm: nearest_neighbour, {size}", "network: {shape: [3, 2, 3]}\n")
    yield closed("round", f"algorithm: a2at, {size}", "router: {routing: fault_tolerant}\nnetwork: {shape: [3, 3]}\n")
    yield closed("dead", f"jobs: [{{name: all, algorithm: alltoall, {size}}}]",
                 "router: {routing: fault_tolerant}\nnetwork: {shape: [3, 3]}\n")
    yield closed("classes", f"algorithm: a2at, {size}, class: b",
                 "classes: [{name: a, virtual_channels: 2}, {name: b, virtual_channels: 4}]\n")
    jobs = ", ".join(f"{{name: of_{each}, algorithm: alltoall, {size}, class: {each}, ranks: 8, placement: random}}"
                     for each in "ab")
    yield closed("queues", f"ranks_per_node: 2, jobs: [{jobs}]",
                 "classes: [{name: a, virtual_channels: 2}, {name: b, virtual_channels: 2, priority: 1}]\n"
                 "nic: {class_queues: true}\nnetwork: {shape: [2, 4]}\n")
    yield closed("attributed", f"algorithm: a2at, {size}", "attribution: {enabled: true}\n")


def controls():
    for kind in ("injection_limit", "delay_window", "receiver_credits", "pieces"):
        yield closed(kind, "algorithm: a2at, message_size: 200 KiB",
                     f"pacing: {{control: {kind}}}\nnetwork: {{shape: [4, 3]}}\n")
    for kind in ("injection_limit", "delay_window"):
        yield open_loop("uniform", f"pacing: {{control: {kind}}}\n", f"uniform_{kind}")


def noises():
    size = "algorithm: a2at, message_size: 20 KiB"
    yield closed("periodic", size, "noise: {kind: periodic, period: 20 us, length: 2 us}\n")
    yield closed("poisson", size, "noise: {kind: poisson, period: 20 us, length: 2 us}\n")
    yield closed("phases", size, "pacing: {mode: phase}\ncounter: {offset: 100 ns, drift: 50}\n")
    yield closed("synchronised", f"{size}, sequence_barrier: true",
                 "pacing: {mode: phase}\ncounter: {synchronise: neighbours, offset: 10 us, drift: 300}\n")
    yield closed("recorded", size, "noise: {kind: trace, file: noise.txt}\n", files=NOISE)


def open_loop(algorithm, more="", name=""):
    return closed(name or algorithm, f"algorithm: {algorithm}, load: 0.3, warmup: 500 cycles, measure: 2000 cycles, "
                  "drain: 20000 cycles", more)


def flows():
    def flow(name, keys, algorithm="a2at"):
        return closed(f"flow_{name}", f"algorithm: {algorithm}, message_size: 20 KiB", f"flow: {{{keys}}}\n", "flow")
    yield flow("torus", "solver: maxmin")
    yield flow("mfs_n", "solver: mfs_n")
    yield flow("mfs_f", "solver: mfs_f")
    yield flow("mesh", "topology: mesh, dimensions: [4, 4]")
    yield flow("other_torus", "topology: torus, dimensions: [4, 4]")
    yield flow("hyper_crossbar", "topology: hyper_crossbar, dimensions: [4, 4]")
    yield flow("fat_tree", "topology: fat_tree, arity: 2", "ring")
    yield flow("k_ary_n_tree", "topology: k_ary_n_tree, arity: 2, levels: 3", "ring")
    yield closed("flow_paced", "algorithm: pwx, message_size: 20 KiB", "pacing: {bias: 0.25}\n", "flow")


def nodes():
    yield closed("numa", "algorithm: a2at, message_size: 20 KiB", "node: {kind: numa}\nnetwork: {shape: [2, 4]}\n")
    cores = "network: {shape: [2, 2]}\nnode: {copies: cores}\nmanycore: {cores: 4, threads_per_core: 1}\n"
    yield closed("cores", "algorithm: a2at, ranks_per_node: 4",
                 f"{cores}message: {{send: {VECTOR}}}\ncopy: {{protocol: pvas}}\n")
    yield closed("cores_bytes", "algorithm: a2at, ranks_per_node: 4, message_size: 4 KiB", cores)
    yield closed("tlb", "algorithm: a2at, ranks_per_node: 4",
                 cores.replace("manycore: {", "manycore: {tlb_entries: 8, tlb_miss: 50 cycles, ")
                 + f"message: {{send: {VECTOR}}}\n")
    for protocol in ("sm_rendezvous", "sm_eager", "pvas", "cma", "knem", "xpmem", "smartmap", "advised"):
        for way, receive in (("same", VECTOR), ("apart", "{contiguous: {count: 64, of: double}}")):
            yield Base(f"alone_{protocol}_{way}", "packet",
                       "network: {kind: none}\nworkload: {algorithm: ping_pong, ranks_per_node: 2, repetitions: 2}\n"
                       f"copy: {{protocol: {protocol}{', direct_derived: true' if protocol in DIRECT else ''}}}\n"
                       f"message: {{send: {VECTOR}, receive: {receive}}}\n")
    yield Base("pattern", "packet", "network: {kind: none}\nmessage: {pattern: NAS_MG_x}\n"
               "workload: {algorithm: ping_pong, ranks_per_node: 2, repetitions: 2}\n")
    yield Base("fft2d", "packet", "network: {kind: none}\nworkload: {algorithm: fft2d, ranks_per_node: 4, "
               "matrix: 16, repetitions: 1, warm_up_repetitions: 0}\nmanycore: {cores: 4}\n")


def rails():
    yield Base("one_rail", "packet", "network: {kind: rails}\nrails: {sizes: [4 KiB, 256 KiB]}\n")
    yield Base("two_rails", "packet", "network: {kind: rails}\nrails: {nics: [0, 2], sizes: [4 KiB, 256 KiB]}\n")


def open_loops():
    for algorithm in ("uniform", "tornado", "transpose", "bit_complement", "neighbour", "hot_spot"):
        yield open_loop(algorithm)


def graphs():
    def graph(name, keys, more="", **rest):
        return closed(f"graph_{name}", "algorithm: ring, message_size: 20 KiB",
                      f"network: {{kind: graph, graph: {keys}}}\n{more}", **rest)
    minimal = "router: {routing: minimal, virtual_channels: 4}\n"
    yield graph("fat_tree", "fat_tree, arity: 2")
    yield graph("k_ary_n_tree", "k_ary_n_tree, arity: 2, levels: 3")
    yield graph("k_ary_n_tree_flow", "k_ary_n_tree, arity: 2, levels: 3", level="flow")
    yield graph("dragonfly", "dragonfly, switches: 3, global_links: 1, hosts: 2", minimal)
    yield graph("hyperx", "hyperx, sizes: [3, 2], hosts: 2", minimal)
    yield graph("full_mesh", "full_mesh, switches: 4, hosts: 2", minimal)
    yield graph("hyper_crossbar", "hyper_crossbar, sizes: [3, 3]")
    yield graph("file", "file, file: graph.txt", files=GRAPHS)


def all_bases():
    for kind in (closed_loops, controls, noises, open_loops, flows, nodes, rails, graphs):
        for base in kind():
            base.kind = kind.__name__
            yield base
