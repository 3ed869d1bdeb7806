// Keeps the payload of what comes for an engine, by VC, until it is written to memory, and shows the NIC its pattern in
// place of it. Payload of packets that the NIC does not write is forgotten.
module payload_sink #(
  parameter int unsigned NumVcs = 2,
  // Flits of a receive buffer, at least as many as the NIC's has for each VC.
  parameter int unsigned Depth = 512,
  parameter int unsigned SlotWidth = $clog2(Depth)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             first_tick_i,
  input  logic                             edge_tick_i,
  // From the link, sampled at its edges; to the NIC.
  input  logic [flit_pkg::FlitWidth-1:0]   flit_i,
  output logic [flit_pkg::FlitWidth-1:0]   flit_o,
  // Of the NIC: it wants the packet written whose tail came at the last edge.
  input  logic                             request_i,
  // To the writer, at once: where its payload begins.
  output logic [flit_pkg::VcWidth-1:0]     vc_o,
  output logic [SlotWidth-1:0]             slot_o,
  // Payload, a clock later.
  input  logic                             fetch_i,
  input  logic [flit_pkg::VcWidth-1:0]     fetch_vc_i,
  input  logic [SlotWidth-1:0]             fetch_slot_i,
  output logic [flit_pkg::DataWidth-1:0]   word_o
);

  localparam int unsigned VcBits = NumVcs > 1 ? $clog2(NumVcs) : 1;

  flit_pkg::flit_t flit;
  assign flit = flit_i;
  logic [VcBits-1:0] vc;
  assign vc = flit.vc[VcBits-1:0];

  // By VC: its packet's first flits and how many have come, slots.
  logic [flit_pkg::DataWidth-1:0] head_q [NumVcs];
  logic [flit_pkg::DataWidth-1:0] transport_q [NumVcs];
  logic [7:0] index_q [NumVcs];
  logic [SlotWidth-1:0] next_q [NumVcs];
  logic [SlotWidth-1:0] begin_q [NumVcs];

  logic payload;
  logic [7:0] index;
  logic [flit_pkg::DataWidth-1:0] pattern;
  assign index = index_q[vc];
  assign payload = flit.valid && !flit.head && index > 8'd1;
  payload_pattern u_payload_pattern (
    .head_i     (head_q[vc]),
    .transport_i(transport_q[vc]),
    .index_i    (index),
    .pattern_o  (pattern)
  );
  assign flit_o = payload ? {flit.valid, flit.head, flit.tail, flit.vc, pattern} : flit_i;

  // A tail came at the last edge.
  logic tail_q;
  logic [VcBits-1:0] tail_vc_q;
  assign vc_o = {{(flit_pkg::VcWidth - VcBits) {1'b0}}, tail_vc_q};
  assign slot_o = begin_q[tail_vc_q];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tail_q <= 1'b0;
      tail_vc_q <= {VcBits{1'b0}};
      for (int v = 0; v < NumVcs; v++) begin
        index_q[v] <= 8'd0;
        next_q[v] <= {SlotWidth{1'b0}};
        begin_q[v] <= {SlotWidth{1'b0}};
      end
    end else begin
      if (edge_tick_i) begin
        tail_q <= flit.valid && flit.tail;
        tail_vc_q <= vc;
      end
      if (edge_tick_i && flit.valid) begin
        index_q[vc] <= flit.tail ? 8'd0 : index + 8'd1;
        if (flit.head) head_q[vc] <= flit.data;
        if (index == 8'd1) transport_q[vc] <= flit.data;
        if (payload) next_q[vc] <= next_q[vc] + 1'b1;
      end
      if (first_tick_i && tail_q) begin
        if (request_i) begin_q[tail_vc_q] <= next_q[tail_vc_q];
        else next_q[tail_vc_q] <= begin_q[tail_vc_q];
      end
    end
  end

  ram_1r1w_sync #(
    .Width(flit_pkg::DataWidth),
    .Depth(NumVcs * Depth)
  ) u_words (
    .clk_i,
    .write_i        (edge_tick_i && payload),
    .write_address_i({vc, next_q[vc]}),
    .write_data_i   (flit.data),
    .read_i         (fetch_i),
    .read_address_i ({fetch_vc_i[VcBits-1:0], fetch_slot_i}),
    .read_data_o    (word_o)
  );

  logic unused;
  assign unused = ^fetch_vc_i;

endmodule
