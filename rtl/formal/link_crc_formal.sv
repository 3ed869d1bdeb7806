// Proof: one, two or three wrong bits of a packet of three flits, its numbers and its CRC make the CRC disagree, and so
// does every burst of up to 32 bits. A head begins anew, whatever came before it at either end. A CRC is linear, so that
// what it finds does not depend on the bits that were sent: here they are 0.
module link_crc_formal #(
  parameter int unsigned Width = 7,
  parameter int unsigned NumberWidth = 2
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] sent_state_i,
  input logic [31:0] got_state_i,
  input logic [5:0]  first_i,
  input logic [5:0]  second_i,
  input logic [5:0]  third_i,
  input logic [31:0] burst_i,
  input logic        bursts_i
);

  localparam int unsigned WordWidth = Width + NumberWidth;
  localparam int unsigned FlitsWidth = 3 * WordWidth;
  localparam int unsigned AllWidth = FlitsWidth + 32;

  // On the wire in the order in which the CRC takes them: three words, the CRC behind them.
  logic [AllWidth-1:0] one;
  logic [AllWidth-1:0] wrong;
  assign one = {{(AllWidth - 1) {1'b0}}, 1'b1};
  assign wrong = bursts_i ? {{(AllWidth - 32) {1'b0}}, burst_i} << first_i :
                 (one << first_i) ^ (one << second_i) ^ (one << third_i);

  logic [127:0] sent_states;
  logic [127:0] got_states;
  assign sent_states[31:0] = sent_state_i;
  assign got_states[31:0] = got_state_i;
  logic [2:0] framed;
  for (genvar f = 0; f < 3; f++) begin : gen_flit
    logic [WordWidth-1:0] sent;
    logic [WordWidth-1:0] got;
    assign sent = {{NumberWidth{1'b0}}, 1'b1, f == 0, f == 2, {(Width - 3) {1'b0}}};
    assign got = sent ^ wrong[WordWidth*f+:WordWidth];
    // Nothing changes where packets begin and end.
    assign framed[f] = wrong[WordWidth*f+Width-3+:3] == 3'd0;
    link_crc #(
      .Width      (Width),
      .NumberWidth(NumberWidth)
    ) u_sent (
      .state_i (sent_states[32*f+:32]),
      .flit_i  (sent[Width-1:0]),
      .number_i(sent[Width+:NumberWidth]),
      .state_o (sent_states[32*f+32+:32])
    );
    link_crc #(
      .Width      (Width),
      .NumberWidth(NumberWidth)
    ) u_got (
      .state_i (got_states[32*f+:32]),
      .flit_i  (got[Width-1:0]),
      .number_i(got[Width+:NumberWidth]),
      .state_o (got_states[32*f+32+:32])
    );
  end

  logic agrees;
  assign agrees = (~sent_states[127:96] ^ wrong[FlitsWidth+:32]) == ~got_states[127:96];

  // Induction needs a state.
  logic seen_q;
  always_ff @(posedge clk_i) seen_q <= rst_ni;
  always_comb begin
    assume (framed == 3'b111);
    agrees_if_right : assert (agrees == (wrong == {AllWidth{1'b0}}));
  end

endmodule
