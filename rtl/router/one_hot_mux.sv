// Word of the one place that is selected. A tree of two-way choices, so that depth grows with the
// logarithm of the places.
module one_hot_mux #(
  parameter int unsigned NumPlaces = 16,
  parameter int unsigned Width = 128
) (
  // Low: word_o is otherwise_i.
  input  logic                       enable_i,
  // One-hot; where nothing is selected, word_o means nothing.
  input  logic [NumPlaces-1:0]       select_i,
  input  logic [NumPlaces*Width-1:0] words_i,
  input  logic [Width-1:0]           otherwise_i,
  output logic [Width-1:0]           word_o
);

  // Node n has nodes 2n and 2n + 1 under it; the places come last, from node NumPlaces on.
  function automatic logic [Width-1:0] selected();
    logic [2*NumPlaces-1:0] below;
    logic [NumPlaces*Width-1:0] words;
    begin
      below = {select_i, {NumPlaces{1'b0}}};
      words = {(NumPlaces * Width) {1'b0}};
      for (int n = NumPlaces - 1; n > 0; n--) begin
        below[n] = below[2*n] | below[2*n+1];
        if (below[2*n+1]) begin
          words[n*Width+:Width] = 2 * n + 1 < NumPlaces ? words[(2*n+1)*Width+:Width]
                                                        : words_i[(2*n+1-NumPlaces)*Width+:Width];
        end else begin
          words[n*Width+:Width] = 2 * n < NumPlaces ? words[2*n*Width+:Width]
                                                    : words_i[(2*n-NumPlaces)*Width+:Width];
        end
      end
      selected = words[Width+:Width];
    end
  endfunction

  always_comb begin
    word_o = otherwise_i;
    if (enable_i) word_o = selected();
  end

endmodule
