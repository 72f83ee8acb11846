# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources of ui/export, for the target dsm_ui.
target_sources(dsm_ui PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/export_command.cpp ${CMAKE_CURRENT_LIST_DIR}/export_command.h
  ${CMAKE_CURRENT_LIST_DIR}/export_dialog.cpp ${CMAKE_CURRENT_LIST_DIR}/export_dialog.h
  ${CMAKE_CURRENT_LIST_DIR}/export_input.cpp ${CMAKE_CURRENT_LIST_DIR}/export_input.h
  ${CMAKE_CURRENT_LIST_DIR}/figure.cpp ${CMAKE_CURRENT_LIST_DIR}/figure.h
  ${CMAKE_CURRENT_LIST_DIR}/figure_charts.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figure_traffic.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figure_traffic_curve.cpp
  ${CMAKE_CURRENT_LIST_DIR}/html_page.cpp ${CMAKE_CURRENT_LIST_DIR}/html_page.h
  ${CMAKE_CURRENT_LIST_DIR}/inline_svg.cpp ${CMAKE_CURRENT_LIST_DIR}/inline_svg.h
  ${CMAKE_CURRENT_LIST_DIR}/print_chart.cpp ${CMAKE_CURRENT_LIST_DIR}/print_chart.h
  ${CMAKE_CURRENT_LIST_DIR}/render.cpp ${CMAKE_CURRENT_LIST_DIR}/render.h
  ${CMAKE_CURRENT_LIST_DIR}/report.cpp ${CMAKE_CURRENT_LIST_DIR}/report.h
  ${CMAKE_CURRENT_LIST_DIR}/report_charts.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report_dialog.cpp ${CMAKE_CURRENT_LIST_DIR}/report_dialog.h
  ${CMAKE_CURRENT_LIST_DIR}/report_end.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report_facts.cpp ${CMAKE_CURRENT_LIST_DIR}/report_facts.h
  ${CMAKE_CURRENT_LIST_DIR}/report_parts.h
  ${CMAKE_CURRENT_LIST_DIR}/report_runs.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report_style.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report_table.cpp ${CMAKE_CURRENT_LIST_DIR}/report_table.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_render.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_render.h)
