# What must not compile, and the control that must.
foreach(case IN ITEMS VALID NO_BOARD PROMOTES_TO_NOTHING PROMOTES_TO_KING TWO_PIECES_OF_A_LETTER PIECE_THAT_CANNOT_MOVE
                      PIECE_WITHOUT_A_LETTER NO_PAWN STRENGTH_OF_AN_ABSENT_PIECE LOPSIDED_LEAPS
                      EN_PASSANT_WITHOUT_DOUBLE_STEP CASTLING_ON_A_SMALL_BOARD)
  add_test(NAME core.CompileTime.${case}
           COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only -I${PROJECT_SOURCE_DIR} -D${case}
                   -DBOOKENDS_GAMES_HEADER="tests/core/new_game/los_alamos.h"
                   ${CMAKE_CURRENT_SOURCE_DIR}/core/compile_fail/rules.cpp)
  set_tests_properties(core.CompileTime.${case} PROPERTIES LABELS fast)
  if(NOT case STREQUAL "VALID")
    set_tests_properties(core.CompileTime.${case} PROPERTIES PASS_REGULAR_EXPRESSION "static.assert.*valid\\(")
  endif()
endforeach()

# A game that the program does not have: rules and positions compiled for it alone.
file(GLOB rules CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/rules/*.cpp ${PROJECT_SOURCE_DIR}/core/position/*.cpp
     ${PROJECT_SOURCE_DIR}/core/base/printable.cpp ${PROJECT_SOURCE_DIR}/core/base/utf8.cpp)
find_package(utf8cpp REQUIRED)
add_executable(test_new_game core/new_game/new_game_test.cpp ${rules})
bookends_compile_together(test_new_game)
target_compile_definitions(test_new_game PRIVATE BOOKENDS_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                                 BOOKENDS_GAMES_HEADER="tests/core/new_game/los_alamos.h")
target_link_libraries(test_new_game PRIVATE bookends_options utf8cpp GTest::gmock GTest::gtest_main)
target_compile_options(test_new_game PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
gtest_discover_tests(test_new_game TEST_PREFIX "core." DISCOVERY_MODE PRE_TEST PROPERTIES LABELS fast TIMEOUT 120)

# What the files of pgn_files hold by our tests is what another program finds in them.
add_test(NAME core.PgnFiles.Compare COMMAND core/pgn_files/compare WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
set_tests_properties(core.PgnFiles.Compare PROPERTIES LABELS fast)
