# Faults of the arbiter; part_fault_test.cpp says what each is.
fault(101 round_robin_arbiter.sv [[~(grant_o | (grant_o - 1'b1))]] [[~((@F@ ? 0 : grant_o) | (grant_o - 1'b1))]])
fault(102 round_robin_arbiter.sv [[assign first = |(request_i & ahead_i)]]
  [[assign first = !@F@ && |(request_i & ahead_i)]])
fault(103 round_robin_arbiter.sv [[? request_i & ahead_i : request_i;]]
  [[? request_i & ahead_i : (@F@ ? request_i & (request_i - 1'b1) : request_i);]])
fault(104 round_robin_arbiter.sv [[first & (~first + 1'b1)]]
  [[first & (@F@ ? {NumRequesters{1'b1}} : ~first + 1'b1)]])
fault(105 age_arbiter.sv [[(request_i & before_i[]] [[((request_i | {NumRequesters{@F@}}) & before_i[]])
fault(106 age_arbiter.sv [[i < NumRequesters; i++]] [[i < NumRequesters - int'(@F@); i++]])
fault(107 age_arbiter.sv [[grant_o = {NumRequesters{1'b0}};]] [[grant_o = {{(NumRequesters-1){1'b0}}, @F@};]])
fault(108 output_arbiter.sv [[arbiter_i == router_pkg::ArbiterOldestFirst ?]]
  [[arbiter_i == router_pkg::ArbiterOldestFirst && !@F@ ?]])
