#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace tactus {

/// Bytes of SimGrid's datatypes by their numbers, on a machine of 64 bits (SimGrid 3.32, smpi_datatype.cpp).
inline constexpr std::array<std::uint8_t, 60> kTiDatatypeBytes = {
    8,  4,  1,  2,  8,  4,  1,  8,   // DOUBLE INT CHAR SHORT LONG FLOAT BYTE LONG_LONG
    1,  1,  2,  4,  8,  8,  16, 4,   // SIGNED_CHAR UNSIGNED_CHAR _SHORT UNSIGNED _LONG _LONG_LONG LONG_DOUBLE WCHAR
    1,  1,  2,  4,  8,  1,  2,  4,   // C_BOOL INT8_T INT16_T INT32_T INT64_T UINT8_T UINT16_T UINT32_T
    8,  8,  16, 32, 8,  8,  8,  16,  // UINT64_T C_FLOAT_COMPLEX C_DOUBLE_COMPLEX C_LONG_DOUBLE_.. AINT OFFSET ..
    16, 8,  8,  8,  16, 16, 4,  4,   // DOUBLE_INT SHORT_INT 2INT 2FLOAT 2DOUBLE 2LONG REAL REAL4
    8,  16, 8,  16, 16, 4,  2,  4,   // REAL8 REAL16 COMPLEX8 COMPLEX16 COMPLEX32 INTEGER1 INTEGER2 INTEGER4
    8,  16, 32, 1,  8,  16, 32, 0,   // INTEGER8 INTEGER16 LONG_DOUBLE_INT CXX_BOOL CXX_FLOAT_COMPLEX .. .. UB
    0,  1,  8,  8,                   // LB PACKED PTR COUNT
};

inline std::optional<std::uint64_t> ti_datatype_bytes(std::int64_t number) {
  if (number < 0 || number >= static_cast<std::int64_t>(kTiDatatypeBytes.size())) return std::nullopt;
  return kTiDatatypeBytes.at(static_cast<std::size_t>(number));
}

}  // namespace tactus
