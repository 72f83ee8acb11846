// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document in words: which GPU, which driver, which day. Pure functions of the snapshot, used by badge, strip and
// status line.
#pragma once

#include <QString>

#include "gpu/model/session.h"
#include "ui/theme/origin_badge.h"

namespace dsm::ui {

/// "H200" for "NVIDIA H200".
QString shortDeviceName(const std::string& name);
BadgeKind badgeKindOf(model::Origin origin);
/// "2026-11-30, driver 580, CUDA 13.0"; parts that are not known are left out.
QString provenanceText(const model::Session& session);
/// How many runs were measured since in a document of recorded ones.
int measuredHere(const model::Session& session);
/// Name of the first device, short; empty without one.
QString sessionDeviceName(const model::Session& session);

}  // namespace dsm::ui
