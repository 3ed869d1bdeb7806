"""Broken command lines, files that are none, and files that scenarios name."""

import os
import pathlib

from case import Case, scenario

GOOD = "workload: {algorithm: barrier, repetitions: 1}\n"
A2AT = "parameters: {n: 4}\nnetwork: {shape: [\"${n}\", \"${n}\"]}\nworkload: {algorithm: a2at}\n"
REPLAY = "workload: {algorithm: replay, messages: list.txt}\n"
NOISE = "noise: {kind: trace, file: list.txt}\n"
TABLE = "network: {shape: [3], wrap: [false]}\nrouter: {routing: table, table: list.txt}\n"

# (arguments, part of the message); a.yaml is a good scenario.
OPTIONS = [
    ("rnu a.yaml", "did you mean run?"), ("frobnicate", "unknown command"), ("Run a.yaml", "unknown command"),
    ("--frobnicate", "--frobnicate"), ("run", "SCENARIO"), ("run --json", "SCENARIO"),
    ("run a.yaml b.yaml", "unexpected argument 'b.yaml'"), ("run a.yaml --qiet", "--quiet"),
    ("run a.yaml --level", "--level"), ("run a.yaml --level cylce", "did you mean cycle?"),
    ("run a.yaml --level rtl", "no such level"), ("run a.yaml --level=", "--level"),
    ("run a.yaml --level cycle --level packet", "--level"), ("run a.yaml --set", "--set"),
    ("run a.yaml --out", "--out"), ("run a.yaml --out=", "--out"), ("run a.yaml --waves=png", "fst, vcd"),
    ("run a.yaml --waves=", "--waves"), ("run a.yaml --threads 2", "only the packet level"),
    ("run a.yaml --level packet --threads 0", "from 1 to 256"),
    ("run a.yaml --level packet --threads 257", "from 1 to 256"),
    ("run a.yaml --level packet --threads two", "from 1 to 256"),
    ("run a.yaml --level packet --threads 1.5", "from 1 to 256"),
    ("run a.yaml --level packet --threads=", "--threads"), ("run a.yaml --level packet --waves", "only the cycle level"),
    ("run a.yaml --level flow --waves", "only the cycle level"), ("run a.yaml -x", "-x"), ("run a.yaml --jobs 2", "--jobs"),
    ("run a.yaml --json=perhaps", "--json"), ("run a.yaml -- --level", "--level"),
    ("list a.yaml", "a.yaml"), ("list --json", "--json"), ("list --all", "--all"), ("test", "launcher"),
    ("validate nsin", "did you mean nsim?"), ("validate nsim mfs", "mfs"), ("validate nsim --only nothing_has_this", "no claim"),
    ("validate --jobs 0 nsim", "from 1 to 1024"), ("validate --jobs many nsim", "from 1 to 1024"),
    ("validate --out= nsim", "--out"), ("validate --only= nsim", "--only"), ("validate --fll", "--full"),
    ("compare", "SCENARIO"), ("compare a.yaml --levels cycle", "at least two levels"),
    ("compare a.yaml --levels cycle,cycle", "equal to itself"), ("compare a.yaml --levels foo,packet", "--levels foo"),
    ("compare a.yaml --levels cycle,paket", "did you mean packet?"), ("compare a.yaml --levels ,", "--levels"),
    ("compare a.yaml --levels=", "--levels"), ("compare a.yaml --levels cycle,packet,", "--levels"),
    ("compare a.yaml --level cycle", "--levels"), ("compare a.yaml --levels cycle,flow --threads 2", "only the packet level"),
    ("compare a.yaml --out x", "--out"), ("compare no.yaml", "no such file"),
    ("sweep", "SCENARIO"), ("sweep a.yaml", "--over"), ("sweep a.yaml --over", "--over"),
    ("sweep a.yaml --ovr seed=1", "did you mean --over?"), ("sweep a.yaml --over seed=1 --jobs 0", "from 1 to 1024"),
    ("sweep a.yaml --seeds 1", "from 2 to 10000"), ("sweep a.yaml --seeds 0", "from 2 to 10000"),
    ("sweep a.yaml --seeds -2", "--seeds"), ("sweep a.yaml --seeds 2.5", "from 2 to 10000"),
    ("sweep a.yaml --seeds 10001", "from 2 to 10000"), ("sweep a.yaml --seeds", "--seeds"),
    ("sweep a.yaml --seeds=", "--seeds"), ("sweep a.yaml --sedes 3", "did you mean --seeds?"),
    ("sweep a.yaml --over seed=1,2 --seeds 3", "varied here and by --seeds"),
    ("sweep a.yaml --set seed=18446744073709551615 --seeds 2", "beyond the largest number"),
    ("run a.yaml --seeds 3", "--seeds"), ("run a.yaml --shard 0/2", "--shard"),
    *((f"sweep a.yaml --over seed=1 --shard {shard}", f"--shard {shard}: must be I/N: shard I of N, counted from 0")
      for shard in ("4/4", "x/2", "-1/3", "0/0", "1", "/", "0/", "/2", "1/2/3", "0.5/2", "0/10001")),
    ("sweep a.yaml --over seed=1 --shard=", "--shard"), ("sweep a.yaml --over seed=1 --shard", "--shard"),
    ("sweep a.yaml --over seed=1 --shrad 0/2", "did you mean --shard?"),
    ("sweep a.yaml --over seed=1 --jobs -1", "--jobs"), ("sweep a.yaml --over seed=1 --jobs 1e3", "from 1 to 1024"),
    ("sweep a.yaml --over seed=1 --level paket", "did you mean packet?"), ("sweep a.yaml --over seed=1 --json", "--json"),
    ("sweep a.yaml --over seed=1 --out=", "--out"), ("sweep no.yaml --over seed=1", "no such file"),
    ("explore", "FILE"), ("explore no.yaml", "no such file"), ("explore a.yaml --shard 2/2", "must be I/N"),
    ("explore a.yaml --seeds 0", "from 1 to 10000"), ("explore a.yaml --paln", "did you mean --plan?"),
    ("explore a.yaml --level paket", "did you mean packet?"), ("explore a.yaml --out=", "--out"),
    ("phases", "SCENARIO"), ("phases no.yaml", "no such file"), ("phases a.yaml --cvs", "did you mean --csv?"),
    ("phases a2at.yaml", "has no slots"), ("phases a.yaml --set n=3x", "3x"),
    ("report", "DIR"), ("report no", "there is no such folder"), ("report .", "neither result.json nor sweep.csv"),
    ("report a.yaml", "is no folder"), ("report . .", "neither result.json nor sweep.csv"), ("report . . .", "unexpected"),
    ("report . -o", "--out"), ("report . -o a.yaml", "ends in .html"), ("report . --out=", "--out"), ("reprot .", "report?"),
    ("tune", "SCENARIO"), ("tune a.yaml", "--out"), ("tune a.yaml --out b.yml", ".yaml"), ("tune a.yaml --out b", ".yaml"),
    ("tune a.yaml --out=", "--out"), ("tune a.yaml --out b.yaml", "has no sequences to tune"),
    ("tune a.yaml --out b.yaml --bias 1", ""), ("tune a2at.yaml --out b.yaml --bias=", "--bias"),
    ("tune a2at.yaml --out b.yaml --bias 0:1:0.1", "no multiple of 1/8"),
    ("tune a2at.yaml --out b.yaml --bias one", "one"), ("tune a2at.yaml --out b.yaml --bias 0:1", "0:1"),
    ("tune a2at.yaml --out b.yaml --middle 2", "only for workload.algorithm: butterfly"),
    ("tune a2at.yaml --out b.yaml --final 2", "only for workload.algorithm: butterfly"),
    ("tune a2at.yaml --out b.yaml --positions 1,2", "only for workload.algorithm: butterfly"),
    ("tune a2at.yaml --out b.yaml --imbalance soon", "soon"), ("tune a2at.yaml --out b.yaml --level rtl", "no such level"),
    ("tune a2at.yaml --out b.yaml --set n=3x", "3x"), ("tune no.yaml --out b.yaml", "no such file"),
    ("tune butterfly.yaml --out b.yaml --bias 1", "a butterfly has no sequences"),
    ("tune butterfly.yaml --out b.yaml --middle x", "--middle"), ("tune butterfly.yaml --out b.yaml --final -1", "--final"),
    ("tune butterfly.yaml --out b.yaml --dimensions 99", "--dimensions"),
    ("tune butterfly.yaml --out b.yaml --repetitions 0", "--repetitions"),
    ("tune butterfly.yaml --out b.yaml --noise-reading maybe", "--noise-reading"),
    ("tune butterfly.yaml --out b.yaml --positions 1,x", "--positions"),
]

