// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/journal_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <system_error>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <nlohmann/json.hpp>

#include "app/session/atomic_file.h"
#include "app/session/session_file.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/json_unknown.h"
#include "gpu/protocol/session_file.h"

namespace dsm::app {
namespace {

constexpr QLatin1String kSuffix("-journal");
constexpr std::string_view kFormat = "dsmscope-journal";

tl::unexpected<model::Error> notWritten(const QString& path, int code) {
  if (code == EEXIST || code == EWOULDBLOCK) {
    return model::fail("in_use", path.toStdString() + " is there already, or another window writes it.", "");
  }
  return model::fail("not_written", path.toStdString() + " could not be written: " + std::system_category().message(code) + ".", "");
}

std::string headerLine(const QString& sessionPath) {
  const protocol::JsonOut json = {{"format", kFormat}, {"version", kJournalVersion}, {"session", sessionPath.toStdString()}};
  return protocol::dumpJson(json) + '\n';
}

// The header says that what follows is ours.
model::Expected<void> readHeader(const QString& path, std::string_view line, JournalContents& contents) {
  const auto json = protocol::parseJson(line);
  const bool ours = json && (*json)->is_object() && (*json)->value("format", protocol::JsonIn()) == std::string(kFormat);
  if (!ours) return model::fail("not_a_journal", path.toStdString() + " is no journal of DSMScope.", "");
  const auto version = (*json)->find("version");
  if (version == (*json)->end() || !version->is_number_integer()) {
    return model::fail("not_a_journal", path.toStdString() + " is a journal without a version.", "");
  }
  if (version->get<std::int64_t>() > kJournalVersion) {
    return model::fail("newer_version", path.toStdString() + " was written by a newer DSMScope; it was left alone.",
                       "Open the session with that one.");
  }
  const auto session = (*json)->find("session");
  if (session != (*json)->end() && session->is_string()) contents.sessionPath = session->get<std::string>();
  return {};
}

void keepDevice(JournalContents& contents, model::Device device) {
  const auto known = std::ranges::find(contents.devices, device.uuid, &model::Device::uuid);
  if (known == contents.devices.end()) contents.devices.push_back(std::move(device));
}

void keepRun(JournalContents& contents, model::Run run) {
  if (run.origin == model::Origin::measured) run.origin = model::Origin::recorded;
  const auto known = std::ranges::find(contents.runs, run.id, [](const model::RunPtr& each) { return each->id; });
  auto made = std::make_shared<const model::Run>(std::move(run));
  if (known == contents.runs.end()) {
    contents.runs.push_back(std::move(made));
  } else {
    *known = std::move(made);
  }
}

model::Expected<void> readLine(std::string_view line, const model::Catalogue& catalogue, JournalContents& contents) {
  const auto json = protocol::parseJson(line);
  if (!json) return tl::unexpected(json.error());
  const auto run = (*json)->is_object() ? (*json)->find("run") : (*json)->end();
  if (!(*json)->is_object() || run == (*json)->end()) return model::fail("bad_json", "no run", "");
  protocol::Unread unread;
  auto read = protocol::runFromJson(*run, catalogue, "run", &unread);
  if (!read) return tl::unexpected(read.error());
  static constexpr std::string_view kRun = "/run";
  for (model::UnknownField& field : protocol::takeUnknown(line, **json, unread)) {
    read->unknown.push_back({field.path.substr(kRun.size()), std::move(field.json)});
  }
  if (const auto device = (*json)->find("device"); device != (*json)->end()) {
    auto known = protocol::deviceFromJson(*device, "device");
    if (!known) return tl::unexpected(known.error());
    keepDevice(contents, std::move(*known));
  }
  keepRun(contents, std::move(*read));
  return {};
}

// The rename or the new name itself reaches the disk only with the folder.
void syncFolderOf(const QString& path) {
  const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
  const Descriptor descriptor(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.valid()) ::fsync(descriptor.number());
}

bool lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

}  // namespace

QString journalPathOf(const QString& sessionPath) { return sessionPath + kSuffix; }

bool isJournalPath(const QString& path) { return path.endsWith(kSuffix); }

QString sessionPathOf(const QString& journalPath) { return journalPath.chopped(kSuffix.size()); }

QString journalFolder() {
  const QString base = qEnvironmentVariable("XDG_STATE_HOME");
  return (base.isEmpty() ? QDir::homePath() + QStringLiteral("/.local/state") : base) + QStringLiteral("/dsmscope");
}

QString untitledJournalPath() {
  return QStringLiteral("%1/untitled-%2-%3.dsmscope%4")
      .arg(journalFolder(), QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss")),
           QString::number(QRandomGenerator::system()->generate(), 36), kSuffix);
}

model::Expected<JournalContents> readJournal(const QString& path, const model::Catalogue& catalogue) {
  auto file = FileText::open(path);
  if (!file) return tl::unexpected(file.error());
  const std::string_view text = file->text();
  JournalContents contents;
  std::size_t number = 0;
  std::size_t foreign = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) {
      if (number == 0) return model::fail("not_a_journal", path.toStdString() + " is no journal of DSMScope.", "");
      contents.remarks.push_back("The last line of " + path.toStdString() + " was cut off, so one result is lost.");
      break;
    }
    const std::string_view line = text.substr(begin, end - begin);
    if (++number == 1) {
      if (auto done = readHeader(path, line, contents); !done) return tl::unexpected(done.error());
    } else if (auto done = readLine(line, catalogue, contents); !done && ++foreign == 1) {
      contents.remarks.push_back("Line " + std::to_string(number) + " of " + path.toStdString() + " was left out: " + done.error().message + ".");
    }
    begin = end + 1;
    contents.wholeBytes = begin;
  }
  return contents;
}

