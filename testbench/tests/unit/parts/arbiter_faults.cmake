# Faults of the arbiter; part_fault_test.cpp says what each is.
fault(101 round_robin_arbiter.sv [[ahead_o = above;]] [[ahead_o = above | (@F@ ? grant_i : 0);]])
fault(102 round_robin_arbiter.sv [=[= ahead_i[i] ?]=] [=[= @F@ ? lower : ahead_i[i] ?]=])
fault(103 round_robin_arbiter.sv [[: ahead_i | lower;]]
  [[: ahead_i | (@F@ ? ~lower & ~({{(NumRequesters - 1) {1'b0}}, 1'b1} << i) : lower);]])
fault(104 round_robin_arbiter.sv [[? ahead_i & lower :]] [[? (@F@ ? {NumRequesters{1'b0}} : ahead_i & lower) :]])
fault(105 output_arbiter.sv [[order_o = before_i;]] [=[begin
      order_o = before_i;
      for (int i = 0; i < NumRequesters; i++) begin
        for (int j = 0; j < NumRequesters; j++) if (@F@) order_o[i*NumRequesters+j] = before_i[j*NumRequesters+i];
      end
      for (int j = 0; j < NumRequesters; j++) if (fault_pkg::planted == 106) order_o[(NumRequesters-1)*NumRequesters+j] = 1'b1;
      if (fault_pkg::planted == 107) order_o[(NumRequesters-1)*NumRequesters+NumRequesters-2] = 1'b0;
    end]=])
fault(108 output_arbiter.sv [[if (enable_i && arbiter_i == router_pkg::ArbiterOldestFirst)]]
  [[if (enable_i && arbiter_i == router_pkg::ArbiterOldestFirst && !@F@)]])