# Texts behind --waves-around, with other options of waves; what is said.
AROUND = [
    ("stal", "did you mean stall?"), ("cycl=3", "did you mean cycle?"), ("", "--waves-around"), ("=", "no such event"),
    (">", "no such event"), ("paket=7", "did you mean packet?"), ("packet=x", "no whole number"),
    ("packet=-1", "negative"), ("operation=3", "operation=RANK:N"), ("operation=0:1", "only a schedule"),
    ("operation=x:cell", "operation=RANK:LABEL"), ("line=x", "no whole number"), ("line=3", "only a schedule"), ("Stall", "did you mean stall?"), ("cycle", "cycle=K"),
    ("cycle=", "cycle=K"), ("cycle>3", "cycle=K"), ("cycle=-1", "cycle=-1"), ("cycle=1.5", "cycle=1.5"),
    ("cycle=1e3", "cycle=1e3"), ("cycle=" + "9" * 30, "cycle=9"), ("cycle=10000000000000", "at most"), ("time", "time=T"),
    ("time=5", "needs a unit"), ("time=5 KiB", "is a unit of size"), ("time=-1 us", "negative"), ("time>1us", "time=T"),
    ("time=soon", "is no time"), ("time=" + "9" * 40 + " s", "is no time"), ("stall>", "stall>T"), ("stall=1 us", "stall>T"),
    ("stall>0 ns", "above 0"), ("stall>3", "needs a unit"), ("stall>1us>2us", "stall>1us>2us"), ("latency", "latency>T"),
    ("latency>", "latency>T"), ("latency=20us", "latency>T"), ("latency>20", "needs a unit"), ("latency>x", "is no time"),
    ("latency>1 GB/s", "unit"), ("violation=3", "is written violation"), ("violation>1us", "is written violation"),
    ("stall,latency>1us", "no such event"), ("stall --before 2", "--before 2: a time needs a unit"),
    ("stall --before -1us", "--before"), ("stall --after soon", "--after soon"), ("stall --after=", "--after"),
    ("stall --before 1us --before 2us", "--before"), ("stall --waves-memory 0B", "above 0"),
    ("stall --waves-memory 1us", "is a unit of time"), ("stall --waves-memory lots", "is no size"), ("stall --waves=png", "fst, vcd"),
    ("cycle=3 --waves-memory 1MiB", "needs no memory"), ("stall --set waves.from=1us", "--set waves.from=1us"),
    ("stall --set waves.to=none", "--set waves.to=none"), ("stall --level flow", "--waves-around: only the cycle level"),
    ("stall --level packet", "--waves-around: only the cycle level"), ("stal --before 2 --after x", "--after x"),
    ("stall --waves-around latency>1us", "--waves-around"),
]

