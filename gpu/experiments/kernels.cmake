# The device side of the experiments. Two object libraries, since a target has one list of architectures: what runs
# everywhere, and what needs clusters, which nvcc refuses below sm_90.
if(DSMSCOPE_CUDA_ARCHS STREQUAL "all")
  set(DSM_ARCHS_EVERY 75-real 80-real 86-real 89-real 90-real 100-real 120)  # 120: with PTX for what comes later
  set(DSM_ARCHS_CLUSTER 90-real 100-real 120)
else()
  set(DSM_ARCHS_EVERY ${DSMSCOPE_CUDA_ARCHS})
  set(DSM_ARCHS_CLUSTER "")
  foreach(arch IN LISTS DSMSCOPE_CUDA_ARCHS)
    string(REGEX MATCH "^[0-9]+" number "${arch}")
    if(number GREATER_EQUAL 90)
      list(APPEND DSM_ARCHS_CLUSTER ${arch})
    endif()
  endforeach()
  if(NOT DSM_ARCHS_CLUSTER)
    set(DSM_ARCHS_CLUSTER 90)  # the cluster kernels are linked all the same; they report no_clusters on older devices
  endif()
endif()
set(DSM_ARCHS_EVERY ${DSM_ARCHS_EVERY} PARENT_SCOPE)      # for gpu/bench
set(DSM_ARCHS_CLUSTER ${DSM_ARCHS_CLUSTER} PARENT_SCOPE)

add_library(dsm_kernels_every OBJECT
  histogram/kernels.cu tile_exchange/kernels.cu token_hop/kernels.cu)
set_target_properties(dsm_kernels_every PROPERTIES CUDA_ARCHITECTURES "${DSM_ARCHS_EVERY}")
target_link_libraries(dsm_kernels_every PRIVATE dsm_options)

add_library(dsm_kernels_cluster OBJECT
  histogram/cluster_kernels.cu tile_exchange/cluster_kernels.cu token_hop/cluster_kernels.cu)
set_target_properties(dsm_kernels_cluster PROPERTIES CUDA_ARCHITECTURES "${DSM_ARCHS_CLUSTER}")
target_link_libraries(dsm_kernels_cluster PRIVATE dsm_options)

# A run's provenance names the device code it ran.
set(dsm_device_sources
  histogram/kernels.cu histogram/cluster_kernels.cu histogram/counting.cuh histogram/kernels.h
  tile_exchange/kernels.cu tile_exchange/cluster_kernels.cu tile_exchange/tile.cuh tile_exchange/tile_data.h
  tile_exchange/kernels.h
  token_hop/kernels.cu token_hop/cluster_kernels.cu token_hop/player.cuh token_hop/kernels.h)
list(TRANSFORM dsm_device_sources PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
list(APPEND dsm_device_sources
  ${PROJECT_SOURCE_DIR}/gpu/bench/device_clock.cuh ${PROJECT_SOURCE_DIR}/gpu/bench/warp_sum.cuh)
list(JOIN dsm_device_sources "|" dsm_device_sources_text)
list(JOIN DSM_ARCHS_EVERY "," dsm_archs_text)
set(dsm_build_id ${CMAKE_CURRENT_BINARY_DIR}/kernel_build_id.cpp)
add_custom_command(
  OUTPUT ${dsm_build_id}
  COMMAND ${CMAKE_COMMAND} "-DSOURCES=${dsm_device_sources_text}" "-DCOMPILER=${CMAKE_CUDA_COMPILER_VERSION}"
          "-DARCHS=${dsm_archs_text}" "-DOUTPUT=${dsm_build_id}" -P ${PROJECT_SOURCE_DIR}/gpu/bench/hash_sources.cmake
  DEPENDS ${dsm_device_sources} ${PROJECT_SOURCE_DIR}/gpu/bench/hash_sources.cmake
  COMMENT "Hashing the device code" VERBATIM)

add_library(dsm_kernel_build_id STATIC ${dsm_build_id})  # apart: gpu/bench needs it, and dsm_kernels needs gpu/bench
target_link_libraries(dsm_kernel_build_id PRIVATE dsm_options)

add_library(dsm_kernels STATIC
  kernel_catalogue.cpp
  histogram/launch.cu histogram/reference.cpp tile_exchange/launch.cu token_hop/launch.cu)
set_target_properties(dsm_kernels PROPERTIES CUDA_ARCHITECTURES "${DSM_ARCHS_CLUSTER}")
target_compile_options(dsm_kernels PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>)
target_link_libraries(dsm_kernels
  PUBLIC dsm_specs dsm_bench
  PRIVATE dsm_options dsm_kernels_every dsm_kernels_cluster CUDA::cudart_static)