std::size_t foldIn(model::Session& session, const JournalContents& journal) {
  std::size_t added = 0;
  for (const model::Device& device : journal.devices) {
    if (session.device(device.uuid) == nullptr) session.devices.push_back(device);
  }
  for (const model::RunPtr& run : journal.runs) {
    if (session.run(run->id) != nullptr) continue;
    session.runs.push_back(run);
    ++added;
    if (session.device(run->deviceUuid) == nullptr && !run->deviceUuid.empty()) {  // its line with the device is lost
      auto homeless = std::make_shared<model::Run>(*run);
      homeless->deviceUuid.clear();
      session.runs.back() = std::move(homeless);
    }
  }
  return added;
}

QStringList findLostJournals() {
  QStringList lost;
  const QDir folder(journalFolder());
  for (const QString& name : folder.entryList({QStringLiteral("*.dsmscope-journal")}, QDir::Files | QDir::NoSymLinks, QDir::Name)) {
    const Descriptor file(::open(QFile::encodeName(folder.filePath(name)).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file.valid() && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0) lost.append(folder.filePath(name));
  }
  return lost;
}

std::string journalLine(const model::Run& run, const model::Device* device, const model::Catalogue& catalogue) {
  std::string line = "{\"run\":" + protocol::runText(run, catalogue);
  if (device != nullptr) line += ",\"device\":" + protocol::dumpJson(protocol::toJson(*device));
  return line + "}\n";
}

model::Expected<JournalFile> JournalFile::create(const QString& path, const QString& sessionPath) {
  const QByteArray name = QFile::encodeName(path);
  // O_EXCL refuses whatever already has the name, a planted link too.
  Descriptor file(::open(name.constData(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file.valid()) return notWritten(path, errno);
  lock(file.number());
  JournalFile journal(path, std::move(file));
  if (auto done = journal.append(headerLine(sessionPath)); !done) {
    journal.remove();
    return tl::unexpected(done.error());
  }
  syncFolderOf(path);
  return journal;
}

model::Expected<JournalFile> JournalFile::resume(const QString& path, std::uint64_t wholeBytes) {
  Descriptor file(::open(QFile::encodeName(path).constData(), O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC));
  if (!file.valid()) return notWritten(path, errno);
  if (!lock(file.number())) return notWritten(path, EWOULDBLOCK);
  struct stat info {};
  const bool cut = ::fstat(file.number(), &info) == 0 && static_cast<std::uint64_t>(info.st_size) > wholeBytes;
  if (cut && ::ftruncate(file.number(), static_cast<off_t>(wholeBytes)) != 0) return notWritten(path, errno);
  return JournalFile(path, std::move(file));
}

model::Expected<JournalFile> JournalFile::rewrite(const QString& path, const QString& sessionPath, const std::string& lines) {
  const std::string text = headerLine(sessionPath) + lines;
  if (auto done = writeFileAtomically(path, text); !done) return tl::unexpected(done.error());
  return resume(path, text.size());
}

model::Expected<void> JournalFile::append(std::string_view lines) {
  struct stat before {};
  if (::fstat(m_file.number(), &before) != 0) return notWritten(m_path, errno);
  if (before.st_nlink == 0) return notWritten(m_path, ENOENT);  // somebody removed it: what is written now would be in no folder
  if (writeAll(m_file.number(), lines) && ::fdatasync(m_file.number()) == 0) return {};
  const int code = errno;
  // Half a line would be read as a foreign one. If even this fails, the reader leaves that line out.
  [[maybe_unused]] const int cut = ::ftruncate(m_file.number(), before.st_size);
  return notWritten(m_path, code);
}

void JournalFile::remove() {
  ::unlink(QFile::encodeName(m_path).constData());
  m_file.close();
}

}  // namespace dsm::app
