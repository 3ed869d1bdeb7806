// Proof: in mode phase a packet starts in an open slot alone, at most one in each, and in none that was past when its
// message was taken; and every slot that begins after those that were past is open for its whole tolerance. Slots do not
// overlap, and the counter moves on by 0 to 2 from edge to edge. Packets start when the module lets them; messages come
// one at a time.
module phase_slots_formal (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        enable_i,
  input logic [1:0]  step_i,
  input logic [31:0] ahead_i,
  input logic [2:0]  mode_i,
  input logic [15:0] period_i,
  input logic [15:0] phase_i,
  input logic [31:0] begin_i,
  input logic [7:0]  tolerance_i,
  input logic        takes_i,
  input logic        wants_i,
  input logic        ends_i
);

  // The counter begins anywhere.
  logic [31:0] counter_q;
  logic [31:0] counter;
  assign counter = counter_q + {30'd0, step_i};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) counter_q <= ahead_i;
    else if (enable_i) counter_q <= counter;
  end

  // A message is under way from its taking to its end.
  logic message_q;
  logic take;
  logic start;
  logic ends;
  logic come;
  assign take = enable_i && takes_i && !message_q;
  assign start = enable_i && wants_i && come && (message_q || take);
  assign ends = enable_i && ends_i && message_q && !start;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) message_q <= 1'b0;
    else if (take) message_q <= 1'b1;
    else if (ends) message_q <= 1'b0;
  end

  phase_slots u_phase_slots (
    .clk_i,
    .rst_ni,
    .enable_i,
    .counter_i       (counter),
    .mode_i,
    .period_i,
    .phase_i,
    .begin_i,
    .tolerance_i,
    .take_i          (take),
    .start_i         (start),
    .end_of_message_i(ends),
    .come_o          (come)
  );

  // Inside the module.
  logic active_q;
  logic aligned_q;
  logic [15:0] held_period_q;
  logic [31:0] held_begin_q;
  logic [31:0] held_close_q;

  // Whether the message has slots; its period and tolerance, as it was taken.
  logic slotted_q;
  logic slotted;
  logic taken_now;
  logic [15:0] period_q;
  logic [7:0] tolerance_q;
  logic [7:0] tolerance;
  assign taken_now = take && mode_i == nic_pkg::PacePhase && period_i >= 16'd2;
  assign slotted = slotted_q && mode_i == nic_pkg::PacePhase;
  assign tolerance = tolerance_i == 8'd0 ? 8'd1 : tolerance_i;

  // The grid of slots: how far the counter is behind the begin of the last slot that is not to come, or of the first one
  // if that is to come; at the last edge, without a step, and at this one. It knows nothing of packets.
  logic signed [31:0] period;
  logic signed [31:0] lag_q;
  logic signed [31:0] lag_before;
  logic signed [31:0] lag;
  logic moves;
  logic used_q;
  logic used;
  assign period = $signed({16'd0, period_q});
  assign lag_before = lag_q + $signed({30'd0, step_i});
  assign moves = lag_before >= period;
  assign lag = moves ? lag_before - period : lag_before;
  assign used = used_q && !moves;

  // Cycles since the first edge after the taking, and since that at which the slot that is held was to come.
  logic fresh_q;
  logic signed [31:0] age_q;
  logic signed [31:0] age;
  logic signed [31:0] aligned_age_q;
  logic signed [31:0] aligned_age;
  assign age = fresh_q ? 32'sd0 : age_q + $signed({30'd0, step_i});
  assign aligned_age = aligned_q ? aligned_age_q + $signed({30'd0, step_i}) : 32'sd0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || mode_i != nic_pkg::PacePhase) slotted_q <= 1'b0;
    else if (taken_now) slotted_q <= 1'b1;
    else if (ends) slotted_q <= 1'b0;
    if (take) begin
      period_q <= period_i;
      tolerance_q <= tolerance;
      lag_q <= $signed(counter - begin_i - {16'd0, phase_i});
      used_q <= 1'b0;
      fresh_q <= 1'b1;
    end else if (enable_i) begin
      lag_q <= lag;
      used_q <= used || start;
      fresh_q <= 1'b0;
      age_q <= age;
      aligned_age_q <= aligned_age;
    end
  end

  // What induction needs to know: the lag of the slot that is held.
  logic signed [31:0] held_lag;
  logic at_grid;
  logic beyond_grid;
  assign held_lag = $signed(counter_q - held_begin_q);
  assign at_grid = held_lag == lag_q;
  assign beyond_grid = held_lag == lag_q - period;

  logic in_slot;
  logic signed [31:0] open;
  assign open = $signed({24'd0, tolerance_q});
  assign in_slot = lag >= 32'sd0 && lag < open;

  always_comb begin
    if (rst_ni) begin
      assume (step_i <= 2'd2);
      assume (mode_i != 3'd4 && mode_i != 3'd5 && mode_i != 3'd6);
      assume (!taken_now || {8'd0, tolerance} <= period_i);
      // Half the counter's values are ahead, half are past; a run through a quarter of them is beyond what is proved.
      assume (!slotted_q || (lag_q > -32'sh4000_0000 && lag_q < 32'sh4000_0000));
      assume (!slotted_q || fresh_q || age_q < 32'sh4000_0000);
      never_outside : assert (!(start && slotted) || in_slot);
      once_a_slot : assert (!(start && slotted) || !used);
      none_that_was_past : assert (!(start && slotted) || lag <= age);
      none_at_the_taking : assert (!(start && taken_now));
      // Between one slot and the next there is an edge at which the first one closes.
      every_slot_to_come : assert (!enable_i || !slotted || !aligned_q || {8'd0, tolerance_q} + 16'd2 > period_q ||
        !in_slot || used || lag > aligned_age || come);
      others_are_free : assert (slotted || taken_now || come);
`ifndef PLANTED
      // A planted fault has to break the rule itself.
      same_message : assert (active_q == slotted_q && (!slotted_q || message_q));
      if (slotted_q) begin
        same_slots : assert (held_period_q == period_q && held_close_q == held_begin_q + {24'd0, tolerance_q});
        no_overlap : assert (period_q >= 16'd2 && tolerance_q >= 8'd1 && {8'd0, tolerance_q} <= period_q);
        on_grid : assert (at_grid || beyond_grid);
        fresh : assert (!fresh_q || (at_grid && !aligned_q && !used_q));
        past : assert (fresh_q || aligned_q || (!used_q && aligned_age_q == 32'sd0 && lag_q >= 32'sd0 &&
          (at_grid || (lag_q > 32'sd0 && lag_q < period))));
        ages_in_order : assert (fresh_q || (aligned_age_q >= 32'sd0 && aligned_age_q <= age_q));
        to_come : assert (!aligned_q || (held_lag <= aligned_age_q && !fresh_q));
        held : assert (!aligned_q || (at_grid ? !used_q && lag_q < open :
          lag_q >= 32'sd0 && lag_q < period && (used_q || lag_q >= open || lag_q > aligned_age_q)));
      end
`endif
    end
  end

endmodule