# Texts behind --set, on the scenario A2AT.
OVERRIDES = [
    ("", "no setting"), ("n", "no setting"), ("=4", "no setting"), ("n=", ""), ("n=x", "is no whole number"),
    ("n=1", "2 to 256"), ("n=4 5", "no plain whole number"), ("N=4", "unknown key"), ("m=4", "unknown key"), ("torus=4", "network.shape: [width, height]"), ("network=4", "is a section"),
    ("torus.=4", "unknown key"), ("torus..width=4", "unknown key"), (".torus=4", "unknown key"), (".=4", "unknown key"),
    ("nic.count.x=4", "nic.count"), ("nic.coutn=4", "did you mean nic.count?"), ("torus.width=4", "network.shape"), ("arbiter=matrix", "router.arbiter"),
    ("router.arbiter=", "nothing"), ("router.arbiter=best", "not one of"), ("router.arbiter=[matrix", "YAML syntax"),
    ("router.arbiter='matrix", "YAML syntax"), ("router.arbiter=*m", "anchor"), ("router.arbiter=&m matrix", "anchors"),
    ("router.arbiter=!!str matrix", "tags"), ("seed=-1", "cannot be negative"), ("seed=1e2", "digits alone"),
    ("seed=1\n---\n2", ""), ("seed={a: 1}", "takes a whole number"), ("seed=a: b: c", ""), ("clock=3 ps", "a cycle takes 4 ps"),
    ("clock=soon", "is no time"), ("link.bandwidth=5000 GB/s", "a link moves"), ("parameters=4", "unknown key"),
    ("parameters.m=4", "no parameter"), ("parameters.n={a: 1}", "takes a value"), ("workload.load=0.3", "has no effect"),
    ("workload.algorithm=a2a", "did you mean a2at?"), ("workload.algorithm=replay", "messages"), ("name=../x", "a folder of this name"),
    ("waves.nodes=[[9, 9]]", "outside the network"), ("run.max_time=forever", "is no time"), ("pacing.bias=0.1", "1/8"),
    ("\u00fcn=4", "unknown key"), ("n=${n}", "cannot refer"), ("title=${m}", "no parameter"), ("nic.count=4\u00a0", "nic.count"),
    ("description=" + "x" * 100000 + ": y: z", ""), ("x" * 50000 + "=1", "unknown key"), ("seed=" + "9" * 60000, "is no whole number"),
]

