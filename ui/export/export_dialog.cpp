// SPDX-License-Identifier: GPL-3.0-or-later
//
// The export form and its preview, drawn by the exporter itself.
#include "ui/export/export_dialog.h"

#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/segmented_row.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace dsm::ui {
namespace {

constexpr int kPreviewDelayMs = 80;
constexpr double kScales[] = {1, 1.5, 2, 3};
constexpr Format kFormats[] = {Format::png, Format::svg, Format::pdf, Format::csv, Format::json};
constexpr Scheme kSchemes[] = {Scheme::print, Scheme::light, Scheme::dark};

template <class T, std::size_t N>
int indexOf(const T (&list)[N], const T& value) {
  const auto found = std::find(std::begin(list), std::end(list), value);
  return found == std::end(list) ? 0 : int(found - std::begin(list));
}

}  // namespace

ExportDialog::ExportDialog(const QString& chartId, const ViewInput& input, QWidget* parent)
    : ExportDialog(ExportSubject{chartId, chartLabel(chartId),
                                 [chartId, input](Format format, const RenderOptions& options) {
                                   return renderChart(chartId, input, format, options, provenanceOf(chartId, input));
                                 },
                                 [chartId, input](const RenderOptions& options) {
                                   return renderImage(chartId, input, options, provenanceOf(chartId, input));
                                 }},
                   parent) {}

ExportDialog::ExportDialog(ExportSubject subject, QWidget* parent) : QDialog(parent), m_subject(std::move(subject)) {
  setWindowTitle(tr("Export: %1").arg(m_subject.label));
  setAttribute(Qt::WA_DeleteOnClose);
  m_previewTimer = new QTimer(this);
  m_previewTimer->setSingleShot(true);
  m_previewTimer->setInterval(kPreviewDelayMs);
  connect(m_previewTimer, &QTimer::timeout, this, &ExportDialog::updatePreview);
  buildForm();
  setOptions(RenderOptions());
  resize(scaled(860), scaled(520));
}

