# What must not compile, and the control that must.
foreach(case IN ITEMS VALID NO_BOARD PROMOTES_TO_NOTHING PROMOTES_TO_KING TWO_PIECES_OF_A_LETTER PIECE_THAT_CANNOT_MOVE
                      LOPSIDED_LEAPS EN_PASSANT_WITHOUT_DOUBLE_STEP CASTLING_ON_A_SMALL_BOARD)
  add_test(NAME core.CompileTime.${case}
           COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only -I${PROJECT_SOURCE_DIR} -D${case}
                   ${CMAKE_CURRENT_SOURCE_DIR}/core/compile_fail/rules.cpp)
  set_tests_properties(core.CompileTime.${case} PROPERTIES LABELS fast)
  if(NOT case STREQUAL "VALID")
    set_tests_properties(core.CompileTime.${case} PROPERTIES PASS_REGULAR_EXPRESSION "static.assert.*valid\\(")
  endif()
endforeach()
