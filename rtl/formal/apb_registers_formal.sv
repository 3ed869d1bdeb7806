// Proof: of a requester that keeps the rules of APB each access is made once and answered once, with what the register
// bus says, four clocks after its beginning at the latest; nothing is answered that was not asked.
module apb_registers_formal (
  input logic                                clk_i,
  input logic                                rst_ni,
  input logic                                tick_i,
  input logic                                psel_i,
  input logic                                penable_i,
  input logic                                pwrite_i,
  input logic [nic_pkg::BusAddressWidth-1:0] paddr_i,
  input logic [31:0]                         pwdata_i,
  input logic [31:0]                         rdata_i,
  input logic                                error_i
);

  logic pready;
  logic [31:0] prdata;
  logic pslverr;
  logic req;
  logic we;
  logic [nic_pkg::BusAddressWidth-1:0] addr;
  logic [31:0] wdata;
  apb_registers u_apb_registers (
    .clk_i,
    .rst_ni,
    .tick_i,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pready_o (pready),
    .prdata_o (prdata),
    .pslverr_o(pslverr),
    .req_o    (req),
    .we_o     (we),
    .addr_o   (addr),
    .wdata_o  (wdata),
    .rdata_i,
    .error_i
  );

  // Before this edge: reset, the requester's pins, whether it was answered, what the bus said.
  logic reset_q;
  logic psel_q;
  logic penable_q;
  logic pready_q;
  logic req_q;
  logic [31:0] rdata_q;
  logic error_q;
  // Ticks that were none for accesses, clocks of the access, accesses made that are not answered.
  logic [1:0] idle_q;
  logic [2:0] waited_q;
  always_ff @(posedge clk_i) begin
    reset_q <= !rst_ni;
    psel_q <= psel_i;
    penable_q <= penable_i;
    pready_q <= pready;
    req_q <= req;
    rdata_q <= rdata_i;
    error_q <= error_i;
    idle_q <= tick_i || !rst_ni ? 2'd0 : idle_q + 1'b1;
    waited_q <= !rst_ni || !psel_i || !penable_i || pready ? 3'd0 : waited_q + 1'b1;
  end

  logic begun;
  logic waits;
  assign begun = psel_q && !penable_q;
  assign waits = psel_q && penable_q && !pready_q;
  always_comb begin
    // The requester. One tick of three is for accesses.
    assume (!penable_i || psel_i);
    assume (reset_q ? !psel_i : penable_i == (begun || waits));
    assume (idle_q < 2'd2 || tick_i);
    if (rst_ni && !reset_q) begin
      assert (idle_q < 2'd3);
      assert (!pready || (psel_i && penable_i));
      assert (pready == req_q);
      assert (!pready || !req);
      assert (!req || (psel_i && penable_i && addr == paddr_i && we == pwrite_i && wdata == pwdata_i));
      assert (prdata == (req_q ? rdata_q : 32'd0) && pslverr == (req_q && error_q));
      // An access that is not made waits for its tick alone.
      assert (waited_q <= (pready ? 3'd3 : {1'b0, idle_q}));
    end
  end

endmodule
