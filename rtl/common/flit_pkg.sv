// What stands on flit and credit ports, bit by bit: docs/reference/pins.md,
// docs/reference/packet_format.md.
package flit_pkg;

  parameter int unsigned DataWidth = 128;
  parameter int unsigned VcWidth = 3;
  // Credits of one VC on a credit port, and all of the port.
  parameter int unsigned CreditWidth = 8;
  parameter int unsigned CreditPortWidth = 64;

  typedef struct packed {
    logic valid;
    logic head;
    logic tail;
    logic [VcWidth-1:0] vc;
    logic [DataWidth-1:0] data;
  } flit_t;

  parameter int unsigned FlitWidth = 134;

  parameter int unsigned MaxDimensions = 4;
  // Places in the first flit of a packet. Coordinates and signs stand side by side, lowest
  // dimension first.
  parameter int unsigned CoordinateWidth = 8;
  parameter int unsigned NodeWidth = MaxDimensions * CoordinateWidth;
  parameter int unsigned NicWidth = 3;
  parameter int unsigned PlaceWidth = 6;
  parameter int unsigned PaddingWidth = 4;
  parameter int unsigned DestinationLsb = 0;
  parameter int unsigned SourceLsb = 32;
  parameter int unsigned DestinationNicLsb = 64;
  parameter int unsigned SourceNicLsb = 67;
  parameter int unsigned NegativeLsb = 70;
  parameter int unsigned LengthLsb = 76;
  parameter int unsigned LengthWidth = 10;
  parameter int unsigned DestinationPlaceLsb = 86;
  // Of a one-sided packet; others have upper bits of their index there, and padding only in the last flit of their
  // message, which its length tells.
  parameter int unsigned PaddingLsb = 92;
  parameter int unsigned InjectCycleLsb = 96;
  parameter int unsigned AgeWidth = 32;
  // Places in the second one. The upper bits of a remote address stand where other packets have
  // their places and the upper bits of the length of their message, the lower ones where those have its lower ones.
  parameter int unsigned TagLsb = 0;
  parameter int unsigned MessageBytesLsb = 32;
  parameter int unsigned CreateCycleLsb = 64;
  parameter int unsigned IndexLsb = 96;
  parameter int unsigned SourcePlaceLsb = 116;
  parameter int unsigned MessageBytesAboveLsb = 122;
  parameter int unsigned MessageBytesAboveWidth = 4;
  parameter int unsigned LastBit = 126;
  parameter int unsigned OneSidedBit = 127;
  // Flits of the header: no packet is shorter.
  parameter int unsigned HeaderFlits = 2;

endpackage
