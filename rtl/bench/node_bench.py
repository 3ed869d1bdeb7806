"""Two nodes under cocotb: their clock, software that accesses registers by APB, and memories on AXI4.

Every cycle has a drive phase, in which inputs change, and a sample phase right before the rising edge, in which all
pins are what the edge will see. So the bench means the same with any simulator, whichever order it calls back in.
"""

import json
import pathlib
import random
import re

from cocotb.triggers import Timer

FOLDER = pathlib.Path(__file__).resolve().parent.parent
MACHINE = json.loads((FOLDER / "tactus_node.json").read_text(encoding="utf-8"))
NICS = MACHINE["nics"]
MEMORY = 1 << 16  # bytes of each NIC
BASE = 0xFFFF_8000  # so that memory lies on both sides of 4 GiB
BEAT = 16  # bytes


def registers():
    """Numbers of registers/tactus_nic.h, by name, without the first word."""
    values = {}
    for line in (FOLDER / "registers/tactus_nic.h").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if len(words) > 2 and words[0] == "#define" and re.fullmatch("(0x)?[0-9a-f]+u", words[2]):
            values[words[1].removeprefix("TACTUS_NIC_")] = int(words[2][:-1], 0)
    return values


REG = registers()


class Pins:
    """Pins of a node: numbers, and the parts of them that belong to one NIC."""

    def __init__(self, dut, node):
        self.dut, self.prefix = dut, f"n{node}_"

    def get(self, name):
        return int(getattr(self.dut, self.prefix + name).value)

    def set(self, name, value):
        getattr(self.dut, self.prefix + name).value = value

    def part(self, name, nic, width):
        return self.get(name) >> nic * width & (1 << width) - 1

    def set_parts(self, name, values, width):
        self.set(name, sum(value << nic * width for nic, value in enumerate(values)))


class Memory:
    """Memory of one NIC, as an AXI4 subordinate: it answers when it likes, reads of different IDs in any order."""

    def __init__(self, pins, nic, dice):
        self.pins, self.nic, self.dice = pins, nic, dice
        self.bytes = bytearray(dice.randbytes(MEMORY))
        self.reads = {}  # ID: beats that are left, as addresses
        self.answer = None  # of the read channel: ID, address, whether it is an error
        self.write_addresses, self.beats, self.responses = [], [], 0
        self.responds = False
        self.ready = dict.fromkeys(("arready_i", "awready_i", "wready_i"), 0)
        self.fails = 0  # so many beats are answered with an error

    def likes(self):
        return self.dice.random() < 0.7

    def beat_at(self, address):
        at = address - BASE
        assert 0 <= at <= MEMORY - BEAT, f"address {address:#x} is outside memory"
        return at

    def drive(self):
        for name in self.ready:
            self.ready[name] = int(self.likes())
        if self.answer is None and self.reads and self.likes():
            number = self.dice.choice(sorted(self.reads))
            address = self.reads[number].pop(0)
            if not self.reads[number]:
                del self.reads[number]
            self.answer = number, address, self.fails > 0
            self.fails -= self.fails > 0
        self.responds = self.responds or (self.responses > 0 and self.likes())

    def read_channel(self):
        """Valid, ID, data and response."""
        if self.answer is None:
            return 0, 0, 0, 0
        number, address, fails = self.answer
        at = self.beat_at(address)
        return 1, number, int.from_bytes(self.bytes[at:at + BEAT], "little"), 2 * fails

    def sample(self):
        pins, nic = self.pins, self.nic
        if self.ready["arready_i"] and pins.part("arvalid_o", nic, 1):
            address, number = pins.part("araddr_o", nic, 64), pins.part("arid_o", nic, 4)
            assert address % BEAT == 0
            beats = [address + BEAT * beat for beat in range(pins.part("arlen_o", nic, 8) + 1)]
            self.reads.setdefault(number, []).extend(beats)
        if self.answer is not None and pins.part("rready_o", nic, 1):
            self.answer = None
        if self.ready["awready_i"] and pins.part("awvalid_o", nic, 1):
            self.write_addresses.append((pins.part("awaddr_o", nic, 64), pins.part("awlen_o", nic, 8) + 1))
        if self.ready["wready_i"] and pins.part("wvalid_o", nic, 1):
            self.beats.append((pins.part("wdata_o", nic, 128), pins.part("wstrb_o", nic, 16)))
            self.write_if_complete(pins.part("wlast_o", nic, 1))
        if self.responds and pins.part("bready_o", nic, 1):
            self.responses -= 1
            self.responds = False

    def write_if_complete(self, last):
        """The address of a burst may come after its data."""
        self.last = getattr(self, "last", 0) + last
        while self.last and self.write_addresses:
            address, count = self.write_addresses.pop(0)
            for beat in range(count):
                data, strobes = self.beats.pop(0)
                at = self.beat_at(address + BEAT * beat)
                for byte in range(BEAT):
                    if strobes >> byte & 1:
                        self.bytes[at + byte] = data >> 8 * byte & 0xFF
            self.last -= 1
            self.responses += 1


