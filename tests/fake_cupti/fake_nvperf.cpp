// SPDX-License-Identifier: Apache-2.0
// A libnvperf_host that is there. Nothing calls it: the fake libcupti needs none.
extern "C" int NVPW_InitializeHost(void*) { return 0; }
