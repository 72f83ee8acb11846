// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the application tells the window and what the window remembers: small value types, free of any widget,
// so that the application can fill, store and compare them without including the window.
#pragma once

#include <string>
#include <vector>

#include <QByteArray>
#include <QMetaType>
#include <QString>

#include "gpu/model/counters.h"
#include "gpu/model/device.h"
#include "gpu/model/parameter.h"

namespace dsm::ui {

/// One line of the device box. `live`: a worker answers for it now; otherwise the device is known from a recording.
struct DeviceChoice {
  model::Device device;
  bool live = false;
  QString note;  ///< shown behind the name: "recorded", "in use by another window"; may be empty

  bool operator==(const DeviceChoice&) const = default;
};

/// The worker as the person may see it. `none`: there is no GPU or no worker here; `text` says why.
struct WorkerStatus {
  enum class State { starting, ready, busy, cancelling, gone, none };
  State state = State::starting;
  QString text;     ///< one sentence without a full stop: "H200 idle", "no driver"
  QString detail;   ///< one more sentence for the tool tip and the notice; may be empty
  QString remedy;   ///< a command or an action in words; may be empty
  double smClockHz = 0;  ///< 0: not known
};

/// Progress of the jobs in hand. `fraction` in 0-1; below 0: idle.
struct RunProgress {
  int done = 0;
  int total = 0;
  QString label;           ///< what runs now: "cluster_dsmem"
  double fraction = -1;
  double rate = 0;         ///< finished launches a second; 0: not known
  double secondsLeft = -1; ///< below 0: not known
};

/// A strip above the views, never a modal box.
struct Notice {
  enum class Kind { info, warning, error };
  Kind kind = Kind::info;
  QString sentence;  ///< what happened, on what
  QString hint;      ///< what to do; may be empty
  QString action{};    ///< text of a button that does it; empty: none
  QString actionId{};  ///< what MainWindow::noticeAction says when it is pressed
};

enum class SchemeChoice { automatic, light, dark };

/// What a window looks like between two starts. Unknown experiments, variants and tabs are ignored when restored.
struct ViewState {
  std::string experiment;             ///< empty: the first of the catalogue
  model::Values values;               ///< of that experiment; kept as asked, legal here or not
  std::vector<std::string> variants;  ///< ticked; empty: every variant that fits
  QString tab;                        ///< "shared_memory", "latency", "traffic", "table"; empty: the first
  model::CounterRequest counters{{std::string(model::kTrafficSet)}, {}, true};  ///< without sets and names: none
  QByteArray geometry;                ///< QWidget::saveGeometry; moved onto a visible screen when restored
  QByteArray layout;                  ///< splitter and columns of the window
  SchemeChoice scheme = SchemeChoice::automatic;
  double textScale = 1.0;             ///< 1, 1.25 or 1.5
  bool runsFolded = false;
  bool firstStartSeen = false;        ///< the strip about the built-in recording was dismissed
};

}  // namespace dsm::ui

Q_DECLARE_METATYPE(dsm::ui::ViewState)
