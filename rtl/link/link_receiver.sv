`include "common/assert.svh"

// Receiver of a link that repeats packets (docs/timing.md, LINK-8 and LINK-11): takes each packet once, in order, if
// its CRC is right, and then gives its flits to the router, one per edge. It never holds more than the longest packet
// has, whatever comes: flits come one per edge, and leave so.
module link_receiver #(
  // Bits of a flit: those of flit_pkg::flit_t, whose first three are looked at here.
  parameter int unsigned Width = flit_pkg::FlitWidth,
  // Bits of packets' numbers.
  parameter int unsigned NumberWidth = 8,
  // Flits that fit, a power of two above the longest packet's.
  parameter int unsigned Depth = 256,
  parameter int unsigned AddressWidth = $clog2(Depth)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  // This is an edge of the model.
  input  logic                   enable_i,
  // From the wire: a flit, the number of its packet, and beside its tail the packet's CRC. Nothing has changed the bits
  // that say where flits and packets begin and end.
  input  logic [Width-1:0]       flit_i,
  input  logic [NumberWidth-1:0] number_i,
  input  logic [31:0]            crc_i,
  // Acknowledgement: which number is expected.
  output logic                   ack_o,
  output logic [NumberWidth-1:0] ack_number_o,
  // To the router.
  output logic [Width-1:0]       flit_o
);

  // Flits from read_q to checked_q are to be given, those from there to write_q are of a packet that is coming.
  logic [AddressWidth-1:0] read_q;
  logic [AddressWidth-1:0] checked_q;
  logic [AddressWidth-1:0] write_q;
  logic [NumberWidth-1:0] expected_q;
  logic taking_q;
  logic [31:0] crc_q;

  logic valid;
  logic head;
  logic tail;
  assign {valid, head, tail} = flit_i[Width-1-:3];

  // With the flit that comes.
  logic [31:0] crc;
  link_crc #(
    .Width      (Width),
    .NumberWidth(NumberWidth)
  ) u_crc (
    .state_i (crc_q),
    .flit_i,
    .number_i,
    .state_o (crc)
  );

  logic come;
  logic taking;
  logic agrees;
  logic right_end;
  logic accept;
  logic store;
  logic give;
  logic [AddressWidth-1:0] place;
  logic [AddressWidth-1:0] checked;
  logic [NumberWidth-1:0] expected;
  assign come = enable_i && valid;
  assign taking = head ? number_i == expected_q : taking_q;
  assign agrees = crc_i == ~crc;
  assign right_end = come && tail && agrees;
  assign accept = right_end && taking;
  assign store = come && taking;
  // A head takes the place of a packet that the sender has left off.
  assign place = head ? checked_q : write_q;
  assign checked = accept ? place + 1'b1 : checked_q;
  assign expected = accept ? expected_q + 1'b1 : expected_q;
  // A packet has two flits or more: when it is right its first is in the memory.
  assign give = enable_i && read_q != checked;

  logic [Width-1:0] given;
  ram_1r1w #(
    .Width(Width),
    .Depth(Depth)
  ) u_flits (
    .clk_i,
    .write_i        (store),
    .write_address_i(place),
    .write_data_i   (flit_i),
    .read_i         (give),
    .read_address_i (read_q),
    .read_data_o    (given)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      read_q <= {AddressWidth{1'b0}};
      checked_q <= {AddressWidth{1'b0}};
      write_q <= {AddressWidth{1'b0}};
      expected_q <= {NumberWidth{1'b0}};
      taking_q <= 1'b0;
      crc_q <= 32'd0;
      ack_o <= 1'b0;
      ack_number_o <= {NumberWidth{1'b0}};
      flit_o <= {Width{1'b0}};
    end else if (enable_i) begin
      if (give) read_q <= read_q + 1'b1;
      checked_q <= checked;
      if (store) write_q <= place + 1'b1;
      expected_q <= expected;
      if (come) begin
        taking_q <= taking;
        crc_q <= crc;
      end
      ack_o <= right_end;
      ack_number_o <= right_end ? expected : {NumberWidth{1'b0}};
      flit_o <= given;
    end
  end

  // Flits that are held, with the one that comes.
  logic [AddressWidth-1:0] held;
  assign held = place - read_q;
  `ASSERT(FlitFindsRoom, !store || held != {AddressWidth{1'b1}})

endmodule
