// SPDX-License-Identifier: MIT
#pragma once

namespace edgeldp::cli {

/// Settings of the whole process, before any other thread and any file:
/// - a pipe whose reader has gone is an error of writing, not a signal;
/// - standard input, output and error are taken even where the caller closed them, so that no file
///   that is opened later gets their numbers and with them our messages;
/// - no core dumps: they would hold the private graph;
/// - SIGINT, SIGTERM and SIGHUP, unless the caller ignores them, remove scratch folders and
///   unfinished files before they end the process, and say on standard error what was kept
///   (stop_handler.hpp: what asks for more time).
void prepare_process();

}  // namespace edgeldp::cli
