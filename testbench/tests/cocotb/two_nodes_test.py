"""Two nodes in RTL send packets to each other. No part of Tactus' models runs: registers by APB, memories on AXI4.

    pip install cocotb==1.9.2 cocotbext-axi==0.1.28
    python3 testbench/tests/cocotb/run.py
"""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import ApbBus, ApbMaster, AxiBus, AxiRam

# As in rtl/regs/tactus_nic.h, of engine 0.
ENGINE = 0x1000
TX_DOORBELL, TX_DONE, RX_POST, RX_DONE, RX_ONE_SIDED, TX_PACKETS = 0x20, 0x28, 0x30, 0x34, 0x38, 0x40
TX_RING, RX_SLOTS = 0x200, 0x400
ID, ID_VALUE = 0x000, 0x54414354
ONE_SIDED = 1 << 25
MEMORY = 1 << 16


class Node:
    """A node as its software sees it."""

    def __init__(self, dut, number):
        self.number = number
        self.registers = ApbMaster(ApbBus.from_prefix(dut, f"n{number}_apb"), dut.clk_i)
        self.memory = AxiRam(AxiBus.from_prefix(dut, f"n{number}_axi"), dut.clk_i, size=MEMORY)
        self.sent = 0
        self.posted = 0

    async def read(self, address):
        return int.from_bytes((await self.registers.read(address, 4)).data, "little")

    async def write(self, address, value):
        await self.registers.write(address, value.to_bytes(4, "little"))

    async def fill(self, address, words):
        for word in words:
            await self.write(address, word)
            address += 4

    async def post(self, source, tag, size, address):
        slot = self.posted % 16
        self.posted += 1
        await self.fill(ENGINE + RX_SLOTS + 32 * slot, [source, tag, size, 0, address, 0, 0, 0])
        await self.write(ENGINE + RX_POST, slot)

    async def send(self, destination, tag, size, source, to=None):
        """Two-sided, or one-sided to the address `to`."""
        words = [destination, tag, size, 0, source, 0 if to is None else ONE_SIDED, to or 0, 0]
        await self.fill(ENGINE + TX_RING + 32 * (self.sent % 16), words)
        self.sent += 1
        await self.write(ENGINE + TX_DOORBELL, self.sent)


async def started(dut):
    cocotb.start_soon(Clock(dut.clk_i, 1, units="ns").start())
    nodes = [Node(dut, number) for number in range(2)]
    dut.arst_ni.value = 0
    await ClockCycles(dut.clk_i, 8)
    dut.arst_ni.value = 1
    await ClockCycles(dut.clk_i, 8)
    return nodes


async def until(condition, clocks=20_000):
    for _ in range(clocks // 20):
        if await condition():
            return
    raise AssertionError("it does not come")


@cocotb.test()
async def registers_answer(dut):
    for node in await started(dut):
        assert await node.read(ID) == ID_VALUE
        assert await node.read(0x004) == node.number


@cocotb.test()
async def messages_arrive_byte_by_byte(dut):
    """Of all sizes, both ways at once, two-sided and one-sided, at any place in a beat."""
    nodes = await started(dut)
    random.seed(1)
    expected = []
    for node in nodes:
        data = random.randbytes(MEMORY)
        node.memory.write(0, data)
        expected.append(bytearray(data))
    sizes = [0, 1, 15, 16, 17, 100, 2016, 2017, 5000]
    place = [0x8000, 0x8000]
    packets = 0
    for tag, size in enumerate(sizes):
        packets += max(1, -(-size // 2016))
        for node in nodes:
            other = nodes[1 - node.number]
            source = random.randrange(0x4000)
            to = place[other.number] + random.randrange(1, 40)
            place[other.number] = to + size
            expected[other.number][to:to + size] = expected[node.number][source:source + size]
            if tag % 3:
                await node.send(other.number, tag, size, source, to)
            else:
                await other.post(node.number, tag, size, to)
                await node.send(other.number, tag, size, source)
    two_sided = sum(1 for tag in range(len(sizes)) if tag % 3 == 0)

    async def complete():
        for node in nodes:
            received = bin(await node.read(ENGINE + RX_DONE)).count("1")
            one_sided = await node.read(ENGINE + RX_ONE_SIDED)
            if received != two_sided or one_sided != len(sizes) - two_sided:
                return False
        return True

    await until(complete)
    for node in nodes:
        assert await node.read(ENGINE + TX_DONE) == len(sizes)
        assert await node.read(ENGINE + TX_PACKETS) == packets
        assert node.memory.read(0, MEMORY) == bytes(expected[node.number])
