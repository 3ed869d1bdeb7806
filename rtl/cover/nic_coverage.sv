`include "common/cover.svh"

// What tests of a NIC have to have brought about, bound into every nic_top that is counted.
module nic_coverage #(
  parameter int unsigned NumVcs = 2,
  parameter int unsigned NumEngines = 4
) (
  // Of nic_top.
  input logic                                        clk_i,
  input logic                                        rst_ni,
  input logic                                        enable_i,
  input logic [3:0]                                  engines_i,
  input logic                                        req_i,
  input logic                                        we_i,
  input logic [nic_pkg::BusAddressWidth-1:0]         addr_i,
  input logic [31:0]                                 wdata_i,
  input logic                                        error_o,
  input logic                                        irq_o,
  input logic [NumEngines*flit_pkg::FlitWidth-1:0]   flit_i,
  input logic [NumEngines*64-1:0]                    credit_o,
  input logic [NumEngines*flit_pkg::FlitWidth-1:0]   flit_o,
  input logic [NumEngines*64-1:0]                    credit_i,
  input logic [NumEngines-1:0]                       rd_req_o,
  input logic [NumEngines*nic_pkg::PayloadWidth-1:0] rd_bytes_o,
  input logic [NumEngines-1:0]                       rd_done_i,
  input logic [NumEngines-1:0]                       wr_req_o,
  input logic [NumEngines-1:0]                       wr_taken_i,
  input logic [NumEngines-1:0]                       wr_visible_i
);

  logic read;
  logic write;
  logic [3:0] block;
  logic [9:0] word;
  assign read = req_i && !we_i;
  assign write = req_i && we_i;
  assign block = addr_i[15:12];
  assign word = addr_i[11:2];

  // Blocks of the register bus.
  for (genvar b = 0; b < 16; b++) begin : gen_block
    if (b == 0) begin : gen_global
      `COVER(GlobalRead, read && block == 0 && !error_o)
      `COVER(GlobalWriteRefused, write && block == 0 && error_o)
    end else if (b <= NumEngines) begin : gen_engine
      `COVER(EngineRead, read && block == b && !error_o)
      `COVER(EngineWrite, write && block == b && !error_o)
      `COVER(EngineThatThereIsNot, req_i && block == b && b > engines_i && error_o)
    end else begin : gen_none
      `COVER(NoBlock, req_i && block == b && error_o)
    end
  end
  `COVER(Unaligned, req_i && addr_i[1:0] != 0 && error_o)

  // Registers of the engines, word by word: docs/registers.md.
  logic engine_block;
  assign engine_block = block != 0 && block <= engines_i;
  localparam logic [35:0] Readable = 36'b1111_0011_1111_1111_1111_0110_1110_0011_1101;
  localparam logic [35:0] Writable = 36'b1111_0000_0000_0000_0000_1011_1001_0011_1101;
  for (genvar w = 0; w < 36; w++) begin : gen_register
    logic here;
    assign here = engine_block && word == w && addr_i[1:0] == 0;
    if (Readable[w]) begin : gen_readable
      `COVER(RegisterRead, here && read && !error_o)
    end else begin : gen_unreadable
      `COVER(RegisterReadRefused, here && read && error_o)
    end
    if (Writable[w]) begin : gen_writable
      `COVER(RegisterWritten, here && write && !error_o)
      // All bits high, none, and some that are no single one.
      `COVER(RegisterWrittenWithZeros, here && write && wdata_i == 0)
      `COVER(RegisterWrittenWithMore, here && write && (wdata_i & (wdata_i - 1'b1)) != 0)
    end else begin : gen_unwritable
      `COVER(RegisterWriteRefused, here && write && error_o)
    end
  end
  for (genvar e = 0; e < 16; e++) begin : gen_entry
    for (genvar k = 0; k < 8; k++) begin : gen_word
      `COVER(DescriptorWritten, engine_block && write && !error_o && word == 128 + 8 * e + k)
      `COVER(DescriptorRead, engine_block && read && !error_o && word == 128 + 8 * e + k)
      `COVER(ReceiveSlotWritten, engine_block && write && !error_o && word == 256 + 8 * e + k)
      `COVER(MessageMetRead, engine_block && read && !error_o && word == 512 + 8 * e + k)
      `COVER(ReceiveSlotRead, engine_block && read && !error_o && word == 256 + 8 * e + k)
    end
  end
  // Accesses one after the other, and with edges between them.
  `COVER(AccessAfterAccess, $past(req_i) && req_i)
  `COVER(AccessAfterEdge, $past(enable_i) && req_i)
  `COVER(EdgeAfterAccess, $past(req_i) && enable_i)
  `COVER(EdgeAfterEdge, $past(enable_i) && enable_i)
  `COVER(InterruptRises, $rose(irq_o))
  `COVER(InterruptFalls, $fell(irq_o))

  for (genvar e = 0; e < NumEngines; e++) begin : gen_engine
    flit_pkg::flit_t in;
    flit_pkg::flit_t out;
    logic [flit_pkg::LengthWidth-1:0] in_length;
    logic [flit_pkg::LengthWidth-1:0] out_length;
    assign in = flit_i[flit_pkg::FlitWidth*e+:flit_pkg::FlitWidth];
    assign out = flit_o[flit_pkg::FlitWidth*e+:flit_pkg::FlitWidth];
    assign in_length = in.data[flit_pkg::LengthLsb+:flit_pkg::LengthWidth];
    assign out_length = out.data[flit_pkg::LengthLsb+:flit_pkg::LengthWidth];
    `COVER(SendsHeaderAlone, enable_i && out.valid && out.head && out_length == 2)
    `COVER(SendsPayload, enable_i && out.valid && out.head && out_length > 2 && out_length < 128)
    `COVER(SendsFullPacket, enable_i && out.valid && out.head && out_length == 128)
    `COVER(TakesHeaderAlone, enable_i && in.valid && in.head && in_length == 2)
    `COVER(TakesPayload, enable_i && in.valid && in.head && in_length > 2 && in_length < 128)
    `COVER(TakesFullPacket, enable_i && in.valid && in.head && in_length == 128)
    `COVER(SendsAndTakes, enable_i && out.valid && in.valid)
    for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
      `COVER(TakesOnVc, enable_i && in.valid && in.vc == v)
      `COVER(ReturnsCredits, enable_i && credit_o[64*e+8*v+:8] != 0)
    end
    `COVER(OneCredit, enable_i && credit_i[64*e+:8] == 1)
    `COVER(SeveralCredits, enable_i && credit_i[64*e+:8] > 1)

    // Reads under way, as memory sees them: so many begin with an edge.
    logic [4:0] reads_q;
    logic begins;
    assign begins = enable_i && rd_req_o[e];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) reads_q <= 5'd0;
      else reads_q <= reads_q + {4'd0, begins} - {4'd0, rd_done_i[e]};
    end
    `COVER(OneReadUnderWay, reads_q == 1)
    `COVER(SeveralReadsUnderWay, reads_q > 1)
    `COVER(MostReadsUnderWay, reads_q == 16)
    `COVER(ReadOfOneByte, begins && rd_bytes_o[nic_pkg::PayloadWidth*e+:nic_pkg::PayloadWidth] == 1)
    `COVER(ReadOfAFullPacket, begins && rd_bytes_o[nic_pkg::PayloadWidth*e+:nic_pkg::PayloadWidth] == 2016)
    `COVER(ReadAndWriteBegin, begins && wr_req_o[e])
    `COVER(AnswerOfARead, rd_done_i[e])
    `COVER(WriteTakenAndVisible, wr_taken_i[e] && wr_visible_i[e])
    `COVER(WriteTakenAlone, wr_taken_i[e] && !wr_visible_i[e])
    `COVER(WriteVisibleAlone, !wr_taken_i[e] && wr_visible_i[e])
  end
  `COVER(AllEnginesRead, enable_i && &rd_req_o)
  `COVER(AllEnginesWrite, enable_i && &wr_req_o)

endmodule

bind nic_top nic_coverage #(
  .NumVcs    (NumVcs),
  .NumEngines(NumEngines)
) u_coverage (.*);
