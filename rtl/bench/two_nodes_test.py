"""Two nodes send packets to each other. No part of Tactus runs: registers by APB, memories on AXI4, links wired."""

import cocotb

from node_bench import BASE, MACHINE, MEMORY, NICS, REG, Bench

PAYLOAD = MACHINE["max_payload"]


@cocotb.test()
async def registers_answer(dut):
    bench = await Bench.started(dut)
    for node in bench.nodes:
        assert await node.read(REG["ID"]) == REG["ID_VALUE"]
        assert await node.read(REG["NODE"]) == node.number
        assert await node.read(REG["SHAPE"]) == sum(size - 1 << 8 * d for d, size in enumerate(MACHINE["sizes"]))
        rings = sum(ring << d for d, ring in enumerate(MACHINE["wrap"]))
        assert await node.read(REG["NETWORK"]) == NICS << 8 | rings
        for address in (REG["ID"] + 2, 0x800, 0x1000 * (NICS + 1)):
            assert (await node.access(0, address))[1], f"{address:#x} is no register"


@cocotb.test()
async def every_byte_arrives(dut):
    """Messages of all sizes, both ways at once, by every NIC, two-sided and one-sided, at any place in a beat."""
    bench = await Bench.started(dut, seed=2)
    sizes = [0, 1, 15, 16, 17, 100, PAYLOAD, PAYLOAD + 1, 2 * PAYLOAD + 5]
    expected = {(node.number, nic): bytearray(node.memories[nic].bytes) for node in bench.nodes for nic in range(NICS)}
    place = {key: 0x8000 for key in expected}
    two_sided, packets = 0, 0
    for tag, size in enumerate(sizes):
        packets += max(1, -(-size // PAYLOAD))
        two_sided += tag % 2 == 0
        for node in bench.nodes:
            for nic in range(NICS):
                other = bench.nodes[1 - node.number]
                key = other.number, nic
                source = bench.dice.randrange(0x4000)
                to = place[key] + bench.dice.randrange(1, 40)
                place[key] = to + size
                expected[key][to:to + size] = node.memories[nic].bytes[source:source + size]
                if tag % 2 == 0:
                    await other.post(nic, tag, size, BASE + to)
                await node.send(nic, tag, size, BASE + source, None if tag % 2 == 0 else BASE + to)

    async def all_received():
        for node in bench.nodes:
            for nic in range(NICS):
                received = bin(await node.read(node.register(nic, "RX_DONE"))).count("1")
                one_sided = await node.read(node.register(nic, "RX_ONE_SIDED"))
                if received != two_sided or one_sided != len(sizes) - two_sided:
                    return False
        return True

    await bench.until(all_received)
    for node in bench.nodes:
        for nic in range(NICS):
            assert await node.read(node.register(nic, "TX_DONE")) == len(sizes)
            assert await node.read(node.register(nic, "TX_PACKETS")) == packets
            assert await node.read(node.register(nic, "RX_PACKETS")) == packets
            assert node.memories[nic].bytes == expected[node.number, nic], f"memory {nic} of node {node.number}"
        assert node.pins.get("read_failed_o") == node.pins.get("write_failed_o") == 0


@cocotb.test()
async def a_fixed_gap_keeps_packets_apart(dut):
    """A message with a gap of a packet takes as long again as its packets, at least."""
    bench = await Bench.started(dut, seed=3)
    sender, receiver = bench.nodes
    packets = 6
    times = []
    for number, gap in enumerate((0, 8)):  # in 1/8 packet
        await sender.write(sender.register(0, "PACE_GAP"), gap)
        await sender.write(sender.register(0, "PACE_CTRL"), 1)
        start = bench.clocks
        await sender.send(0, number, packets * PAYLOAD, BASE, BASE + 0x8000)

        async def received():
            return await receiver.read(receiver.register(0, "RX_ONE_SIDED")) == number + 1

        await bench.until(received)
        times.append(bench.clocks - start)
    flits = 2 + -(-PAYLOAD // 16)
    assert times[1] >= 3 * flits * (2 * packets - 1), times  # three clocks to a cycle of the links
    assert times[1] > times[0]


@cocotb.test()
async def packets_start_in_their_slots(dut):
    """A message in mode phase begins with its first slot, and has one packet in each."""
    bench = await Bench.started(dut, seed=5)
    sender, receiver = bench.nodes
    packets, period = 4, 2 * (2 + -(-PAYLOAD // 16))
    begin = sender.counter + 1000
    for name, value in (("CTRL", 3), ("PERIOD", period), ("PHASE", 10), ("BEGIN", begin)):
        await sender.write(sender.register(0, "PACE_" + name), value)
    await sender.send(0, 0, packets * PAYLOAD, BASE, BASE + 0x8000)
    starts = []
    while len(starts) < packets:
        if await sender.read(sender.register(0, "TX_PACKETS")) > len(starts):
            starts.append(sender.counter - begin - 10)
        assert sender.counter < begin + (packets + 2) * period, starts
    # A read takes some clocks.
    assert all(number * period < start < number * period + 10 for number, start in enumerate(starts)), starts


@cocotb.test()
async def an_error_of_memory_is_told(dut):
    bench = await Bench.started(dut, seed=4)
    sender, receiver = bench.nodes
    sender.memories[NICS - 1].fails = 1
    await sender.send(NICS - 1, 0, 100, BASE, BASE + MEMORY // 2)

    async def received():
        return await receiver.read(receiver.register(NICS - 1, "RX_ONE_SIDED")) == 1

    await bench.until(received)
    assert sender.pins.get("read_failed_o") == 1 << (NICS - 1)
    assert receiver.pins.get("read_failed_o") == 0
