// Widths and straps of the NIC: docs/reference/rtl_nic.md.
package nic_pkg;

  // How the gap between two packets of a message is made: docs/reference/pacer.md.
  typedef enum logic [2:0] {
    PaceOff   = 3'd0,
    PaceFixed = 3'd1,
    PaceHops  = 3'd2,
    // No gap: packets start in slots by the common counter.
    PacePhase = 3'd3,
    // A mode of the machine's own, which a pacer in the place of ours has.
    PaceOwn   = 3'd7
  } pace_mode_e;

  // What the sending side of an engine does in a cycle, as SendState of the model.
  typedef enum logic [2:0] {
    SendIdle   = 3'd0,
    SendMemory = 3'd1,
    SendPace   = 3'd2,
    SendWindow = 3'd3,
    SendStall  = 3'd4,
    SendSend   = 3'd5
  } send_state_e;

  // A gap in eighths of a packet, never negative: at most 8 * 1019 + 32767.
  parameter int unsigned GapWidth = 16;
  // Cycles that a packet can have to wait for its slot: at most 128 + 40919 * 128 / 8.
  parameter int unsigned SlotWidth = 20;
  // Number of a cycle, modulo.
  parameter int unsigned CycleWidth = 32;
  // The counter that all nodes have in common, modulo.
  parameter int unsigned CounterWidth = 32;
  // Links on a shortest way: at most 4 * 255, in a mesh.
  parameter int unsigned HopsWidth = 10;
  // Slots of a buffer, credits: 0 to 512.
  parameter int unsigned CountWidth = 10;
  // Flits of a packet that the NIC sends or takes in: at most 128.
  parameter int unsigned LengthWidth = 8;
  // Bytes of payload of a packet: at most 2016.
  parameter int unsigned PayloadWidth = 11;
  // Number of a packet in its message.
  parameter int unsigned IndexWidth = 20;
  // Entries of a ring, packet buffers, and the numbers of either.
  parameter int unsigned RingEntries = 16;
  parameter int unsigned EntryWidth = 4;
  // Bits of the sixth word of a send descriptor.
  parameter int unsigned OneSidedBit = 25;
  parameter int unsigned PairedBit = 26;
  // Bits of the fourth word of a receive slot: the first of the number of tag bits that are ignored.
  parameter int unsigned AnySourceBit = 16;
  parameter int unsigned TagIgnoredBit = 17;
  // Bits of an entry of a ring: eight words.
  parameter int unsigned EntryBits = 256;
  parameter int unsigned AddressWidth = 64;
  parameter int unsigned RemoteWidth = 48;
  // Who sends what to whom: source node, places, tag.
  parameter int unsigned KeyWidth = 76;
  // Packets on their way to memory, per engine.
  parameter int unsigned WriteTagWidth = 9;
  // Messages of an engine of which something has come and not all is written, or that wait for a receive.
  parameter int unsigned MessageWidth = 6;
  parameter int unsigned Messages = 64;
  // Bytes on the register bus of a block, and of the whole map.
  parameter int unsigned BlockAddressWidth = 12;
  parameter int unsigned BusAddressWidth = 16;

  // Nodes of a dimension: 1 to 256.
  parameter int unsigned SizeWidth = 9;
  // As in flit_pkg: yosys 0.23 knows no other package within a type of this one.
  parameter int unsigned MaxDimensions = 4;
  parameter int unsigned NodeWidth = 32;

  // What is fixed before reset.
  typedef struct packed {
    logic [NodeWidth-1:0] position;
    // Of the network, by dimension: 2 to 256, 1 where there is none. Which of them are rings.
    logic [MaxDimensions*SizeWidth-1:0] shape;
    logic [MaxDimensions-1:0] wrap;
    // Of every NIC: 1 to 8.
    logic [3:0] engines;
    // Slots of the router's NIC buffer.
    logic [CountWidth-1:0] vc_buffer;
    // Slots of each VC's receive buffer.
    logic [CountWidth-1:0] receive_buffer;
    // Bytes of payload of a full packet.
    logic [PayloadWidth-1:0] max_payload;
    // 1 to 16 each.
    logic [4:0] outstanding_reads;
    logic [4:0] packet_buffers;
    // PACE_CTRL.mode may be PaceOwn.
    logic own_pace_mode;
  } straps_t;

  // A packet in its buffer: its first two flits, but for inject_cycle, and how it is paced.
  typedef struct packed {
    logic last;
    logic [EntryWidth-1:0] receive_slot;
    logic [7:0] window;
    logic [GapWidth-1:0] gap;
    logic [127:0] transport;
    logic [127:0] head;
  } packet_t;
  // Bits of a packet_t: yosys 0.23 has no $bits of a type.
  parameter int unsigned PacketBits = 1 + EntryWidth + 8 + GapWidth + 2 * 128;

  // A packet that has been received: what reassembly and memory want to know of it.
  typedef struct packed {
    logic one_sided;
    logic last;
    logic [KeyWidth-1:0] key;
    logic [31:0] message_bytes;
    logic [IndexWidth-1:0] index;
    logic [PayloadWidth-1:0] payload;
    logic [RemoteWidth-1:0] remote_address;
  } arrival_t;
  // Bits of an arrival_t.
  parameter int unsigned ArrivalBits = 2 + KeyWidth + 32 + IndexWidth + PayloadWidth + RemoteWidth;

endpackage
