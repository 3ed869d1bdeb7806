`include "common/assert.svh"

// Receiving side of a DMA engine, RTL twin of PacketReceiver: collects packets, gives their payload to memory, returns
// the credits of a packet when it has left for there, and tells the reassembly. docs/timing.md, "NIC, receiving".
module packet_receiver #(
  parameter int unsigned NumVcs = 2
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              enable_i,
  input  nic_pkg::straps_t                  straps_i,
  input  logic [flit_pkg::NicWidth-1:0]     engine_i,
  // Router.
  input  logic [flit_pkg::FlitWidth-1:0]    flit_i,
  output logic [63:0]                       credit_o,
  // Reassembly.
  output logic                              arrive_o,
  output nic_pkg::arrival_t                 arrival_o,
  input  logic                              alone_i,
  input  logic                              dropped_i,
  input  logic [nic_pkg::MessageWidth-1:0]  message_i,
  // Whether the message has begun, and its address then; whether it meets a receive, and the address of that.
  input  logic                              open_i,
  input  logic [nic_pkg::AddressWidth-1:0]  open_address_i,
  input  logic                              meets_i,
  input  logic [nic_pkg::AddressWidth-1:0]  posted_address_i,
  output logic                              written_o,
  output logic                              written_alone_o,
  output logic [nic_pkg::MessageWidth-1:0]  written_message_o,
  // Memory: requests from an edge on, answers between two edges, one of each kind at a time.
  output logic                              wr_req_o,
  output logic [nic_pkg::WriteTagWidth-1:0] wr_tag_o,
  output logic [nic_pkg::AddressWidth-1:0]  wr_addr_o,
  output logic [nic_pkg::PayloadWidth-1:0]  wr_bytes_o,
  input  logic                              wr_taken_i,
  input  logic [nic_pkg::WriteTagWidth-1:0] wr_taken_tag_i,
  input  logic                              wr_visible_i,
  input  logic [nic_pkg::WriteTagWidth-1:0] wr_visible_tag_i
);

  flit_pkg::flit_t flit;
  assign flit = flit_i;

  // Packets that come in, by VC.
  logic [NumVcs*nic_pkg::ArrivalBits-1:0] arrivals;
  logic [NumVcs*8-1:0] lengths;
  logic [NumVcs*31-1:0] offsets;
  // A packet with payload has a third flit, at the earliest at the next edge, so that the product has a cycle for itself.
  logic [30:0] flit_offset;
  assign flit_offset = {11'd0, flit.data[flit_pkg::IndexLsb+:nic_pkg::IndexWidth]} * {20'd0, straps_i.max_payload};
  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    packet_assembly u_packet_assembly (
      .clk_i,
      .rst_ni,
      .enable_i,
      .straps_i,
      .engine_i,
      .valid_i  (flit.valid && flit.vc == v),
      .flit_i   (flit),
      .offset_i (flit_offset),
      .arrival_o(arrivals[nic_pkg::ArrivalBits*v+:nic_pkg::ArrivalBits]),
      .length_o (lengths[8*v+:8]),
      .offset_o (offsets[31*v+:31])
    );
  end
  localparam int unsigned VcBits = NumVcs > 1 ? $clog2(NumVcs) : 1;
  logic [VcBits-1:0] vc;
  logic [7:0] length;
  assign vc = flit.vc[VcBits-1:0];
  assign length = lengths[8*vc+:8];
  assign arrive_o = enable_i && flit.valid && flit.tail;
  assign arrival_o = arrivals[nic_pkg::ArrivalBits*vc+:nic_pkg::ArrivalBits];

  // To memory.
  logic write;
  logic leaves_at_once;
  logic [nic_pkg::WriteTagWidth-1:0] tag;
  logic [nic_pkg::AddressWidth-1:0] address;
  assign leaves_at_once = arrive_o && (dropped_i || arrival_o.payload == {nic_pkg::PayloadWidth{1'b0}});
  assign write = arrive_o && !leaves_at_once;
  // Both sums are made before it is known whether the message has begun. Without an address the payload goes to 0.
  logic [nic_pkg::AddressWidth-1:0] offset;
  logic [nic_pkg::AddressWidth-1:0] open_address;
  logic [nic_pkg::AddressWidth-1:0] begin_address;
  assign offset = {33'd0, offsets[31*vc+:31]};
  assign open_address = open_address_i + offset;
  assign begin_address = posted_address_i + offset;
  always_comb begin
    if (arrival_o.one_sided) address = {16'd0, arrival_o.remote_address};
    else if (open_i) address = open_address;
    else address = meets_i ? begin_address : offset;
  end

  logic [7:0] taken_flits;
  logic [2:0] taken_vc;
  write_table u_write_table (
    .clk_i,
    .rst_ni,
    .push_i       (write),
    .tag_o        (tag),
    .alone_i,
    .message_i,
    .flits_i      (length),
    .vc_i         (flit.vc),
    .taken_i      (wr_taken_i),
    .taken_tag_i  (wr_taken_tag_i),
    .taken_flits_o(taken_flits),
    .taken_vc_o   (taken_vc),
    .visible_i    (wr_visible_i),
    .visible_tag_i(wr_visible_tag_i),
    .alone_o      (written_alone_o),
    .message_o    (written_message_o)
  );
  assign written_o = wr_visible_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wr_req_o <= 1'b0;
      wr_tag_o <= {nic_pkg::WriteTagWidth{1'b0}};
      wr_addr_o <= {nic_pkg::AddressWidth{1'b0}};
      wr_bytes_o <= {nic_pkg::PayloadWidth{1'b0}};
    end else if (enable_i) begin
      wr_req_o <= write;
      wr_tag_o <= write ? tag : {nic_pkg::WriteTagWidth{1'b0}};
      wr_addr_o <= write ? address : {nic_pkg::AddressWidth{1'b0}};
      wr_bytes_o <= write ? arrival_o.payload : {nic_pkg::PayloadWidth{1'b0}};
    end
  end

  // Credits: at most 255 of a VC at an edge.
  for (genvar v = 0; v < 8; v++) begin : gen_credits
    if (v < NumVcs) begin : gen_used
      logic [nic_pkg::CountWidth-1:0] unreturned_q;
      logic [nic_pkg::CountWidth-1:0] more;
      logic [nic_pkg::CountWidth-1:0] due;
      logic [7:0] returned;
      logic [7:0] credit_q;
      logic comes;
      assign credit_o[8*v+:8] = credit_q;
      // Flits that leave with this edge, or that memory has taken before it; that they do is known late.
      assign comes = enable_i ? leaves_at_once && vc == v : wr_taken_i && taken_vc == v;
      assign more = unreturned_q + {2'd0, enable_i ? length : taken_flits};
      assign due = comes ? more : unreturned_q;
      logic [7:0] more_returned;
      logic [7:0] less_returned;
      logic [nic_pkg::CountWidth-1:0] more_left;
      logic [nic_pkg::CountWidth-1:0] less_left;
      assign more_returned = more > 10'd255 ? 8'd255 : more[7:0];
      assign less_returned = unreturned_q > 10'd255 ? 8'd255 : unreturned_q[7:0];
      assign more_left = more > 10'd255 ? more - 10'd255 : 10'd0;
      assign less_left = unreturned_q > 10'd255 ? unreturned_q - 10'd255 : 10'd0;
      assign returned = comes ? more_returned : less_returned;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          unreturned_q <= {nic_pkg::CountWidth{1'b0}};
          credit_q <= 8'd0;
        end else if (enable_i) begin
          unreturned_q <= comes ? more_left : less_left;
          credit_q <= returned;
        end else begin
          unreturned_q <= due;
        end
      end
`ifndef SYNTHESIS
      logic [nic_pkg::CountWidth-1:0] occupancy_q;
      logic [nic_pkg::CountWidth-1:0] occupancy;
      assign occupancy = occupancy_q + {9'd0, enable_i && flit.valid && flit.vc == v};
      always_ff @(posedge clk_i) begin
        if (!rst_ni) occupancy_q <= {nic_pkg::CountWidth{1'b0}};
        else if (enable_i) occupancy_q <= occupancy - {2'd0, returned};
      end
      `ASSERT(ReceiveBufferNotOverrun, occupancy <= straps_i.receive_buffer)
      `ASSERT(CreditsOfFlitsThatCame, due <= occupancy)
`endif
    end else begin : gen_unused
      assign credit_o[8*v+:8] = 8'd0;
    end
  end

  `ASSERT(VcThatExists, !enable_i || !flit.valid || {29'd0, flit.vc} < NumVcs)
  `ASSERT(AnswersComeBetweenEdges, !enable_i || (!wr_taken_i && !wr_visible_i))

endmodule
