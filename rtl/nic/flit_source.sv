`include "common/assert.svh"

// Puts the flits of a packet on a port, one per edge from the one at which it starts: RTL of what PacketSender::flit says.
module flit_source (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           enable_i,
  input  logic [nic_pkg::CycleWidth-1:0] cycle_i,
  input  logic                           start_i,
  input  nic_pkg::packet_t               packet_i,
  // A packet is under way, as of the last edge, and its tail goes on the port at this one.
  output logic                           sending_o,
  output logic                           tail_o,
  output logic                           last_o,
  output logic [flit_pkg::FlitWidth-1:0] flit_o
);

  logic sending_q;
  logic last_q;
  // Of the flit that is on the port.
  logic [7:0] index_q;
  logic [7:0] index;
  logic [7:0] length_q;
  logic [127:0] head_q;
  logic [127:0] transport_q;
  assign sending_o = sending_q;
  assign last_o = last_q;
  assign index = index_q + 8'd1;
  assign tail_o = sending_q && index + 8'd1 == length_q;

  flit_pkg::flit_t flit_q;
  flit_pkg::flit_t flit_d;
  logic [127:0] pattern;
  assign flit_o = flit_q;
  payload_pattern u_payload_pattern (
    .head_i     (head_q),
    .transport_i(transport_q),
    .index_i    (index),
    .pattern_o  (pattern)
  );
  always_comb begin
    flit_d = {flit_pkg::FlitWidth{1'b0}};
    if (sending_q) begin
      flit_d.valid = 1'b1;
      flit_d.tail = tail_o;
      flit_d.data = index == 8'd1 ? transport_q : pattern;
    end else if (start_i) begin
      flit_d.valid = 1'b1;
      flit_d.head = 1'b1;
      flit_d.data = packet_i.head;
      flit_d.data[flit_pkg::InjectCycleLsb+:flit_pkg::AgeWidth] = cycle_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sending_q <= 1'b0;
      last_q <= 1'b0;
      index_q <= 8'd0;
      length_q <= 8'd0;
      head_q <= 128'd0;
      transport_q <= 128'd0;
      flit_q <= {flit_pkg::FlitWidth{1'b0}};
    end else if (enable_i) begin
      flit_q <= flit_d;
      if (sending_q) begin
        index_q <= index;
        if (tail_o) sending_q <= 1'b0;
      end else if (start_i) begin
        sending_q <= 1'b1;
        last_q <= packet_i.last;
        index_q <= 8'd0;
        length_q <= packet_i.head[flit_pkg::LengthLsb+:nic_pkg::LengthWidth];
        head_q <= packet_i.head;
        transport_q <= packet_i.transport;
      end
    end
  end

  `ASSERT(OnePacketAtATime, !enable_i || !start_i || !sending_q)
  `ASSERT(PacketsHaveTwoFlits, !enable_i || !start_i || packet_i.head[flit_pkg::LengthLsb+1+:7] != 7'd0)

endmodule
