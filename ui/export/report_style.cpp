// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a report looks: the print theme, on screen from 320 pixels up, and on A4. Light in every scheme, as its charts are.
#include "ui/export/report_parts.h"

namespace dsm::ui {

QByteArray reportStyle() {
  return R"css(
:root { color-scheme: light; --ink: #000; --ink2: #3c424c; --line: #b8bcc4; --soft: #f4f4f4; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 1080px; background: #fff; color: var(--ink);
  font: 15px/1.5 "Liberation Sans", Arial, Helvetica, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0 0 8px; text-wrap: balance; }
h1 { font-size: 28px; }
h2 { font-size: 22px; margin-top: 40px; padding-top: 16px; border-top: 2px solid var(--ink); }
h3 { font-size: 18px; margin-top: 28px; }
h4 { font-size: 16px; margin-top: 24px; }
p { margin: 0 0 12px; max-width: 80ch; }
bdi { unicode-bidi: isolate; }
.sub, .small, figcaption { color: var(--ink2); font-size: 13px; }
.notes { white-space: pre-wrap; border-left: 3px solid var(--line); padding-left: 12px; }
.finding { font-weight: bold; }
a { color: inherit; }
a:focus-visible, .wide:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
ul { margin: 0 0 12px; padding-left: 20px; max-width: 80ch; }
li { margin-bottom: 4px; }
figure { margin: 12px 0; }
figcaption { margin-top: 4px; max-width: 100ch; }
.wide { overflow-x: auto; margin: 12px 0; }
figure .wide { margin: 0; }
svg { display: block; width: 100%; min-width: 720px; max-width: 960px; height: auto; }
table { border-collapse: collapse; font-size: 13px; line-height: 1.35; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; font-weight: bold; padding: 4px 0; }
th, td { padding: 3px 12px 3px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { vertical-align: bottom; border-bottom: 1px solid var(--ink); max-width: 16ch; }
tbody th { font-weight: normal; }
td.t, th.t { white-space: pre-wrap; min-width: 30ch; max-width: 48ch; overflow-wrap: anywhere; }
caption span { display: inline-block; position: sticky; left: 0; max-width: calc(100vw - 48px); }
.n { text-align: right; white-space: nowrap; }
td.n + td:not(.n) { padding-left: 8px; }
thead th, thead th.n { white-space: normal; min-width: 7ch; }
code { font: 13px/1.4 "Liberation Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
.command { background: var(--soft); border: 1px solid var(--line); padding: 6px 8px; max-width: 960px; }
.commands { list-style: none; padding: 0; max-width: none; }
.badge { display: inline-block; font-size: 12px; font-weight: normal; line-height: 16px; padding: 1px 8px; border: 1px solid var(--ink2); border-radius: 2px;
  vertical-align: 2px; }
.badge.measured { background: var(--ink); color: #fff; }
.badge.modelled { border-style: dashed; border-radius: 0; }
.badge.emulated { border-style: double; border-width: 3px; padding: 0 6px; }
.badge.missing { border-style: dotted; }
dl { display: grid; grid-template-columns: minmax(110px, max-content) 1fr; gap: 4px 16px; margin: 12px 0; }
dt { color: var(--ink2); }
dd { margin: 0; }
@media (max-width: 600px) {
  body { padding: 16px; font-size: 14px; }
  h1 { font-size: 22px; }
  h2 { font-size: 19px; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 8px; }
}
@page { size: A4; margin: 14mm; }
@page runs { size: A4 landscape; margin: 12mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 10pt; }
  h1 { font-size: 18pt; }
  h2 { font-size: 14pt; margin-top: 0; }
  h3 { font-size: 12pt; }
  h4 { font-size: 10.5pt; }
  h2, h3, h4, caption { break-after: avoid; }
  .experiment ~ .experiment, #methods { break-before: page; }
  .end + .end h2 { margin-top: 24px; }
  .runs { page: runs; }
  .lead, tr, .command, li { break-inside: avoid; }
  thead { display: table-header-group; }
  .wide { overflow: visible; }
  svg { min-width: 0; max-width: none; }
  table { font-size: 7pt; }
  th, td { padding-right: 6px; }
  td.t, th.t { min-width: 15ch; }
  thead th, thead th.n { min-width: 0; }
  caption span { position: static; }
  code { font-size: 8pt; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)css";
}

}  // namespace dsm::ui
