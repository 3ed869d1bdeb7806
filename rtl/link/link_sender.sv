`include "common/assert.svh"

// Sender of a link that repeats packets (docs/timing.md, LINK-6, LINK-8, LINK-9 and LINK-11): numbers them, keeps them
// until they are acknowledged, and goes back to the oldest when its acknowledgement has not come in time. A flit goes on
// the wire at the edge at which it comes, if nothing is before it.
module link_sender #(
  // Bits of a flit: those of flit_pkg::flit_t, whose first three are looked at here.
  parameter int unsigned Width = flit_pkg::FlitWidth,
  // Bits of packets' numbers: more numbers than packets find room.
  parameter int unsigned NumberWidth = 8,
  // Flits that find room are one less; a power of two.
  parameter int unsigned Depth = 512,
  parameter int unsigned AddressWidth = $clog2(Depth),
  parameter int unsigned TimeWidth = 16
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  // This is an edge of the model.
  input  logic                    enable_i,
  // Edges from the last flit of a packet on the wire to its repetition; half of what TimeWidth counts at most.
  input  logic [TimeWidth-1:0]    timeout_i,
  // From the switch: the flits of a packet at successive edges.
  input  logic [Width-1:0]        flit_i,
  // Acknowledgement.
  input  logic                    ack_i,
  input  logic [NumberWidth-1:0]  ack_number_i,
  // To the wire.
  output logic [Width-1:0]        flit_o,
  output logic [NumberWidth-1:0]  number_o,
  // Beside a tail: the packet's CRC, made anew at each repetition.
  output logic [31:0]             crc_o,
  // Flits that find room again.
  output logic [AddressWidth-1:0] room_o
);

  localparam int unsigned Packets = 1 << NumberWidth;

  // First flit of the oldest packet, of the flit that is sent next, and of the one that comes next.
  logic [AddressWidth-1:0] oldest_q;
  logic [AddressWidth-1:0] next_q;
  logic [AddressWidth-1:0] write_q;
  // The packets in which these are.
  logic [NumberWidth-1:0] oldest_number_q;
  logic [NumberWidth-1:0] next_number_q;
  logic [NumberWidth-1:0] write_number_q;
  logic [TimeWidth-1:0] now_q;
  // By number: place behind the packet, and when its last flit went on the wire.
  logic [AddressWidth-1:0] ends_q [Packets];
  logic [TimeWidth-1:0] sent_q [Packets];

  // What is acknowledged is forgotten.
  logic [NumberWidth-1:0] acknowledged;
  logic forget;
  logic ahead;
  logic [NumberWidth-1:0] last_number;
  logic [NumberWidth-1:0] oldest_number;
  logic [AddressWidth-1:0] oldest;
  assign acknowledged = ack_number_i - oldest_number_q;
  // No more than have come; others are acknowledged already.
  assign forget = enable_i && ack_i && acknowledged != {NumberWidth{1'b0}} &&
                  acknowledged <= write_number_q - oldest_number_q;
  assign last_number = ack_number_i - 1'b1;
  assign oldest_number = forget ? ack_number_i : oldest_number_q;
  assign oldest = forget ? ends_q[last_number] : oldest_q;
  // The packet that is being sent once more is among them.
  assign ahead = forget && acknowledged > next_number_q - oldest_number_q;

  logic overdue;
  logic back;
  logic [NumberWidth-1:0] number;
  logic [AddressWidth-1:0] next;
  assign overdue = !ahead && next_number_q != oldest_number && now_q - sent_q[oldest_number] >= timeout_i;
  assign back = ahead || overdue;
  assign number = back ? oldest_number : next_number_q;
  assign next = back ? oldest : next_q;

  logic come;
  logic stored;
  logic send;
  logic ends;
  logic sends_end;
  logic [Width-1:0] kept;
  logic [Width-1:0] sent;
  assign come = enable_i && flit_i[Width-1];
  assign ends = come && flit_i[Width-3];
  assign stored = next != write_q;
  assign send = enable_i && (stored || come);
  assign sent = stored ? kept : flit_i;
  assign sends_end = send && sent[Width-3];

  ram_1r1w #(
    .Width(Width),
    .Depth(Depth)
  ) u_flits (
    .clk_i,
    .write_i        (come),
    .write_address_i(write_q),
    .write_data_i   (flit_i),
    .read_i         (stored),
    .read_address_i (next),
    .read_data_o    (kept)
  );

  // Of the flits of this packet that are on the wire already, and with the one that goes there.
  logic [31:0] crc_q;
  logic [31:0] crc;
  link_crc #(
    .Width      (Width),
    .NumberWidth(NumberWidth)
  ) u_crc (
    .state_i (crc_q),
    .flit_i  (sent),
    .number_i(number),
    .state_o (crc)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      oldest_q <= {AddressWidth{1'b0}};
      next_q <= {AddressWidth{1'b0}};
      write_q <= {AddressWidth{1'b0}};
      oldest_number_q <= {NumberWidth{1'b0}};
      next_number_q <= {NumberWidth{1'b0}};
      write_number_q <= {NumberWidth{1'b0}};
      now_q <= {TimeWidth{1'b0}};
      flit_o <= {Width{1'b0}};
      number_o <= {NumberWidth{1'b0}};
      crc_o <= 32'd0;
      crc_q <= 32'd0;
      room_o <= {AddressWidth{1'b0}};
    end else if (enable_i) begin
      now_q <= now_q + 1'b1;
      oldest_q <= oldest;
      oldest_number_q <= oldest_number;
      room_o <= oldest - oldest_q;
      if (come) write_q <= write_q + 1'b1;
      if (ends) write_number_q <= write_number_q + 1'b1;
      next_q <= send ? next + 1'b1 : next;
      next_number_q <= sends_end ? number + 1'b1 : number;
      flit_o <= send ? sent : {Width{1'b0}};
      number_o <= send ? number : {NumberWidth{1'b0}};
      crc_o <= sends_end ? ~crc : 32'd0;
      if (send) crc_q <= crc;
    end
  end
  always_ff @(posedge clk_i) begin
    if (ends) ends_q[write_number_q] <= write_q + 1'b1;
    if (sends_end) sent_q[number] <= now_q;
  end

  // Flits that are kept, with the one that comes.
  logic [AddressWidth-1:0] held;
  assign held = write_q - oldest;
  `ASSERT(FlitFindsRoom, !come || held != {AddressWidth{1'b1}})
  `ASSERT(OneNumberForEach, !ends || write_number_q + 1'b1 != oldest_number)

endmodule
