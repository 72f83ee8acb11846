// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tile kernel that is being looked at: its text, what was last understood of it, and how it is shown (placement, chip,
// kernel). The text is a QTextDocument, whose undo is the undo of text and picture alike: a change of the picture is one edit
// block of exactly the bytes that say it. While the text is wrong the last good program stays, beside the error.
// Small texts are parsed at once, large ones on a pool thread a moment after the last key; late answers are dropped. GUI thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include "gpu/model/error.h"
#include "gpu/model/tile/edit.h"
#include "gpu/model/tile/plan.h"
#include "gpu/model/tile/program.h"
#include "ui/tile/tile_text.h"

class QTextDocument;

namespace dsm::ui {

enum class TilePlacements { fixed, dynamic, both };

class TileDocument : public QObject {
  Q_OBJECT
 public:
  explicit TileDocument(QObject* parent = nullptr);
  ~TileDocument() override;

  // ---- the text
  QTextDocument* text() const { return m_text; }
  /// Another text takes the place of this one; undo starts anew. `path` is empty for an example. A large text arrives in parts.
  void load(const QByteArray& bytes, const QString& path, const QString& name);
  bool isLoading() const { return m_loading; }
  /// What a file gets. Lines that nobody changed are written as they were read.
  QByteArray bytes() const;
  QString path() const { return m_path; }
  QString name() const { return m_name; }
  int lineCount() const;
  bool isModified() const;
  /// `saved` is in the file `path` now. What was typed since stays unsaved.
  void markSaved(const QString& path, const QByteArray& saved);
  /// The first line with bytes that are no UTF-8; 0: none.
  int undecodableLine() const { return m_source.undecodableLine(); }

  // ---- what was understood
  /// Of the last text that was right; null before there was one.
  const model::tile::Program* program() const { return m_program.get(); }
  std::shared_ptr<const model::tile::Program> sharedProgram() const { return m_program; }
  /// What is wrong with the text as it is now.
  const std::optional<model::tile::ParseError>& error() const { return m_error; }
  /// The text that program() or error() is about, as UTF-8 with '\n'.
  const std::string& parsedText() const { return *m_parsedText; }
  /// False while the text is wrong or not read yet: the picture then shows an older text.
  bool isCurrent() const;
  int kernelIndex() const { return m_kernel; }
  /// Null without a program.
  const model::tile::Kernel* kernel() const;
  const model::tile::KernelPlan& plan() const { return m_plan; }
  /// Position in text() of a byte of parsedText().
  int positionOf(std::size_t byte) const;

  // ---- how it is shown
  void setKernel(int index);
  TilePlacements placements() const { return m_placements; }
  void setPlacements(TilePlacements placements);
  /// The chosen device of the window; null: none. It counts while no chip is named.
  void setOwnDevice(std::shared_ptr<const model::Device> device);
  bool hasOwnDevice() const { return m_ownDevice != nullptr; }
  const model::Device* ownDevice() const { return m_ownDevice.get(); }
  /// "sm_90"; empty: the own device, or sm_90 where there is none.
  void setChip(const std::string& name);
  /// True while the limits are the own device's.
  bool usesOwnDevice() const { return m_chip.empty() && m_ownDevice != nullptr; }
  /// The name of the chip whose limits count.
  std::string chipName() const;
  const model::Device& device() const { return m_device; }
  model::BlockFit fit() const;

  // ---- changes of the picture: each one undo step, or one sentence why not
  model::Expected<void> resize(std::size_t tile, std::uint64_t rows, std::uint64_t columns);
  model::Expected<void> move(std::size_t tile, std::size_t before);
  /// What move() would answer, without doing it.
  model::Expected<void> mayMove(std::size_t tile, std::size_t before) const;
  model::Expected<void> addTile();
  model::Expected<void> setDynshared(bool on);
  /// The error's own remedy in place of what is wrong.
  void applyHint();

 signals:
  /// Program or error changed.
  void parsed();
  /// Placement, chip, device or kernel changed.
  void settingsChanged();
  /// Path, name, or all of the text.
  void fileChanged();
  void modifiedChanged(bool modified);

 private:
  void textChanged();
  void insertNextPart();
  void finishLoading();
  void parseNow();
  void parseLater();
  void take(std::shared_ptr<const std::string> text, tl::expected<model::tile::Program, model::tile::ParseError> result);
  void replan();
  void chooseDevice();
  QString plainText() const;
  model::Expected<void> ready() const;
  model::Expected<void> apply(const model::Expected<model::tile::TextEdit>& edit);

  QTextDocument* m_text = nullptr;
  TileText m_source;
  QString m_path;
  QString m_name;
  QString m_pending;  // of a large text, not inserted yet
  qsizetype m_inserted = 0;
  bool m_loading = false;
  std::shared_ptr<const std::string> m_parsedText;
  std::shared_ptr<const model::tile::Program> m_program;
  std::optional<model::tile::ParseError> m_error;
  bool m_parsing = false;  // the text changed and no answer is in
  quint64 m_generation = 0;
  int m_kernel = 0;
  std::string m_kernelName;
  model::tile::KernelPlan m_plan;
  TilePlacements m_placements = TilePlacements::both;
  std::shared_ptr<const model::Device> m_ownDevice;
  std::string m_chip;
  model::Device m_device;
  QTimer m_parseTimer;
  QTimer m_insertTimer;
  QThreadPool m_pool;  // the last member: its thread ends before anything else goes
};

}  // namespace dsm::ui
