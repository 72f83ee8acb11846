# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources of ui/traffic, for the target dsm_ui.
target_sources(dsm_ui PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/traffic_bars.cpp
  ${CMAKE_CURRENT_LIST_DIR}/traffic_compare.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_compare.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_compare_text.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_compare_text.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_curve.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_curve.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_curve_paint.cpp
  ${CMAKE_CURRENT_LIST_DIR}/traffic_data.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_data.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_flow.cpp
  ${CMAKE_CURRENT_LIST_DIR}/traffic_layout.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_layout.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_notes.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_notes.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_paint.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_paint.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_painter.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_table.cpp
  ${CMAKE_CURRENT_LIST_DIR}/traffic_text.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_text.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_view.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_view.h
  ${CMAKE_CURRENT_LIST_DIR}/traffic_widget.cpp ${CMAKE_CURRENT_LIST_DIR}/traffic_widget.h)
