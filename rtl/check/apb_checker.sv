// Rules of APB (IHI 0024): of a requester as of a completer. Attaches to any bus: bind it, or put it beside one.
module apb_checker #(
  parameter int unsigned AddressWidth = 16
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    psel_i,
  input logic                    penable_i,
  input logic                    pwrite_i,
  input logic [AddressWidth-1:0] paddr_i,
  input logic [31:0]             pwdata_i,
  input logic                    pready_i
);

  logic waits;
  assign waits = psel_i && penable_i && !pready_i;

  SetupThenAccess : assert property (@(posedge clk_i) disable iff (!rst_ni) psel_i && !penable_i |=> psel_i && penable_i);
  EnableNeedsSelect : assert property (@(posedge clk_i) disable iff (!rst_ni) penable_i |-> psel_i);
  AccessWaitsForReady : assert property (@(posedge clk_i) disable iff (!rst_ni) waits |=> psel_i && penable_i);
  EnableFallsBehindReady : assert property (@(posedge clk_i) disable iff (!rst_ni)
    psel_i && penable_i && pready_i |=> !penable_i);
  AddressStands : assert property (@(posedge clk_i) disable iff (!rst_ni)
    psel_i && (!penable_i || !pready_i) |=> $stable(paddr_i) && $stable(pwrite_i));
  DataStands : assert property (@(posedge clk_i) disable iff (!rst_ni)
    psel_i && pwrite_i && (!penable_i || !pready_i) |=> $stable(pwdata_i));
  ReadyOnlyInAnAccess : assert property (@(posedge clk_i) disable iff (!rst_ni) pready_i |-> psel_i && penable_i);

endmodule