class Node:
    """A node as its software sees it, and its memories."""

    def __init__(self, bench, number):
        self.bench, self.number = bench, number
        self.pins = Pins(bench.dut, number)
        self.memories = [Memory(self.pins, nic, bench.dice) for nic in range(NICS)]
        self.sent, self.posted = [0] * NICS, [0] * NICS
        self.counter = 0  # that both nodes have in common: edges of the links
        for name in ("psel_i", "penable_i", "pwrite_i", "paddr_i", "pwdata_i"):
            self.pins.set(name, 0)

    def drive(self):
        self.pins.set("counter_i", self.counter & 0xFFFF_FFFF)
        for memory in self.memories:
            memory.drive()
        for name in ("arready_i", "awready_i", "wready_i"):
            self.pins.set_parts(name, [memory.ready[name] for memory in self.memories], 1)
        reads = list(zip(*(memory.read_channel() for memory in self.memories)))
        for name, values, width in zip(("rvalid_i", "rid_i", "rdata_i", "rresp_i"), reads, (1, 4, 128, 2)):
            self.pins.set_parts(name, values, width)
        self.pins.set_parts("bvalid_i", [int(memory.responds) for memory in self.memories], 1)
        self.pins.set("bresp_i", 0)

    def sample(self):
        for memory in self.memories:
            memory.sample()
        self.answer = [self.pins.get(name) for name in ("pready_o", "prdata_o", "pslverr_o")]
        self.counter += self.pins.get("link_edge_o")

    async def access(self, write, address, value=0):
        """An access by APB. Answers what is read, and whether it is refused."""
        for name, level in (("psel_i", 1), ("pwrite_i", write), ("paddr_i", address), ("pwdata_i", value)):
            self.pins.set(name, level)
        await self.bench.clock()
        self.pins.set("penable_i", 1)
        for _ in range(8):
            await self.bench.clock()
            ready, data, refused = self.answer
            if ready:
                break
        else:
            raise AssertionError(f"no answer to an access at {address:#x}")
        self.pins.set("psel_i", 0)
        self.pins.set("penable_i", 0)
        return data, bool(refused)

    async def read(self, address):
        data, refused = await self.access(0, address)
        assert not refused, f"{address:#x} cannot be read"
        return data

    async def write(self, address, value):
        _, refused = await self.access(1, address, value)
        assert not refused, f"{address:#x} does not take {value:#x}"

    def register(self, nic, name):
        return 0x1000 * (nic + 1) + REG["ENGINE_" + name]

    async def fill(self, address, words):
        for index, word in enumerate(words):
            await self.write(address + 4 * index, word)

    async def post(self, nic, tag, size, address):
        """A receive of a message of the other node."""
        slot = self.posted[nic] % REG["ENGINE_RX_SLOTS_ENTRIES"]
        self.posted[nic] += 1
        await self.fill(self.register(nic, "RX_SLOTS") + 32 * slot,
                        [1 - self.number, tag, size, 0, address & 0xFFFF_FFFF, address >> 32, 0, 0])
        await self.write(self.register(nic, "RX_POST"), slot)

    async def send(self, nic, tag, size, source, to=None):
        """From NIC to NIC of that number: two-sided, or one-sided to the address `to`."""
        kind = nic << REG["ENGINE_TX_RING_DESTINATION_NIC_SHIFT"]
        if to is not None:
            kind |= REG["ENGINE_TX_RING_ONE_SIDED_MASK"]
        slot = self.sent[nic] % REG["ENGINE_TX_RING_ENTRIES"]
        self.sent[nic] += 1
        to = to or 0
        await self.fill(self.register(nic, "TX_RING") + 32 * slot,
                        [1 - self.number, tag, size, 0, source & 0xFFFF_FFFF, source >> 32 | kind,
                         to & 0xFFFF_FFFF, to >> 32])
        await self.write(self.register(nic, "TX_DOORBELL"), self.sent[nic])


class Bench:
    """Both nodes, after reset."""

    def __init__(self, dut, seed):
        self.dut, self.dice, self.clocks = dut, random.Random(seed), 0
        self.nodes = [Node(self, number) for number in range(2)]

    @classmethod
    async def started(cls, dut, seed=1):
        bench = cls(dut, seed)
        dut.clk_i.value = 0
        dut.arst_ni.value = 0
        for _ in range(8):
            await bench.clock()
        dut.arst_ni.value = 1
        for _ in range(8):
            await bench.clock()
        return bench

    async def clock(self):
        for node in self.nodes:
            node.drive()
        await Timer(1, units="ns")
        for node in self.nodes:
            node.sample()
        self.dut.clk_i.value = 1
        await Timer(1, units="ns")
        self.dut.clk_i.value = 0
        self.clocks += 1

    async def until(self, condition, clocks=200_000):
        """Waits until `condition`, which may access registers, holds."""
        end = self.clocks + clocks
        while not await condition():
            assert self.clocks < end, "what the test waits for does not come"
            for _ in range(20):
                await self.clock()
