`include "common/assert.svh"

// Cuts a message into packets, RTL twin of Packetiser: full ones, then what is left; one of two flits if it has no bytes.
// A message may begin and have its first packet taken at the same edge.
module packetiser (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  // Bytes of a full packet.
  input  logic [nic_pkg::PayloadWidth-1:0] max_payload_i,
  // A message of so many bytes begins at this edge.
  input  logic                             begin_i,
  input  logic [31:0]                      bytes_i,
  // Packets are left, as of the last edge.
  output logic                             has_next_o,
  // The next packet, and its being taken at this edge: number, where it begins, payload, length with header.
  input  logic                             take_i,
  output logic [nic_pkg::IndexWidth-1:0]   index_o,
  output logic [31:0]                      offset_o,
  output logic [nic_pkg::PayloadWidth-1:0] payload_o,
  output logic                             empty_o,
  output logic [7:0]                       flits_o,
  output logic                             last_o
);

  logic has_next_q;
  logic [31:0] left_q;
  logic [31:0] left;
  logic [nic_pkg::IndexWidth-1:0] index_q;
  logic [31:0] offset_q;
  assign has_next_o = has_next_q;
  assign left = begin_i ? bytes_i : left_q;
  assign index_o = begin_i ? {nic_pkg::IndexWidth{1'b0}} : index_q;
  assign offset_o = begin_i ? 32'd0 : offset_q;
  assign last_o = begin_i ? bytes_i <= {21'd0, max_payload_i} : left_q <= {21'd0, max_payload_i};
  assign payload_o = last_o ? left[nic_pkg::PayloadWidth-1:0] : max_payload_i;
  assign empty_o = begin_i ? bytes_i == 32'd0 : left_q == 32'd0;
  // Two flits of header; payload in steps of 16 bytes.
  logic [7:0] full_flits;
  logic [7:0] last_flits;
  assign full_flits = {1'b0, max_payload_i[10:4]} + {6'd0, max_payload_i[3:0] != 4'd0 ? 2'd3 : 2'd2};
  assign last_flits = {1'b0, left[10:4]} + {6'd0, left[3:0] != 4'd0 ? 2'd3 : 2'd2};
  assign flits_o = last_o ? last_flits : full_flits;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      has_next_q <= 1'b0;
      left_q <= 32'd0;
      index_q <= {nic_pkg::IndexWidth{1'b0}};
      offset_q <= 32'd0;
    end else if (begin_i || take_i) begin
      has_next_q <= !(take_i && last_o);
      // Nothing is left behind the last packet.
      if (!take_i) left_q <= left;
      else left_q <= last_o ? 32'd0 : left - {21'd0, max_payload_i};
      index_q <= take_i ? index_o + 1'b1 : index_o;
      // No packet comes after the last one.
      offset_q <= take_i ? offset_o + {21'd0, max_payload_i} : offset_o;
    end
  end

  `ASSERT(OneMessageAtATime, !begin_i || !has_next_q)
  `ASSERT(TakesWhatIsThere, !take_i || begin_i || has_next_q)

endmodule
