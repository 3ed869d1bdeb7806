// CRC-32C over the flits of a packet on a link that repeats packets (docs/timing.md, LINK-11): its state behind one
// more flit, by gates alone. A flit goes in with the number of its packet, lowest bit first, the number behind the
// flit. Each bit of the state is the parity of some bits of this word and of the state before.
module link_crc #(
  // Bits of a flit: those of flit_pkg::flit_t, whose head bit is looked at here.
  parameter int unsigned Width = flit_pkg::FlitWidth,
  // Bits of packets' numbers.
  parameter int unsigned NumberWidth = 8
) (
  // State behind the flit earlier; a head begins anew.
  input  logic [31:0]            state_i,
  input  logic [Width-1:0]       flit_i,
  input  logic [NumberWidth-1:0] number_i,
  // The packet's CRC behind its tail is the complement.
  output logic [31:0]            state_o
);

  localparam int unsigned WordWidth = NumberWidth + Width;
  localparam int unsigned AllWidth = 32 + WordWidth;
  // Castagnoli's polynomial 0x1EDC6F41, lowest bit first.
  localparam logic [31:0] Polynomial = 32'h82F6_3B78;

  logic [31:0] earlier;
  logic [WordWidth-1:0] word;
  logic [AllWidth-1:0] all;
  assign earlier = flit_i[Width-2] ? 32'hFFFF_FFFF : state_i;
  assign word = {number_i, flit_i};
  assign all = {earlier, word};

  // Bits of `all` whose parity is bit `place` of the state behind: the register that shifts the word in, backwards.
  function automatic logic [AllWidth-1:0] taps(input int unsigned place);
    logic [31:0] seen;
    begin
      seen = 32'd1 << place;
      for (int i = WordWidth - 1; i >= 0; i--) begin
        taps[i] = ^(seen & Polynomial);
        seen = {seen[30:0], ^(seen & Polynomial)};
      end
      taps[AllWidth-1:WordWidth] = seen;
    end
  endfunction

  for (genvar b = 0; b < 32; b++) begin : gen_bit
    localparam logic [AllWidth-1:0] Taps = taps(b);
    assign state_o[b] = ^(all & Taps);
  end

endmodule