# Texts behind --over.
AXES = [
    ("", ""), ("seed", "names no key"), ("=1", "names no key"), ("seed=", ""), ("seed=1,,2", ""), ("seed=1,1", "given twice"),
    ("seed=1:2", ""), ("seed=1:2:0", ""), ("seed=1:2:-1", ""), ("seed=2:1:1", ""), ("seed=1:2:0.3", ""), ("seed=1:2:3:4", ""),
    ("seed=a:b:c", ""), ("seed=1:1000000:1", "10000"), ("sed=1,2", "did you mean seed?"), ("seed=1,x", "is no whole number"),
    ("pacing.bias=0:1:0.1", "1/8"), ("run.max_time=1 us:2 ms:1 us", ""), ("nic.count=0,4", "1 to 8"),
    ("router.arbiter=matrix,best", "not one of"), ("router.switch_hold=packet,[flit", ""), ("n=1:2:0.0000001", ""),
    ("workload.load=0.1,0.2", "has no effect"), ("n=4,'5", ""),
]

# Lines of a message file on 4 x 4 nodes.
MESSAGES = [
    ("# none\n", "no message"), ("0\n", "destination is missing"), ("0 1\n", "order is missing"), ("0 1 0\n", "size is missing"),
    ("a 1 0 2 KiB\n", "is no node"), ("0 1, 0 2 KiB\n", "is no node"), ("0 16 0 2 KiB\n", "there is no node 16"),
    ("0,0 0,4 0 2 KiB\n", "outside the network"), ("5 1 0 64K\n", "did you mean KiB"), ("-1 2 0 2 KiB\n", "is no node"),
    ("0 1 first 2 KiB\n", "order"), ("0 1 -1 2 KiB\n", "order"), ("0 1 4294967296 2 KiB\n", "too large"),
    ("0 1 0 2048\n", "needs a unit"), ("0 1 0 2 ns\n", "unit of time"), ("0 1 0 65 GiB\n", "a message has at most"),
    ("0 1 0 2 KiB dealy=2us\n", "did you mean delay?"), ("0 1 0 2 KiB 7\n", "unknown word"),
    ("0 1 0 2 KiB delay=1us delay=2us\n", "given twice"), ("0 1 0 2 KiB delay=2\n", "needs a unit"),
    ("0 1 0 2 KiB id=a.b\n", "a label is"), ("0 1 0 2 KiB after=\n", "is no label"),
    ("0 1 0 2 KiB id=a\n1 0 0 2 KiB id=a\n", "given twice"), ("0 1 0 2 KiB after=b\n", "no message has the label"),
    ("0 1 0 2 KiB id=a after=a\n", "waits for itself"), ("0 1 0 2 KiB id=a\n2 3 0 2 KiB after=a\n", "never receives it"),
    ("0;1;0;2 KiB\n", "missing"), ("source,destination,order,size\n0,1,0,2048\n", ""), ("0 1 0 1e3 B\n", ""),
    (b"0 1 0 2 KiB\n0 1 \xff\n", "not UTF-8"), (b"0 1 0 2 KiB\0\n", "byte 0x00"), ("", "the file is empty"),
    ("0 1 0 " + "x" * 2000000 + "\n", "is no size"), ("0 1 0 2 KiB\n" + "what is this\n" * 500, "is missing"),
]

