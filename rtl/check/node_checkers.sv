// Attaches the checkers to each bus of a node: the register port and the memory ports of its engines.
bind apb_registers apb_checker u_checker (
  .clk_i, .rst_ni, .psel_i, .penable_i, .pwrite_i, .paddr_i, .pwdata_i, .pready_i(pready_o)
);
bind memory_port_axi axi_checker u_checker (
  .clk_i, .rst_ni, .arvalid_i(arvalid_o), .arready_i, .arid_i(arid_o), .araddr_i(araddr_o), .arlen_i(arlen_o),
  .rvalid_i, .rready_i(rready_o), .rid_i, .rdata_i, .awvalid_i(awvalid_o), .awready_i, .awaddr_i(awaddr_o),
  .awlen_i(awlen_o), .wvalid_i(wvalid_o), .wready_i, .wdata_i(wdata_o), .wstrb_i(wstrb_o), .wlast_i(wlast_o), .bvalid_i,
  .bready_i(bready_o)
);
