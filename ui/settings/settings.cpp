// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a setting may be, where a range does not say it.
#include "ui/settings/settings.h"

namespace dsm::ui {

bool isWorkerName(const QString& name) {
  return !name.isEmpty() && name == name.simplified() && !name.contains(u'=') && !QStringView(u"[#;").contains(name[0]);
}

}  // namespace dsm::ui
