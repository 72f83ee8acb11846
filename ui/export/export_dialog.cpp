// SPDX-License-Identifier: GPL-3.0-or-later
//
// The export form and its preview, drawn by the exporter itself.
#include "ui/export/export_dialog.h"

#include "ui/export/export_command.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/command_line.h"
#include "ui/theme/widgets/segmented_row.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QScreen>
#include <QScrollArea>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace dsm::ui {
namespace {

constexpr int kPreviewDelayMs = 80;
constexpr int kMostTyped = 99999;  // more than can be drawn: what cannot is refused in words, not clamped in silence
constexpr int kFormWidth = 288;
constexpr qsizetype kMostPreviewText = 4000;
constexpr double kLeastScale = 0.25;
constexpr double kScales[] = {1, 1.5, 2, 3};
constexpr Format kFormats[] = {Format::png, Format::svg, Format::pdf, Format::csv, Format::json};
constexpr Scheme kSchemes[] = {Scheme::print, Scheme::light, Scheme::dark};

template <class T, std::size_t N>
int indexOf(const T (&list)[N], const T& value) {
  const auto found = std::find(std::begin(list), std::end(list), value);
  return found == std::end(list) ? 0 : int(found - std::begin(list));
}

ExportSubject subjectOf(const QString& chartId, const ViewInput& input, const QString& source) {
  return {chartId, chartLabel(chartId),
          [chartId, input](Format format, const RenderOptions& options) {
            return renderChart(chartId, input, format, options, provenanceOf(chartId, input));
          },
          [chartId, input](const RenderOptions& options) { return renderImage(chartId, input, options, provenanceOf(chartId, input)); },
          [chartId, input, source](Format format, const RenderOptions& options) {
            return exportCommand(source.isEmpty() ? exportSource({}, input) : source, chartId, input, format, options);
          }};
}

QString sentenceOf(const model::Error& error) {
  return QString::fromStdString(error.hint.empty() ? error.message : error.message + ' ' + error.hint);
}

}  // namespace

ExportDialog::ExportDialog(const QString& chartId, const ViewInput& input, QWidget* parent, const QString& source)
    : ExportDialog(subjectOf(chartId, input, source), parent) {}

ExportDialog::ExportDialog(ExportSubject subject, QWidget* parent) : QDialog(parent), m_subject(std::move(subject)) {
  setWindowTitle(tr("Export: %1").arg(m_subject.label));
  setAttribute(Qt::WA_DeleteOnClose);
  m_previewTimer = new QTimer(this);
  m_previewTimer->setSingleShot(true);
  m_previewTimer->setInterval(kPreviewDelayMs);
  connect(m_previewTimer, &QTimer::timeout, this, &ExportDialog::updatePreview);
  build();
  setOptions(RenderOptions());
  QSize wanted(scaled(920), scaled(600));
  if (parent != nullptr) wanted = wanted.boundedTo(parent->window()->size().expandedTo(QSize(640, 400)));
  if (screen() != nullptr) wanted = wanted.boundedTo(screen()->availableSize());
  resize(wanted);
}

