// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line that makes an export again: the same chart of the same file with the same options, and nothing that is a
// default. Text for people and files; nothing here runs it.
#pragma once

#include "ui/export/render.h"

namespace dsm::ui {

/// A word as a POSIX shell reads it: in single quotes where it holds anything but letters, digits and ._-/:=,@%+.
QString shellWord(const QString& word);

/// The session as the command line names it: its file's name, "recorded" for the built-in recording as it came, and "FILE" for what no file
/// holds yet.
QString sessionSource(const QString& fileName, const model::Session& session);
/// The same for a chart: "recorded:token_hop".
QString exportSource(const QString& fileName, const ViewInput& input);

/// "dsmscope export recorded:token_hop --chart latency --theme dark --out latency.png".
QString exportCommand(const QString& source, const QString& chartId, const ViewInput& input, Format format, const RenderOptions& options);

/// "dsmscope export session.dsmscope --run run-1 --threshold 2 --title 'Tuesday' --out session.html". `runs`: empty for all;
/// `threshold`: of "same" in comparisons, a fraction.
QString reportCommand(const QString& source, const QStringList& runs, const QString& title, double threshold, const QString& experiment = {},
                      const QStringList& charts = {});

}  // namespace dsm::ui
