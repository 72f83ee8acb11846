# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources of ui/charts, for the target dsm_ui.
target_sources(dsm_ui PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/axis_scale.cpp ${CMAKE_CURRENT_LIST_DIR}/axis_scale.h
  ${CMAKE_CURRENT_LIST_DIR}/axis_ticks.cpp ${CMAKE_CURRENT_LIST_DIR}/axis_ticks.h
  ${CMAKE_CURRENT_LIST_DIR}/bars_chart.cpp ${CMAKE_CURRENT_LIST_DIR}/bars_chart.h
  ${CMAKE_CURRENT_LIST_DIR}/bars_compare.cpp ${CMAKE_CURRENT_LIST_DIR}/bars_compare.h
  ${CMAKE_CURRENT_LIST_DIR}/bars_data.cpp ${CMAKE_CURRENT_LIST_DIR}/bars_data.h
  ${CMAKE_CURRENT_LIST_DIR}/bars_items.cpp ${CMAKE_CURRENT_LIST_DIR}/bars_items.h
  ${CMAKE_CURRENT_LIST_DIR}/bars_widget.cpp ${CMAKE_CURRENT_LIST_DIR}/bars_widget.h
  ${CMAKE_CURRENT_LIST_DIR}/chart_accessible.cpp ${CMAKE_CURRENT_LIST_DIR}/chart_accessible.h
  ${CMAKE_CURRENT_LIST_DIR}/chart_fonts.cpp ${CMAKE_CURRENT_LIST_DIR}/chart_fonts.h
  ${CMAKE_CURRENT_LIST_DIR}/chart_page.cpp ${CMAKE_CURRENT_LIST_DIR}/chart_page.h
  ${CMAKE_CURRENT_LIST_DIR}/chart_table.cpp ${CMAKE_CURRENT_LIST_DIR}/chart_table.h
  ${CMAKE_CURRENT_LIST_DIR}/chart_text.cpp ${CMAKE_CURRENT_LIST_DIR}/chart_text.h
  ${CMAKE_CURRENT_LIST_DIR}/crosshair_item.cpp ${CMAKE_CURRENT_LIST_DIR}/crosshair_item.h
  ${CMAKE_CURRENT_LIST_DIR}/elided_label.cpp ${CMAKE_CURRENT_LIST_DIR}/elided_label.h
  ${CMAKE_CURRENT_LIST_DIR}/findings.cpp ${CMAKE_CURRENT_LIST_DIR}/findings.h
  ${CMAKE_CURRENT_LIST_DIR}/latency_view.cpp ${CMAKE_CURRENT_LIST_DIR}/latency_view.h
  ${CMAKE_CURRENT_LIST_DIR}/legend_row.cpp ${CMAKE_CURRENT_LIST_DIR}/legend_row.h
  ${CMAKE_CURRENT_LIST_DIR}/paragraph.cpp ${CMAKE_CURRENT_LIST_DIR}/paragraph.h)