NOISES = [
    ("# none\n", "period is missing"), ("1 us 2 us\n", "period is missing"), ("period 1 ms\n", "no event"),
    ("1us 2us\nperiod\n", "time of the period"), ("period 1 ms\n1us 2us\nperiod 1 ms\n", "given twice"),
    ("period 0 s\n1us 2us\n", "above 0"), ("period 1001 s\n1us 2us\n", "at most 1000 s"), ("period 1 kB\n1us 2us\n", "unit of size"),
    ("period 1 ms\n1 us\n", "length is missing"), ("period 1 ms\n1 us 0 ns\n", "no length"), ("period 1 ms\n1 2 us\n", "needs a unit"),
    ("perod 1 ms\nperiod 1 ms\n1us 2us\n", "did you mean period?"), ("period 1 ms\n-1 us 2 us\n", "negative"),
    ("period 1 ms\n1 us 2 us\n2 us 1 us\n", "begins before"), ("period 1 ms\n999 us 2 us\n", "ends after the period"),
    ("period 10 us\n0 us 5 us\n5 us 4.1 us\n", "nine tenths"), (b"period 1 ms\n\xff", "not UTF-8"), ("", "the file is empty"),
]


TABLES = [
    ("# none\n", "no entry"), ("0 1\n", "the output is missing"), ("0 1 plus_y\n", "no output"),
    ("0 1 minus_x\n", "leads nowhere"), ("0 3 plus_x\n", "'3' is no node"), ("0,0 1 plus_x\n", "is no node"),
    ("0 1 plus_x vc=2\n", "is no VC"), ("0 1 plus_x cv=0\n", "did you mean vc?"), ("0 1 plus_x from=nic from_vc=0\n", "on no VC yet"),
    ("0 1 plus_x\n0 1 plus_x\n", "line 1"), ("1 1 plus_x\n", "its own node"), ("0 1-2 plus_x\n", "no entry takes packets of (1)"),
    ("0 1-2 plus_x\n1-2 0 minus_x\n1 2 minus_x\n2 1 minus_x\n", "go round"), (b"0 1 plus_x\n\xff", "not UTF-8"),
    ("", "the file is empty"),
]


def no_files():
    """Names that are no file with a scenario in it: (what, name, how to make it, message)."""
    big = (1 << 20) + 1
    yield "missing", "no.yaml", None, "no such file"
    yield "folder", "folder.yaml", lambda here: (here / "folder.yaml").mkdir(), "directory"
    yield "empty name", "", None, ""
    yield "in a file", "a.yaml/b.yaml", None, ""
    yield "in no folder", "no/a.yaml", None, "no such file"
    yield "pipe", "pipe.yaml", lambda here: os.mkfifo(here / "pipe.yaml"), "no regular file"
    yield "device", "/dev/null", None, "no regular file"
    yield "endless device", "/dev/zero", None, "no regular file"
    yield "link to itself", "loop.yaml", lambda here: (here / "loop.yaml").symlink_to("loop.yaml"), "symbolic links"
    yield "link to nothing", "dead.yaml", lambda here: (here / "dead.yaml").symlink_to("gone"), "no such file"
    yield "large", "big.yaml", lambda here: (here / "big.yaml").write_bytes(b"#" * big), "at most 1048576"
    yield "long name", "n" * 300 + ".yaml", None, "File name too long"
    yield "result", "result.json", lambda here: (here / "result.json").write_text('{"scenario": "a"}'), "unknown key"
    yield "table", "links.csv", lambda here: (here / "links.csv").write_text("time_us,a\n1.0,2.0\n"), "not a value"
    yield "dump", "waves.fst", lambda here: (here / "waves.fst").write_bytes(bytes(range(256))), "byte 0x00"
    if os.geteuid() != 0:
        yield "forbidden", "own.yaml", lambda here: (here / "own.yaml").touch(mode=0), "no permission"


