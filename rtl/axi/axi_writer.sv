`include "common/assert.svh"

// Writes of an engine by AXI4, one packet after the other, all under ID 0; up to 16 wait for their responses. Memory has
// taken a packet with its last beat, and shows it with its last response.
module axi_writer #(
  parameter int unsigned SlotWidth = 9,
  // Packets that wait to be written: a NIC never has more.
  parameter int unsigned Depth = 512,
  // Packets that wait for their responses.
  parameter int unsigned MostWaiting = 16
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  // Of the NIC, and where the payload is; answers in ticks for them.
  input  logic                                request_i,
  input  logic [nic_pkg::WriteTagWidth-1:0]   tag_i,
  input  logic [nic_pkg::AddressWidth-1:0]    addr_i,
  input  logic [nic_pkg::PayloadWidth-1:0]    bytes_i,
  input  logic [flit_pkg::VcWidth-1:0]        vc_i,
  input  logic [SlotWidth-1:0]                slot_i,
  input  logic                                tick_i,
  output logic                                taken_o,
  output logic [nic_pkg::WriteTagWidth-1:0]   taken_tag_o,
  output logic                                visible_o,
  output logic [nic_pkg::WriteTagWidth-1:0]   visible_tag_o,
  // Payload, a clock later.
  output logic                                fetch_o,
  output logic [flit_pkg::VcWidth-1:0]        fetch_vc_o,
  output logic [SlotWidth-1:0]                fetch_slot_o,
  input  logic [flit_pkg::DataWidth-1:0]      word_i,
  // A response was an error; stays high.
  output logic                                failed_o,
  // AXI4, write address, data and response.
  output logic                                awvalid_o,
  input  logic                                awready_i,
  output logic [nic_pkg::AddressWidth-1:0]    awaddr_o,
  output logic [7:0]                          awlen_o,
  output logic                                wvalid_o,
  input  logic                                wready_i,
  output logic [flit_pkg::DataWidth-1:0]      wdata_o,
  output logic [15:0]                         wstrb_o,
  output logic                                wlast_o,
  input  logic                                bvalid_i,
  output logic                                bready_o,
  input  logic [1:0]                          bresp_i
);

  localparam int unsigned RequestWidth = nic_pkg::WriteTagWidth + nic_pkg::AddressWidth + nic_pkg::PayloadWidth
                                       + flit_pkg::VcWidth + SlotWidth;
  typedef enum logic [1:0] {
    StateIdle  = 2'd0,
    StateBurst = 2'd1,
    StateFetch = 2'd2,
    StateBeat  = 2'd3
  } state_e;

  logic waits;
  logic done;
  logic [nic_pkg::WriteTagWidth-1:0] tag;
  logic [nic_pkg::AddressWidth-1:0] addr;
  logic [nic_pkg::PayloadWidth-1:0] bytes;
  logic [flit_pkg::VcWidth-1:0] vc;
  logic [SlotWidth-1:0] slot;
  fifo #(
    .Width(RequestWidth),
    .Depth(Depth)
  ) u_requests (
    .clk_i,
    .rst_ni,
    .push_i (request_i),
    .data_i ({tag_i, addr_i, bytes_i, vc_i, slot_i}),
    .pop_i  (done),
    .valid_o(waits),
    .data_o ({tag, addr, bytes, vc, slot}),
    .full_o ()
  );

  logic [7:0] beats;
  logic [7:0] first_beats;
  logic [nic_pkg::AddressWidth-1:0] first_addr;
  logic [nic_pkg::AddressWidth-1:0] second_addr;
  logic crosses;
  axi_burst u_burst (
    .addr_i       (addr),
    .bytes_i      (bytes),
    .beats_o      (beats),
    .first_beats_o(first_beats),
    .first_addr_o (first_addr),
    .second_addr_o(second_addr),
    .crosses_o    (crosses)
  );

  // A burst's address first, then its beats, each fetched before it is shown. The word of a beat and the one before it
  // hold its bytes.
  state_e state_q;
  logic second_q;
  logic responses_full;
  logic [7:0] beat_q;
  logic [7:0] burst_end;
  logic [flit_pkg::DataWidth-1:0] last_word_q;
  logic beat_goes;
  logic ends_burst;
  assign burst_end = second_q || !crosses ? beats : first_beats;
  assign ends_burst = beat_q + 8'd1 == burst_end;
  assign beat_goes = state_q == StateBeat && wready_i;
  assign done = beat_goes && ends_burst && (second_q || !crosses);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= StateIdle;
      second_q <= 1'b0;
      beat_q <= 8'd0;
      last_word_q <= {flit_pkg::DataWidth{1'b0}};
    end else begin
      case (state_q)
        StateIdle: begin
          second_q <= 1'b0;
          beat_q <= 8'd0;
          if (waits && !responses_full) state_q <= StateBurst;
        end
        StateBurst: if (awready_i) state_q <= StateFetch;
        StateFetch: state_q <= StateBeat;
        default: begin
          if (wready_i) begin
            beat_q <= beat_q + 8'd1;
            last_word_q <= word_i;
            state_q <= !ends_burst ? StateFetch : done ? StateIdle : StateBurst;
            second_q <= second_q || ends_burst;
          end
        end
      endcase
    end
  end

  assign awvalid_o = state_q == StateBurst;
  assign awaddr_o = second_q ? second_addr : first_addr;
  assign awlen_o = (second_q ? beats - first_beats : burst_end) - 8'd1;

  localparam int unsigned SlotPad = SlotWidth > 8 ? SlotWidth - 8 : 0;
  assign fetch_o = state_q == StateFetch;
  assign fetch_vc_o = vc;
  assign fetch_slot_o = slot + {{SlotPad{1'b0}}, beat_q};

  logic [2*flit_pkg::DataWidth-1:0] pair;
  logic [7:0] shift;
  logic [15:0] first_strobes;
  logic [15:0] last_strobes;
  logic [11:0] end_offset;
  assign pair = {word_i, last_word_q};
  assign shift = 8'd128 - {1'b0, addr[3:0], 3'd0};
  assign end_offset = {8'd0, addr[3:0]} + {1'b0, bytes};
  assign first_strobes = beat_q == 8'd0 ? 16'hFFFF << addr[3:0] : 16'hFFFF;
  assign last_strobes = beat_q + 8'd1 == beats && end_offset[3:0] != 4'd0 ? ~(16'hFFFF << end_offset[3:0]) : 16'hFFFF;
  assign wvalid_o = state_q == StateBeat;
  assign wdata_o = pair[shift+:flit_pkg::DataWidth];
  assign wstrb_o = first_strobes & last_strobes;
  assign wlast_o = ends_burst;

  // Responses, in the order of the bursts.
  logic response_waits;
  logic response_crosses;
  logic [nic_pkg::WriteTagWidth-1:0] response_tag;
  logic response_second_q;
  logic shown;
  fifo #(
    .Width(1 + nic_pkg::WriteTagWidth),
    .Depth(MostWaiting)
  ) u_responses (
    .clk_i,
    .rst_ni,
    .push_i (state_q == StateIdle && waits && !responses_full),
    .data_i ({crosses, tag}),
    .pop_i  (shown),
    .valid_o(response_waits),
    .data_o ({response_crosses, response_tag}),
    .full_o (responses_full)
  );
  assign bready_o = 1'b1;
  assign shown = bvalid_i && (response_second_q || !response_crosses);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) response_second_q <= 1'b0;
    else if (bvalid_i) response_second_q <= !shown;
  end
  `ASSERT(ResponseToABurst, !bvalid_i || response_waits)

  logic taken_waits;
  logic visible_waits;
  fifo #(
    .Width(nic_pkg::WriteTagWidth),
    .Depth(2 * MostWaiting)
  ) u_taken (
    .clk_i,
    .rst_ni,
    .push_i (done),
    .data_i (tag),
    .pop_i  (taken_o),
    .valid_o(taken_waits),
    .data_o (taken_tag_o),
    .full_o ()
  );
  fifo #(
    .Width(nic_pkg::WriteTagWidth),
    .Depth(2 * MostWaiting)
  ) u_visible (
    .clk_i,
    .rst_ni,
    .push_i (shown),
    .data_i (response_tag),
    .pop_i  (visible_o),
    .valid_o(visible_waits),
    .data_o (visible_tag_o),
    .full_o ()
  );
  assign taken_o = tick_i && taken_waits;
  assign visible_o = tick_i && visible_waits;

  logic failed_q;
  assign failed_o = failed_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) failed_q <= 1'b0;
    else if (bvalid_i && bresp_i[1]) failed_q <= 1'b1;
  end

endmodule
