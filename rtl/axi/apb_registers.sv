// Completer of APB (AMBA APB Protocol Specification, IHI 0024) before the register bus of a NIC: an access is made in
// the next tick for accesses, and answered one clock later.
module apb_registers (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  // This tick is one for accesses.
  input  logic                                tick_i,
  input  logic                                psel_i,
  input  logic                                penable_i,
  input  logic                                pwrite_i,
  input  logic [nic_pkg::BusAddressWidth-1:0] paddr_i,
  input  logic [31:0]                         pwdata_i,
  output logic                                pready_o,
  output logic [31:0]                         prdata_o,
  output logic                                pslverr_o,
  // Register bus.
  output logic                                req_o,
  output logic                                we_o,
  output logic [nic_pkg::BusAddressWidth-1:0] addr_o,
  output logic [31:0]                         wdata_o,
  input  logic [31:0]                         rdata_i,
  input  logic                                error_i
);

  logic ready_q;
  logic [31:0] data_q;
  logic error_q;
  assign req_o = tick_i && psel_i && penable_i && !ready_q;
  assign we_o = pwrite_i;
  assign addr_o = paddr_i;
  assign wdata_o = pwdata_i;
  assign pready_o = ready_q;
  assign prdata_o = data_q;
  assign pslverr_o = error_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      data_q <= 32'd0;
      error_q <= 1'b0;
    end else begin
      ready_q <= req_o;
      data_q <= req_o ? rdata_i : 32'd0;
      error_q <= req_o && error_i;
    end
  end

endmodule
