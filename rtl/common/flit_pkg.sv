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

  // Places in the first flit of a packet. Coordinates and signs stand side by side, lowest
  // dimension first.
  parameter int unsigned CoordinateWidth = 8;
  parameter int unsigned DestinationLsb = 0;
  parameter int unsigned DestinationNicLsb = 32;
  parameter int unsigned NegativeLsb = 36;
  parameter int unsigned LengthLsb = 40;
  parameter int unsigned LengthWidth = 8;
  parameter int unsigned InjectCycleLsb = 64;
  parameter int unsigned AgeWidth = 32;
  // Flits of the header: no packet is shorter.
  parameter int unsigned HeaderFlits = 2;

endpackage
