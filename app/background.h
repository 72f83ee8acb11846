// SPDX-License-Identifier: GPL-3.0-or-later
// The pools behind everything that runs off the window's thread. main.cpp owns them, so that no thread still works when the
// application and then the program's statics (the catalogue among them) are taken down: a load in progress crashed there.
// A file that is being saved when the person quits is thereby finished, too.
#pragma once

#include <functional>

#include <QThreadPool>

namespace dsm::app {

class Background {
 public:
  Background();
  // Returns when all work is done: loads and readers have been told to stop by their owners before.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // Work that ends by itself. Any thread. Without an instance (tests) Qt's own pool does it.
  static void start(std::function<void()> work);
  // Work that lasts as long as a worker process: it must not take the place of other work. Any thread.
  static void startReader(std::function<void()> work);

 private:
  QThreadPool m_work;
  QThreadPool m_readers;
};

}  // namespace dsm::app