void ExportDialog::buildForm() {
  auto* columns = new QHBoxLayout(this);
  columns->setContentsMargins(kSpace4, kSpace4, kSpace4, kSpace4);
  columns->setSpacing(kSpace5);
  auto* form = new QVBoxLayout;
  form->setSpacing(kSpace2);
  const auto add = [&](const QString& label, QWidget* field) {
    auto* text = new QLabel(label, this);
    text->setFont(dsm::ui::font(TextRole::small));
    text->setBuddy(field);
    field->setAccessibleName(label);
    form->addWidget(text);
    form->addWidget(field);
    form->addSpacing(kSpace2);
  };
  m_format = new SegmentedRow(this);
  m_format->setLabels({QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF"), QStringLiteral("CSV"), QStringLiteral("JSON")});
  m_format->setCurrent(0);
  add(tr("Format"), m_format);
  m_scheme = new SegmentedRow(this);
  m_scheme->setLabels({tr("Print"), tr("Light"), tr("Dark")});
  add(tr("Theme"), m_scheme);
  auto* size = new QWidget(this);
  auto* sizeRow = new QHBoxLayout(size);
  sizeRow->setContentsMargins(0, 0, 0, 0);
  m_width = new QSpinBox(size);
  m_height = new QSpinBox(size);
  for (QSpinBox* box : {m_width, m_height}) {
    box->setRange(200, 8192);
    box->setSingleStep(50);
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this, &ExportDialog::schedulePreview);
  }
  m_width->setAccessibleName(tr("Width, pixels"));
  m_height->setAccessibleName(tr("Height, pixels"));
  sizeRow->addWidget(m_width, 1);
  sizeRow->addWidget(new QLabel(QStringLiteral("\u00d7"), size));
  sizeRow->addWidget(m_height, 1);
  add(tr("Size, pixels"), size);
  m_scale = new SegmentedRow(this);
  m_scale->setLabels({QStringLiteral("1\u00d7"), QStringLiteral("1.5\u00d7"), QStringLiteral("2\u00d7"), QStringLiteral("3\u00d7")});
  add(tr("Scale"), m_scale);
  m_title = new QLineEdit(this);
  m_title->setPlaceholderText(tr("The chart's own title"));
  add(tr("Title"), m_title);
  m_note = new QLabel(this);
  m_note->setWordWrap(true);
  m_note->setFont(dsm::ui::font(TextRole::small));
  form->addWidget(m_note);
  form->addStretch(1);
  m_accept = new PrimaryButton(tr("Export"), this);
  m_accept->setIconName(IconName::exportFile);
  m_accept->setDefault(true);
  auto* cancel = new SecondaryButton(tr("Cancel"), this);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(m_accept);
  buttons->addWidget(cancel);
  form->addLayout(buttons);
  columns->addLayout(form);
  m_preview = new QLabel(this);
  m_preview->setAlignment(Qt::AlignCenter);
  m_preview->setMinimumSize(320, 240);
  m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  m_preview->setObjectName(QStringLiteral("preview"));
  m_preview->setAccessibleName(tr("Preview"));
  m_preview->setFrameShape(QFrame::StyledPanel);
  columns->addWidget(m_preview, 1);
  connect(m_format, &SegmentedRow::activated, this, &ExportDialog::formatChanged);
  connect(m_scheme, &SegmentedRow::activated, this, &ExportDialog::schedulePreview);
  connect(m_scale, &SegmentedRow::activated, this, &ExportDialog::schedulePreview);
  connect(m_title, &QLineEdit::textChanged, this, &ExportDialog::schedulePreview);
  connect(m_accept, &QPushButton::clicked, this, &ExportDialog::chooseFile);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

Format ExportDialog::format() const { return kFormats[std::clamp(m_format->current(), 0, 4)]; }

RenderOptions ExportDialog::options() const {
  RenderOptions options = m_preset;
  options.size = QSize(m_width->value(), m_height->value());
  options.scheme = kSchemes[std::clamp(m_scheme->current(), 0, 2)];
  options.scale = kScales[std::clamp(m_scale->current(), 0, 3)];
  options.title = m_title->text();
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
  m_scale->setCurrent(indexOf(kScales, options.scale));
  m_title->setText(options.title);
  formatChanged();
}

void ExportDialog::setSuggestedPath(const QString& path) { m_suggestedPath = path; }

void ExportDialog::formatChanged() {
  const bool picture = format() != Format::csv && format() != Format::json;
  for (QWidget* field : std::initializer_list<QWidget*>{m_scheme, m_scale, m_width, m_height}) field->setEnabled(picture);
  m_note->setText(picture ? tr("Fonts, sizes and bytes are the same on every screen. The last line of the picture says where its numbers come from.")
                          : tr("All digits, a point for decimals, no grouping; the head says where the numbers come from."));
  schedulePreview();
}

void ExportDialog::schedulePreview() { m_previewTimer->start(); }

void ExportDialog::updatePreview() {
  if (format() == Format::csv || format() == Format::json) {
    const auto bytes = m_subject.bytes(format(), options());
    m_preview->setFont(dsm::ui::font(TextRole::mono));
    m_preview->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_preview->setTextFormat(Qt::PlainText);
    m_preview->setText(bytes ? QString::fromUtf8(bytes->left(2000)) : QString::fromStdString(bytes.error().message));
    m_accept->setEnabled(bytes.has_value());
    return;
  }
  RenderOptions shown = options();
  const double ratio = devicePixelRatioF();
  const QSizeF room = QSizeF(m_preview->size() - QSize(8, 8)) * ratio;
  // The preview has the layout of the file, only smaller.
  shown.scale = std::clamp(std::min(room.width() / shown.size.width(), room.height() / shown.size.height()), 0.25, 2.0);
  const auto image = m_subject.image(shown);
  m_accept->setEnabled(image.has_value());
  m_preview->setAlignment(Qt::AlignCenter);
  if (!image) {
    m_preview->setText(QString::fromStdString(image.error().message));
    return;
  }
  QPixmap picture = QPixmap::fromImage(*image);
  picture.setDevicePixelRatio(ratio);
  m_preview->setPixmap(picture);
}

void ExportDialog::chooseFile() {
  const QString suffix = formatName(format());
  const QString path = m_suggestedPath.isEmpty() ? m_subject.id + QLatin1Char('.') + suffix : m_suggestedPath;
  auto* dialog = new QFileDialog(this, tr("Export to"), path);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(suffix);
  dialog->setNameFilter(QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    emit exportAccepted(m_subject.id, format(), options(), file);
    accept();
  });
  dialog->open();
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
  QDialog::resizeEvent(event);
  schedulePreview();
}

}  // namespace dsm::ui
