// Message that a receive has met by being posted, and whether it is at its end with that: a tick later, since both are known
// late in the tick of the access. Nothing asks before.
module post_effect (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  // A receive meets this message, which has nothing to come.
  input  logic                             meets_i,
  input  logic                             ends_i,
  input  logic [nic_pkg::MessageWidth-1:0] message_i,
  // Its bit, in the tick after that.
  output logic [nic_pkg::Messages-1:0]     met_o,
  output logic [nic_pkg::Messages-1:0]     ended_o
);

  logic met_q;
  logic ended_q;
  logic [nic_pkg::MessageWidth-1:0] message_q;
  logic [nic_pkg::Messages-1:0] message;
  assign message = 64'd1 << message_q;
  assign met_o = met_q ? message : {nic_pkg::Messages{1'b0}};
  assign ended_o = ended_q ? message : {nic_pkg::Messages{1'b0}};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      met_q <= 1'b0;
      ended_q <= 1'b0;
    end else begin
      met_q <= meets_i;
      ended_q <= ends_i;
    end
    message_q <= message_i;
  end

endmodule
