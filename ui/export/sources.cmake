# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources of ui/export, for the target dsm_ui.
target_sources(dsm_ui PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/export_dialog.cpp ${CMAKE_CURRENT_LIST_DIR}/export_dialog.h
  ${CMAKE_CURRENT_LIST_DIR}/figure.cpp ${CMAKE_CURRENT_LIST_DIR}/figure.h
  ${CMAKE_CURRENT_LIST_DIR}/figure_charts.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figure_traffic.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figure_traffic_curve.cpp
  ${CMAKE_CURRENT_LIST_DIR}/render.cpp ${CMAKE_CURRENT_LIST_DIR}/render.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_render.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_render.h)
