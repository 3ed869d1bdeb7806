// A RISC-V processor as the initiator of a TLM bus. Unicorn executes its instructions, one at a time.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <unicorn/unicorn.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <systemc>
#include <tlm>

#include "program.h"

/// Fetches from RAM by direct access; all else below RAM is `b_transport`. An error response is a trap, as a bus error
/// of a real processor is.
class Cpu : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Cpu, 32> bus_isock{"bus_isock"};
  sc_core::sc_time ended;  ///< when the program was over

  Cpu(const sc_core::sc_module_name& name, program::Program code) : sc_module(name), program_(std::move(code)) {
    check(uc_open(UC_ARCH_RISCV, UC_MODE_RISCV32, &core_));
    SC_HAS_PROCESS(Cpu);
    SC_THREAD(run);
    set_stack_size(1 << 20);
  }
  ~Cpu() override { uc_close(core_); }

 private:
  static constexpr std::uint32_t kLoadFault = 5;
  static constexpr std::uint32_t kStoreFault = 7;

  static void check(uc_err error) {
    if (error != UC_ERR_OK) throw std::runtime_error(uc_strerror(error));
  }

  void start_of_simulation() override {
    tlm::tlm_generic_payload access;
    access.set_address(program::kRam);
    tlm::tlm_dmi ram;
    if (!bus_isock->get_direct_mem_ptr(access, ram)) throw std::runtime_error("RAM grants no direct access");
    ram_ = ram.get_dmi_ptr();
    check(uc_mem_map_ptr(core_, program::kRam, program::kRamBytes, UC_PROT_ALL, ram_));
    check(uc_mmio_map(core_, 0, program::kRam, &Cpu::on_read, this, &Cpu::on_write, this));
  }

  void run() {
    const sc_core::sc_time cycle(1, sc_core::SC_NS);
    for (std::uint32_t pc = program_.entry; pc != program_.end;) {
      std::uint32_t instruction = 0;
      std::memcpy(&instruction, ram_ + (pc - program::kRam), sizeof instruction);
      const int destination = UC_RISCV_REG_X0 + static_cast<int>(instruction >> 7 & 31);
      const std::uint32_t before = get(destination);
      fault_ = 0;
      check(uc_emu_start(core_, pc, program_.end, 0, 1));
      wait(cycle);
      if (fault_ == 0) {
        pc = get(UC_RISCV_REG_PC);
        continue;
      }
      if (fault_ == kLoadFault) set(destination, before);
      set(UC_RISCV_REG_MCAUSE, fault_);
      set(UC_RISCV_REG_MTVAL, fault_address_);
      set(UC_RISCV_REG_MEPC, pc);
      pc = get(UC_RISCV_REG_MTVEC);
    }
    ended = sc_core::sc_time_stamp();
  }

  void access(tlm::tlm_command command, std::uint64_t address, void* data, unsigned bytes) {
    tlm::tlm_generic_payload access;
    access.set_command(command);
    access.set_address(address);
    access.set_data_ptr(static_cast<unsigned char*>(data));
    access.set_data_length(bytes);
    access.set_streaming_width(bytes);
    sc_core::sc_time delay;
    bus_isock->b_transport(access, delay);
    wait(delay);
    if (access.is_response_ok()) return;
    fault_ = access.is_read() ? kLoadFault : kStoreFault;
    fault_address_ = static_cast<std::uint32_t>(address);
  }
  static std::uint64_t on_read(uc_engine*, std::uint64_t address, unsigned bytes, void* cpu) {
    std::uint64_t value = 0;
    static_cast<Cpu*>(cpu)->access(tlm::TLM_READ_COMMAND, address, &value, bytes);
    return value;
  }
  static void on_write(uc_engine*, std::uint64_t address, unsigned bytes, std::uint64_t value, void* cpu) {
    static_cast<Cpu*>(cpu)->access(tlm::TLM_WRITE_COMMAND, address, &value, bytes);
  }

  std::uint32_t get(int number) const {
    std::uint32_t value = 0;
    check(uc_reg_read(core_, number, &value));
    return value;
  }
  void set(int number, std::uint32_t value) { check(uc_reg_write(core_, number, &value)); }

  const program::Program program_;
  uc_engine* core_ = nullptr;
  unsigned char* ram_ = nullptr;
  std::uint32_t fault_ = 0;  ///< cause of the trap of the present instruction; 0: none
  std::uint32_t fault_address_ = 0;
};
