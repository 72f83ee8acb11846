# Target `bundle`: dsmscope-VERSION-x86_64.tar.gz in the build folder, which runs where no Qt is installed.
# Included from the top, after app/ and gpu/ made their targets. What goes in, and why, stands in bundle/make_bundle.sh.

if(NOT TARGET dsmscope OR NOT TARGET dsmscope-worker)
  return()
endif()

# DT_RPATH, not DT_RUNPATH: only the former also serves the libraries that the bundle's own libraries and plugins ask
# for, and is searched before a person's LD_LIBRARY_PATH (CUDA modules set one).
foreach(target dsmscope dsmscope-worker)
  set_property(TARGET ${target} PROPERTY INSTALL_RPATH "$ORIGIN/../lib")
  set_property(TARGET ${target} APPEND PROPERTY LINK_OPTIONS "LINKER:--disable-new-dtags")
endforeach()

install(TARGETS dsmscope dsmscope-worker RUNTIME DESTINATION libexec COMPONENT bundle)
install(PROGRAMS ${CMAKE_CURRENT_LIST_DIR}/bundle/launcher.sh DESTINATION bin RENAME dsmscope COMPONENT bundle)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/bundle/qt.conf DESTINATION libexec COMPONENT bundle)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/bundle/fonts.conf DESTINATION share/fonts COMPONENT bundle)
install(FILES README.md CHANGELOG.md DESTINATION share/doc/dsmscope COMPONENT bundle)

add_custom_target(bundle
  COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/bundle/make_bundle.sh ${CMAKE_BINARY_DIR} ${PROJECT_VERSION}
  DEPENDS dsmscope dsmscope-worker
  USES_TERMINAL VERBATIM
  COMMENT "Bundling the window, the worker and what they need")
