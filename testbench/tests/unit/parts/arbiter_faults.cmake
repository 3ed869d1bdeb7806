# Faults of the arbiter; part_fault_test.cpp says what each is.
fault(101 round_robin_arbiter.sv [[ahead_o = |ahead ? above_ahead : above_any;]]
  [[ahead_o = (|ahead ? above_ahead : above_any) | (@F@ ? grant_o : 0);]])
fault(102 round_robin_arbiter.sv [[ahead = request_i & ahead_i;]]
  [[ahead = request_i & (@F@ ? {NumRequesters{1'b0}} : ahead_i);]])
fault(103 round_robin_arbiter.sv [[: request_i & ~above_any;]]
  [[: request_i & (@F@ ? above_any : ~above_any);]])
fault(104 round_robin_arbiter.sv [[? ahead & ~above_ahead :]]
  [[? ahead & ~(@F@ ? {NumRequesters{1'b0}} : above_ahead) :]])
fault(105 age_arbiter.sv [[(request_i & before_i[]] [[((request_i | {NumRequesters{@F@}}) & before_i[]])
fault(106 age_arbiter.sv [[i < NumRequesters; i++]] [[i < NumRequesters - int'(@F@); i++]])
fault(107 age_arbiter.sv [[grant_o = {NumRequesters{1'b0}};]] [[grant_o = {{(NumRequesters-1){1'b0}}, @F@};]])
fault(108 output_arbiter.sv [[arbiter_i == router_pkg::ArbiterOldestFirst ?]]
  [[arbiter_i == router_pkg::ArbiterOldestFirst && !@F@ ?]])