def broken_results():
    """Folders that are no result: (what, files, how to make the rest, message)."""
    run = '"scenario": "a", "level": "packet", "configuration": {}'
    yield "of another program", {"result.json": '{"answer": 42}'}, None, "is not the result of a run"
    yield "that is a list", {"result.json": "[1, 2]"}, None, "is not the result of a run"
    yield "that is empty", {"result.json": ""}, None, "line 1, column 1: is no JSON"
    yield "cut off", {"result.json": "{" + run[:40]}, None, "is no JSON from there on"
    yield "that is no text", {"result.json": bytes(range(256))}, None, "line 1, column 1: is no JSON"
    yield "as deep as memory", {"result.json": '{"a": ' + "[" * 500000}, None, "too deep"
    yield "that is a pipe", {}, lambda here: os.mkfifo(here / "result.json"), "result.json: this is no regular file"
    yield "that is memory", {}, lambda here: (here / "result.json").symlink_to("/proc/self/mem"), "result.json: "
    yield "that never ends", {}, lambda here: (here / "result.json").symlink_to("/dev/zero"), "no regular file"
    yield "that is a folder", {}, lambda here: (here / "result.json").mkdir(), "this is a directory"


# Results with a part that is another thing than a run writes: (what explain says of it, text).
FOREIGN = [
    ("key 'parts' not found", '{"scenario": "a", "level": "packet", "configuration": {}, "simulated_seconds": 1,'
     ' "link_utilisation": 0.5, "direction_utilisation": {}, "attribution": {"packets": 1}}'),
    ("type must be number", '{"scenario": "a", "configuration": {}, "level": "packet", "simulated_seconds": "long",'
     ' "attribution": {}}'),
    ("'quick' is no level", '{"scenario": "a", "configuration": {}, "level": "quick", "simulated_seconds": 1,'
     ' "attribution": {}}'),
    ("is not the result of a run", '{"scenario": "a", "configuration": [], "attribution": {}}'),
]


def hostile_cases():
    """Names, values and files that are to be taken for what they are."""
    for what, files, prepare, says in broken_results():
        for command in (["report"], ["explain"]):
            yield Case(f"{command[0]} of a result {what}", [*command, "."], says, files, "tactus: ./result.json: ",
                       prepare=prepare)
    for says, text in FOREIGN:
        yield Case(f"explain: {says}", ["explain", "."], says, {"result.json": text}, "tactus: ./result.json: ")
    result = {"result.json": '{"scenario": "a", "level": "cycle", "configuration": {}}'}
    yield Case("report with a pipe", ["report", "."], "links.csv: this is no regular file",
               result, "tactus: ", prepare=lambda here: os.mkfifo(here / "links.csv"))
    yield Case("report of a table that is a pipe", ["report", "."], "sweep.csv: this is no regular file", {}, "tactus: ",
               prepare=lambda here: os.mkfifo(here / "sweep.csv"))
    yield Case("run of memory", ["run", "/proc/self/mem"], "error", place="/proc/self/mem: error: ")
    yield Case("replay of memory", ["run", "a.yaml"], "cannot read",
               {"a.yaml": "workload: {algorithm: replay, messages: /proc/self/mem}\n"}, "a.yaml:")
    yield Case("name that is no text", ["run", "\udcff.yaml"], "is not UTF-8: give a name", {"\udcff.yaml": GOOD}, "\\xFF.yaml:")
    yield Case("terminal: name", ["run", "\x1b[31m.yaml"], "no such file", place="\\u001B[31m.yaml: error: ")
    yield Case("terminal: option", ["run", "a.yaml", "--level", "\x1b[31mcycle"], "\\u001B[31mcycle", {"a.yaml": GOOD})
    yield Case("terminal: command", ["\x1b]0;title\x07"], "\\u001B]0;title\\u0007")
    yield Case("terminal: axis", ["sweep", "a.yaml", "--over", "seed=\x1b[31m"], "", {"a.yaml": GOOD}, faults=8)
    yield Case("terminal: folder", ["report", "\x9b31m"], "there is no such folder")
    yield scenario("terminal: value", 'router: {arbiter: "\\e[31mmatrix"}\n', "'\\u001B[31mmatrix' is not one of")
    yield scenario("terminal: key", '"\\x1b[31mseed": 3\n', "unknown key '\\u001B[31mseed'")
    many = "".join(f"no_key_of_ours_{i}: {i}\n" for i in range(20000))
    yield scenario("many unknown keys", many, "19800 more faults", faults=201)
    uses = "".join(f"no_key_{i}: \"${{unknown_{i}}}\"\n" for i in range(4000))
    names = "".join(f"  parameter_{i}: {i}\n" for i in range(8000))
    yield scenario("many unknown parameters", f"parameters:\n{names}{uses}", "more faults", faults=201)
    yield scenario("one long line", "waves: {nodes: [" + "[0, 0], " * 50000 + "]}\n", "", faults=201)
    long = "parameters: {a: " + "x" * 50000 + "}\n"
    yield scenario("parameter put in too often", long + 'title: "' + "${a}" * 10000 + '"\n', "more than 1048576 bytes")
    listed = "parameters: {a: [" + "1, " * 20000 + "1]}\n"
    yield scenario("list put in too often", listed + "waves: {nodes: [" + "\"${a}\", " * 5000 + "1]}\n",
                   "more than 1048576 bytes", faults=201)


