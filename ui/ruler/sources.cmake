# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources of ui/ruler, for the target dsm_ui.
target_sources(dsm_ui PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/advice_model.cpp ${CMAKE_CURRENT_LIST_DIR}/advice_model.h
  ${CMAKE_CURRENT_LIST_DIR}/advice_table.cpp ${CMAKE_CURRENT_LIST_DIR}/advice_table.h
  ${CMAKE_CURRENT_LIST_DIR}/advice_text.cpp ${CMAKE_CURRENT_LIST_DIR}/advice_text.h
  ${CMAKE_CURRENT_LIST_DIR}/advisor_card.cpp ${CMAKE_CURRENT_LIST_DIR}/advisor_card.h
  ${CMAKE_CURRENT_LIST_DIR}/capacity.cpp ${CMAKE_CURRENT_LIST_DIR}/capacity.h
  ${CMAKE_CURRENT_LIST_DIR}/lane_lens.cpp ${CMAKE_CURRENT_LIST_DIR}/lane_lens.h
  ${CMAKE_CURRENT_LIST_DIR}/lane_lens_data.cpp ${CMAKE_CURRENT_LIST_DIR}/lane_lens_data.h
  ${CMAKE_CURRENT_LIST_DIR}/lane_lens_paint.cpp ${CMAKE_CURRENT_LIST_DIR}/lane_lens_paint.h
  ${CMAKE_CURRENT_LIST_DIR}/lane_lens_widget.cpp ${CMAKE_CURRENT_LIST_DIR}/lane_lens_widget.h
  ${CMAKE_CURRENT_LIST_DIR}/place_card.cpp ${CMAKE_CURRENT_LIST_DIR}/place_card.h
  ${CMAKE_CURRENT_LIST_DIR}/ruler_cards.cpp ${CMAKE_CURRENT_LIST_DIR}/ruler_cards.h
  ${CMAKE_CURRENT_LIST_DIR}/residency_card.cpp ${CMAKE_CURRENT_LIST_DIR}/residency_card.h
  ${CMAKE_CURRENT_LIST_DIR}/residency_text.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ruler_data.cpp ${CMAKE_CURRENT_LIST_DIR}/ruler_data.h
  ${CMAKE_CURRENT_LIST_DIR}/ruler_geometry.cpp ${CMAKE_CURRENT_LIST_DIR}/ruler_geometry.h
  ${CMAKE_CURRENT_LIST_DIR}/ruler_input.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ruler_paint.cpp ${CMAKE_CURRENT_LIST_DIR}/ruler_paint.h
  ${CMAKE_CURRENT_LIST_DIR}/ruler_painter.h
  ${CMAKE_CURRENT_LIST_DIR}/ruler_rows.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ruler_shares.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ruler_text.cpp
  ${CMAKE_CURRENT_LIST_DIR}/ruler_widget.cpp ${CMAKE_CURRENT_LIST_DIR}/ruler_widget.h
  ${CMAKE_CURRENT_LIST_DIR}/shared_memory_view.cpp ${CMAKE_CURRENT_LIST_DIR}/shared_memory_view.h
  ${CMAKE_CURRENT_LIST_DIR}/sm_grid.cpp ${CMAKE_CURRENT_LIST_DIR}/sm_grid.h)
