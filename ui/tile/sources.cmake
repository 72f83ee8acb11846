# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sources of ui/tile, for the target dsm_ui; examples and help of the language are compiled in.
target_sources(dsm_ui PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/block_strip.cpp
  ${CMAKE_CURRENT_LIST_DIR}/free_arrays.cpp ${CMAKE_CURRENT_LIST_DIR}/free_arrays.h
  ${CMAKE_CURRENT_LIST_DIR}/free_layout.cpp ${CMAKE_CURRENT_LIST_DIR}/free_layout.h
  ${CMAKE_CURRENT_LIST_DIR}/free_ruler.cpp ${CMAKE_CURRENT_LIST_DIR}/free_ruler.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_desk.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_desk.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_document.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_document.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_document_edits.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tile_editor.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_editor.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_editor_margins.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_editor_paint.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tile_error_box.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_error_box.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_foot.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tile_highlighter.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_highlighter.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_language_window.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_language_window.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_list_model.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_list_model.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_page.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_page.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_page_build.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tile_page_parts.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_page_parts.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_resources.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_resources.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_ruler.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_ruler.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_data.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_data.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_geometry.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_geometry.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_input.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_paint.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_paint.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_painter.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_rows.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tile_ruler_text.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tile_side.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_side.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_text.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_text.h
  ${CMAKE_CURRENT_LIST_DIR}/tile_text_layout.cpp ${CMAKE_CURRENT_LIST_DIR}/tile_text_layout.h)
qt_add_resources(_tile_resources ${CMAKE_CURRENT_LIST_DIR}/tile.qrc)
target_sources(dsm_ui PRIVATE ${_tile_resources})