def cases():
    yield from hostile_cases()
    files = {"a.yaml": GOOD, "a2at.yaml": A2AT, "butterfly.yaml": "workload: {algorithm: butterfly}\n"}
    for line, says in OPTIONS:
        yield Case(f"option: {line}", line.split(), says, files, faults=8)
    for line, says in AROUND:
        words = line.split(" --")
        more = [word for option in words[1:] for word in f"--{option}".split(maxsplit=1)]
        yield Case(f"around: {line[:40]}", ["run", "a.yaml", "--waves-around", words[0], *more], says, files, "tactus: ", 4)
    for option in ("--before 2us", "--after 2us", "--waves-memory 1MiB", "--before 2us --waves", "--after 1us --waves=vcd"):
        yield Case(f"around nothing: {option}", ["run", "a.yaml", *option.split()], "only with --waves-around", files,
                   "tactus: ", 4)
    for option in ("--level", "--out", "--threads"):
        yield Case(f"empty {option}", ["run", "a.yaml", option, ""], option, files)
    for text, says in OVERRIDES:
        yield Case(f"set: {text[:30]}", ["run", "a.yaml", "--set", text], says, {"a.yaml": A2AT}, "--set", 4)
    for text, says in AXES:
        yield Case(f"over: {text[:30]}", ["sweep", "a.yaml", "--over", text], says, {"a.yaml": A2AT}, "--over", 8)
    yield Case("over: twice", ["sweep", "a.yaml", "--over", "seed=1", "--over", "seed=2"], "varied twice", files)
    yield Case("over: and set", ["sweep", "a.yaml", "--over", "seed=1", "--set", "seed=2"], "set by --set", files)
    for text, says in MESSAGES:
        yield scenario(f"messages: {text[:20]!r}", REPLAY, says, "list.txt:", 201, {"list.txt": text})
    for text, says in NOISES:
        yield scenario(f"noise: {text[:20]!r}", NOISE, says, "list.txt:", 4, {"list.txt": text})
    for text, says in TABLES:
        yield scenario(f"table: {text[:20]!r}", TABLE, says, "list.txt:", 4, {"list.txt": text})
    for command in (["run"], ["compare"], ["sweep", "--over", "seed=1"], ["tune", "--out", "b.yaml"]):
        for what, name, prepare, says in no_files():
            yield Case(f"{command[0]} of {what}", [*command, name], says, files, "", 8, 2, prepare)
    for what, prepare in (("a file", lambda here: (here / "out").write_text("mine")),
                          ("in a file", lambda here: (here / "out").write_text("mine"))):
        out = "out" if what == "a file" else "out/deeper"
        for command in (["run", "a.yaml"], ["sweep", "a.yaml", "--over", "seed=1"]):
            yield Case(f"{command[0]} into {what}", [*command, "--out", out], str(pathlib.Path(out)), files, "tactus: ", 1,
                       1, prepare)
