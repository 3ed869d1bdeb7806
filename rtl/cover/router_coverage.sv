`include "common/cover.svh"

// What tests of a router have to have brought about, bound into every vc_router that is counted.
module router_coverage #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumDimensions = 2,
  parameter int unsigned NumPorts = 8,
  parameter int unsigned PortWidth = $clog2(NumPorts),
  parameter int unsigned NumRequesters = NumPorts * NumVcs
) (
  // Of vc_router.
  input logic                                               clk_i,
  input logic                                               rst_ni,
  input logic [NumDimensions*router_pkg::RingSizeWidth-1:0] shape_i,
  input logic [NumDimensions-1:0]                           wrap_i,
  input logic [NumDimensions*router_pkg::OrderWidth-1:0]    order_i,
  input router_pkg::arbiter_kind_e                          arbiter_i,
  input router_pkg::transfers_e                             transfers_i,
  input router_pkg::nomination_e                            nomination_i,
  input logic [router_pkg::CountWidth-1:0]                  turnaround_i,
  input router_pkg::dateline_e                              dateline_i,
  input router_pkg::tie_break_e                             tie_break_i,
  input router_pkg::routing_e                               routing_i,
  input logic [router_pkg::CountWidth-1:0]                  rooms_i,
  input logic [router_pkg::CountWidth-1:0]                  vc_buffer_i,
  input logic [NumPorts*flit_pkg::FlitWidth-1:0]            flit_i,
  input logic [NumPorts*flit_pkg::CreditPortWidth-1:0]      credit_o,
  input logic [NumPorts*flit_pkg::CreditPortWidth-1:0]      credit_i,
  input logic [NumRequesters-1:0]                           request,
  input logic [NumRequesters-1:0]                           has_room,
  input logic [NumRequesters*PortWidth-1:0]                 out_port,
  input logic [NumRequesters-1:0]                           input_busy,
  input logic [NumPorts-1:0]                                output_busy,
  input logic [NumPorts*NumRequesters-1:0]                  grant,
  input logic [NumPorts*NumRequesters-1:0]                  output_source
);

  // What comes in.
  logic [NumPorts-1:0] valid;
  logic [NumPorts-1:0] head;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_head
    flit_pkg::flit_t flit;
    assign flit = flit_i[p*flit_pkg::FlitWidth+:flit_pkg::FlitWidth];
    assign valid[p] = flit.valid;
    assign head[p] = flit.valid && flit.head;

    logic [flit_pkg::LengthWidth-1:0] length;
    assign length = flit.data[flit_pkg::LengthLsb+:flit_pkg::LengthWidth];
    `COVER(PacketOfTwoFlits, head[p] && length == 2)
    `COVER(PacketOfThreeFlits, head[p] && length == 3)
    `COVER(PacketOfUpTo15Flits, head[p] && length > 3 && length < 16)
    `COVER(PacketOfUpTo127Flits, head[p] && length > 15 && length < 128)
    `COVER(PacketOf128FlitsAndMore, head[p] && length > 127)
  end
  `COVER(FlitsOnAllPorts, &valid)

  // Straps, crossed: with each choice a head comes in.
  for (genvar a = 0; a < 7; a++) begin : gen_arbiter
    for (genvar t = 0; t < 2; t++) begin : gen_transfers
      `COVER(ArbiterAndTransfers, |head && arbiter_i == a[2:0] && transfers_i == t[0])
    end
    `COVER(ArbiterAndNomination, |head && arbiter_i == a[2:0] && nomination_i == router_pkg::NominationOldest)
  end
  for (genvar d = 0; d < 3; d++) begin : gen_dateline
    for (genvar b = 0; b < 2; b++) begin : gen_tie_break
      `COVER(DatelineAndTieBreak, |head && dateline_i == d[1:0] && tie_break_i == b[0])
    end
  end
  for (genvar r = 0; r < 2; r++) begin : gen_routing
    `COVER(RoutingWithDatelines, |head && routing_i == r[0] && rooms_i == 0)
    `COVER(RoutingWithBubbles, |head && routing_i == r[0] && rooms_i != 0)
  end
  `COVER(RoomsForTwo, |head && rooms_i == 2)
  `COVER(RoomsForMore, |head && rooms_i > 2)
  `COVER(NoTurnaround, |head && turnaround_i == 0)
  `COVER(TurnaroundOfOne, |head && turnaround_i == 1)
  `COVER(TurnaroundOfMore, |head && turnaround_i > 1)
  for (genvar d = 0; d < NumDimensions; d++) begin : gen_dimension
    logic [router_pkg::RingSizeWidth-1:0] size;
    assign size = shape_i[d*router_pkg::RingSizeWidth+:router_pkg::RingSizeWidth];
    for (genvar w = 0; w < 2; w++) begin : gen_wrap
      logic head_here;
      assign head_here = |head && wrap_i[d] == w[0];
      `COVER(DimensionOfTwo, head_here && size == 2)
      `COVER(DimensionOfUpTo16, head_here && size > 2 && size < 17)
      `COVER(DimensionOfUpTo255, head_here && size > 16 && size < 256)
      `COVER(DimensionOf256, head_here && size == 256)
    end
    for (genvar g = 0; g < NumDimensions; g++) begin : gen_place
      `COVER(DimensionInItsTurn, |head && order_i[g*router_pkg::OrderWidth+:router_pkg::OrderWidth] == d[1:0])
    end
  end

  // Input buffers: slots in use, as a neighbour counts them.
  for (genvar p = 0; p < NumPorts; p++) begin : gen_input
    flit_pkg::flit_t flit;
    assign flit = flit_i[p*flit_pkg::FlitWidth+:flit_pkg::FlitWidth];
    for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
      logic [router_pkg::CountWidth-1:0] used_q;
      logic write;
      logic freed;
      assign write = flit.valid && flit.vc == v;
      assign freed = credit_o[p*flit_pkg::CreditPortWidth+v*flit_pkg::CreditWidth];
      always_ff @(posedge clk_i) begin
        if (!rst_ni) used_q <= {router_pkg::CountWidth{1'b0}};
        else used_q <= used_q + {9'd0, write} - {9'd0, freed};
      end
      `COVER(BufferFull, used_q == vc_buffer_i)
      `COVER(FlitIntoLastSlot, write && !freed && used_q == vc_buffer_i - 1'b1)
      `COVER(FlitInAndOut, write && freed)
      `COVER(LastFlitLeaves, !write && freed && used_q == 1)
      `COVER(WaitsForRoom, request[p*NumVcs+v] && !has_room[p*NumVcs+v])
    end
    // Where a port feeds one packet at a time.
    logic [NumVcs-1:0] own_busy;
    logic [NumVcs-1:0] own_room;
    assign own_busy = input_busy[p*NumVcs+:NumVcs];
    assign own_room = has_room[p*NumVcs+:NumVcs];
    `COVER(WaitsForItsPort, transfers_i == router_pkg::TransfersPort && |own_busy && |(own_room & ~own_busy))
    `COVER(SeveralVcsMove, transfers_i == router_pkg::TransfersVc && (own_busy & (own_busy - 1'b1)) != 0)
  end

  // Outputs.
  for (genvar o = 0; o < NumPorts; o++) begin : gen_output
    logic [NumRequesters-1:0] asks;
    logic [NumRequesters-1:0] given;
    // A grant is made in the cycle after its edge; these are what stood before the edge.
    logic [NumRequesters-1:0] pop_q;
    logic busy_q;
    logic several_q;
    for (genvar r = 0; r < NumRequesters; r++) begin : gen_asks
      assign asks[r] = has_room[r] && out_port[r*PortWidth+:PortWidth] == o;
    end
    assign given = grant[o*NumRequesters+:NumRequesters];
    always_ff @(posedge clk_i) begin
      pop_q <= rst_ni ? output_source[o*NumRequesters+:NumRequesters] : {NumRequesters{1'b0}};
      busy_q <= rst_ni && output_busy[o];
      several_q <= rst_ni && (asks & (asks - 1'b1)) != 0;
    end
    `COVER(GrantOfOne, |given && !several_q)
    `COVER(GrantOfSeveral, |given && several_q)
    `COVER(WaitsForItsOutput, output_busy[o] && |asks)
    // Without an idle cycle: from the same input, from another one.
    `COVER(FollowedByItsOwnInput, |pop_q && !busy_q && |(given & pop_q))
    `COVER(FollowedByAnotherInput, |pop_q && !busy_q && |(given & ~pop_q))
    `COVER(EndsWithoutAnother, |pop_q && !busy_q && given == 0)

    for (genvar p = 0; p < NumPorts; p++) begin : gen_from
      // A packet never goes back by the link it has come by.
      if (p != o || p >= 2 * NumDimensions) begin : gen_turn
        `COVER(Turn, |given[p*NumVcs+:NumVcs])
      end
    end

    logic [flit_pkg::CreditPortWidth-1:0] credits;
    logic [NumVcs-1:0] comes;
    logic [NumVcs-1:0] several_come;
    assign credits = credit_i[o*flit_pkg::CreditPortWidth+:flit_pkg::CreditPortWidth];
    for (genvar v = 0; v < NumVcs; v++) begin : gen_credit
      assign comes[v] = credits[v*flit_pkg::CreditWidth+:flit_pkg::CreditWidth] != 0;
      assign several_come[v] = credits[v*flit_pkg::CreditWidth+:flit_pkg::CreditWidth] > 1;
      `COVER(OneCredit, comes[v] && !several_come[v])
      `COVER(SeveralCredits, several_come[v])
    end
    `COVER(CreditsOfSeveralVcs, (comes & (comes - 1'b1)) != 0)
  end

  // Reset while packets move.
  ResetInTraffic : cover property (@(posedge clk_i) !rst_ni && |output_busy);

endmodule

bind vc_router router_coverage #(
  .NumVcs       (NumVcs),
  .NumDimensions(NumDimensions),
  .NumPorts     (NumPorts)
) u_coverage (.*);
