// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/configure/variant_list.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/catalogue_text.h"
#include "ui/text_label.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/swatch_check_box.h"

namespace dsm::ui {

VariantList::VariantList(Configuration& configuration, QWidget* parent) : QWidget(parent), m_configuration(configuration) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setSpacing(kSpace4);
  head->addWidget(new TextLabel(tr("Variants"), TextRole::small, TextLabel::Ink::text2, this), 1);
  const auto addLink = [&](const QString& text, const QString& name) {
    auto* link = new LinkButton(text, this);
    link->setUnderlined(false);
    link->setAccessibleName(name);
    head->addWidget(link);
    return link;
  };
  LinkButton* all = addLink(tr("All"), tr("Tick all variants"));
  LinkButton* none = addLink(tr("None"), tr("Tick no variant"));
  column->addLayout(head);
  column->addSpacing(kSpace1);
  const auto& variants = m_configuration.spec().info().variants;
  for (const model::VariantInfo& variant : variants) {
    auto* line = new SwatchCheckBox(catalogueText(variant.label), int(variant.slot), this);
    line->setToolTip(catalogueText(variant.summary));
    column->addWidget(line);
    m_lines.push_back(line);
    connect(line, &QAbstractButton::toggled, this, [this, id = variant.id](bool on) { m_configuration.setTicked(id, on); });
  }
  connect(all, &QAbstractButton::clicked, this, [this] {
    std::vector<std::string> ids;
    for (const model::VariantInfo& variant : m_configuration.spec().info().variants) ids.push_back(variant.id);
    m_configuration.setTickedVariants(ids);
  });
  connect(none, &QAbstractButton::clicked, this, [this] { m_configuration.setTickedVariants({}); });
  refresh();
}

void VariantList::refresh() {
  const auto& variants = m_configuration.spec().info().variants;
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const model::Legality* legality = m_configuration.legalityOf(variants[i].id);
    const bool fits = legality == nullptr || legality->fits;
    const QSignalBlocker blocker(m_lines[i]);
    m_lines[i]->setUnavailable(fits ? QString() : catalogueText(legality->reason));
    m_lines[i]->setChecked(fits && m_configuration.isTicked(variants[i].id));
  }
}

}  // namespace dsm::ui
