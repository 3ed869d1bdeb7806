#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include <systemc>

int sc_main(int argc, char* argv[]) {
  // Tests assert report ids: an error is an exception that Catch2 sees, not an abort.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  return Catch::Session().run(argc, argv);
}
