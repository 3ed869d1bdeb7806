# Builds that watch the program: sanitizers and coverage. See the presets sanitize, sanitize-threads and
# rtl-coverage.
set(TACTUS_SANITIZE "" CACHE STRING "address: AddressSanitizer and UndefinedBehaviorSanitizer; thread: ThreadSanitizer")
set_property(CACHE TACTUS_SANITIZE PROPERTY STRINGS "" address thread)
option(TACTUS_COVERAGE "Count how often each line is executed" OFF)
option(TACTUS_RTL_COVERAGE "Count how often each line of the RTL is executed" OFF)

# tactus_instrument(<interface library>): what links it is compiled and linked as these options say.
function(tactus_instrument target)
  if(TACTUS_SANITIZE STREQUAL "address")
    # Checks of every access to memory would take a third of the time to compile; AddressSanitizer has most of them.
    set(sanitizers -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr
      -fno-sanitize-recover=all)
  elseif(TACTUS_SANITIZE STREQUAL "thread")
    set(sanitizers -fsanitize=thread)
  elseif(TACTUS_SANITIZE)
    message(FATAL_ERROR "TACTUS_SANITIZE is ${TACTUS_SANITIZE}: must be address, thread or empty")
  endif()
  if(sanitizers)
    # g++ 12 with sanitizers sees uninitialised memory in libstdc++'s <regex>.
    target_compile_options(${target} INTERFACE ${sanitizers} -fno-omit-frame-pointer -Wno-error=maybe-uninitialized)
    target_link_options(${target} INTERFACE ${sanitizers})
  endif()
  if(TACTUS_COVERAGE)
    # Threads count too.
    target_compile_options(${target} INTERFACE --coverage -fprofile-update=atomic)
    target_link_options(${target} INTERFACE --coverage)
  endif()
endfunction()

if(TACTUS_SANITIZE STREQUAL "thread")
  # ThreadSanitizer of g++ 12 needs the places that programs had before addresses were spread further.
  find_program(SETARCH_PROGRAM setarch)
  execute_process(COMMAND "${SETARCH_PROGRAM}" -R true RESULT_VARIABLE not_allowed OUTPUT_QUIET ERROR_QUIET)
  if(SETARCH_PROGRAM AND not_allowed EQUAL 0)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${SETARCH_PROGRAM} -R)
  endif()
endif()