void ExportDialog::build() {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(kSpace4, kSpace4, kSpace4, kSpace4);
  rows->setSpacing(kSpace3);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(kSpace5);
  rows->addLayout(columns, 1);
  // The form scrolls on a window too low for it; the buttons stay.
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setFocusPolicy(Qt::NoFocus);
  area->setWidget(buildForm());
  area->setFixedWidth(scaled(kFormWidth));
  columns->addWidget(area);
  m_preview = new QLabel(this);
  m_preview->setAlignment(Qt::AlignCenter);
  m_preview->setMinimumSize(240, 160);
  m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  m_preview->setObjectName(QStringLiteral("preview"));
  m_preview->setAccessibleName(tr("Preview"));
  m_preview->setFrameShape(QFrame::StyledPanel);
  m_preview->setTextFormat(Qt::PlainText);
  m_preview->setWordWrap(false);
  columns->addWidget(m_preview, 1);
  m_command = new CommandLine(this);
  m_command->setBoxed(true);
  m_command->setVisible(m_subject.command != nullptr);
  rows->addWidget(m_command);
  auto* buttons = new QHBoxLayout;
  m_accept = new PrimaryButton(tr("Export"), this);
  m_accept->setIconName(IconName::exportFile);
  m_accept->setDefault(true);
  auto* cancel = new SecondaryButton(tr("Cancel"), this);
  cancel->setAutoDefault(false);
  buttons->addStretch(1);
  buttons->addWidget(cancel);
  buttons->addWidget(m_accept);
  rows->addLayout(buttons);
  connect(m_accept, &QPushButton::clicked, this, &ExportDialog::chooseFile);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

QWidget* ExportDialog::buildForm() {
  auto* host = new QWidget;
  auto* form = new QVBoxLayout(host);
  form->setContentsMargins(0, 0, kSpace1, 0);
  form->setSpacing(kSpace2);
  const auto add = [&](const QString& label, QWidget* field) {
    auto* text = new QLabel(label, host);
    text->setFont(dsm::ui::font(TextRole::small));
    text->setBuddy(field);
    field->setAccessibleName(label);
    form->addWidget(text);
    form->addWidget(field);
    form->addSpacing(kSpace2);
  };
  m_format = new SegmentedRow(host);
  m_format->setLabels({QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF"), QStringLiteral("CSV"), QStringLiteral("JSON")});
  m_format->setCurrent(0);
  add(tr("Format"), m_format);
  m_scheme = new SegmentedRow(host);
  m_scheme->setLabels({tr("Print"), tr("Light"), tr("Dark")});
  add(tr("Theme"), m_scheme);
  m_palette = new SegmentedRow(host);
  m_palette->setLabels({tr("Colour"), tr("Grey")});
  add(tr("Colours of data"), m_palette);
  buildSize(form);
  m_scale = new SegmentedRow(host);
  m_scale->setLabels({QStringLiteral("1\u00d7"), QStringLiteral("1.5\u00d7"), QStringLiteral("2\u00d7"), QStringLiteral("3\u00d7")});
  add(tr("Scale"), m_scale);
  m_title = new QLineEdit(host);
  m_title->setPlaceholderText(tr("The chart's own title"));
  add(tr("Title"), m_title);
  m_note = new QLabel(host);
  m_note->setObjectName(QStringLiteral("exportNote"));
  m_note->setWordWrap(true);
  m_note->setTextFormat(Qt::PlainText);
  m_note->setFont(dsm::ui::font(TextRole::small));
  form->addWidget(m_note);
  form->addStretch(1);
  connect(m_format, &SegmentedRow::activated, this, &ExportDialog::formatChanged);
  connect(m_scheme, &SegmentedRow::activated, this, &ExportDialog::optionsChanged);
  connect(m_palette, &SegmentedRow::activated, this, &ExportDialog::optionsChanged);
  connect(m_scale, &SegmentedRow::activated, this, &ExportDialog::optionsChanged);
  connect(m_title, &QLineEdit::textChanged, this, &ExportDialog::optionsChanged);
  return host;
}

void ExportDialog::buildSize(QVBoxLayout* form) {
  auto* label = new QLabel(tr("Size, pixels"), form->parentWidget());
  label->setFont(dsm::ui::font(TextRole::small));
  form->addWidget(label);
  auto* row = new QHBoxLayout;
  m_width = new QSpinBox(form->parentWidget());
  m_height = new QSpinBox(form->parentWidget());
  for (QSpinBox* box : {m_width, m_height}) {
    box->setRange(1, kMostTyped);
    box->setSingleStep(50);
    connect(box, &QSpinBox::valueChanged, this, &ExportDialog::optionsChanged);
  }
  label->setBuddy(m_width);
  m_width->setAccessibleName(tr("Width, pixels"));
  m_height->setAccessibleName(tr("Height, pixels"));
  row->addWidget(m_width, 1);
  row->addWidget(new QLabel(QStringLiteral("\u00d7"), form->parentWidget()));
  row->addWidget(m_height, 1);
  form->addLayout(row);
  form->addSpacing(kSpace2);
}

Format ExportDialog::format() const { return kFormats[std::clamp(m_format->current(), 0, 4)]; }

RenderOptions ExportDialog::options() const {
  RenderOptions options = m_preset;
  options.size = QSize(m_width->value(), m_height->value());
  options.scheme = kSchemes[std::clamp(m_scheme->current(), 0, 2)];
  options.palette = DataPalette(std::clamp(m_palette->current(), 0, 1));
  options.scale = kScales[std::clamp(m_scale->current(), 0, 3)];
  options.title = m_title->text().trimmed();
  return options;
}

void ExportDialog::setFormat(Format format) {
  m_format->setCurrent(indexOf(kFormats, format));
  formatChanged();
}

void ExportDialog::setOptions(const RenderOptions& options) {
  m_preset = options;
  m_width->setValue(options.size.width());
  m_height->setValue(options.size.height());
  m_scheme->setCurrent(indexOf(kSchemes, options.scheme));
  m_palette->setCurrent(int(options.palette));
  m_scale->setCurrent(indexOf(kScales, options.scale));
  m_title->setText(options.title);
  formatChanged();
}

void ExportDialog::setSuggestedPath(const QString& path) { m_suggestedPath = path; }

QString ExportDialog::command() const { return m_command->command(); }

void ExportDialog::formatChanged() {
  const bool picture = format() != Format::csv && format() != Format::json;
  for (QWidget* field : std::initializer_list<QWidget*>{m_scheme, m_palette, m_scale, m_width, m_height}) field->setEnabled(picture);
  optionsChanged();
}

void ExportDialog::optionsChanged() {
  const bool picture = format() != Format::csv && format() != Format::json;
  const auto fine = picture ? checkPicture(options()) : model::Expected<void>();
  refuse(fine ? QString() : sentenceOf(fine.error()));
  if (m_refusal.isEmpty()) {
    m_note->setText(picture ? tr("Fonts, sizes and bytes are the same on every screen. The last line of the picture says where its numbers come from.")
                            : tr("All digits, a point for decimals, no grouping; the head says where the numbers come from."));
  }
  if (m_subject.command) m_command->setCommand(m_subject.command(format(), options()));
  m_previewTimer->start();
}

void ExportDialog::refuse(const QString& sentence) {
  m_refusal = sentence;
  m_accept->setEnabled(sentence.isEmpty());
  QPalette colours = palette();
  if (!sentence.isEmpty()) {
    colours.setColor(QPalette::WindowText, currentTheme().error);
    m_note->setText(sentence);
  }
  m_note->setPalette(colours);
}

void ExportDialog::updatePreview() {
  if (!m_refusal.isEmpty()) {
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFont(dsm::ui::font(TextRole::base));
    m_preview->setWordWrap(true);
    m_preview->setText(m_refusal);  // here too: on a small window the form may be scrolled
    return;
  }
  m_preview->setWordWrap(false);
  if (format() == Format::csv || format() == Format::json) {
    previewText();
  } else {
    previewPicture();
  }
}

void ExportDialog::previewText() {
  const auto bytes = m_subject.bytes(format(), options());
  m_preview->setFont(dsm::ui::font(TextRole::mono));
  m_preview->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  if (bytes) {
    m_preview->setText(QString::fromUtf8(bytes->left(kMostPreviewText)));
  } else {
    refuse(sentenceOf(bytes.error()));
  }
}

void ExportDialog::previewPicture() {
  RenderOptions shown = options();
  const double ratio = devicePixelRatioF();
  const QSizeF room = QSizeF(m_preview->contentsRect().size() - QSize(8, 8)) * ratio;
  // The layout of the file, only smaller; below the least scale the picture itself is shrunk.
  const double fitting = std::min(room.width() / shown.size.width(), room.height() / shown.size.height());
  shown.scale = std::clamp(fitting, kLeastScale, 2.0);
  auto image = m_subject.image(shown);
  m_preview->setAlignment(Qt::AlignCenter);
  if (!image) {
    refuse(sentenceOf(image.error()));
    return;
  }
  if (fitting < kLeastScale) *image = image->scaled(room.toSize(), Qt::KeepAspectRatio, Qt::SmoothTransformation);
  QPixmap picture = QPixmap::fromImage(*image);
  picture.setDevicePixelRatio(ratio);
  m_preview->setPixmap(picture);
}

void ExportDialog::chooseFile() {
  const QString suffix = formatName(format());
  QString path = m_suggestedPath.isEmpty() ? m_subject.id : m_suggestedPath;
  if (QFileInfo(path).suffix().compare(suffix, Qt::CaseInsensitive) != 0) path += QLatin1Char('.') + suffix;
  auto* dialog = new QFileDialog(this, tr("Export to"), path);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(suffix);
  dialog->setNameFilter(QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix));
  connect(dialog, &QFileDialog::fileSelected, this, &ExportDialog::acceptPath);
  dialog->open();
}

bool ExportDialog::acceptPath(const QString& path) {
  const QString suffix = formatName(format());
  QString file = path;
  if (QFileInfo(file).suffix().compare(suffix, Qt::CaseInsensitive) != 0) {
    file += QLatin1Char('.') + suffix;
    // The file dialog asked about the name as typed, not about this one.
    if (QFileInfo::exists(file)) {
      refuse(tr("%1 is there already. Choose a name that ends in .%2.").arg(QFileInfo(file).fileName(), suffix));
      m_accept->setEnabled(true);
      return false;
    }
  }
  emit exportAccepted(m_subject.id, format(), options(), file);
  accept();
  return true;
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
  QDialog::resizeEvent(event);
  m_previewTimer->start();
}

}  // namespace dsm::ui
