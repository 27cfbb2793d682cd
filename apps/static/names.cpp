// SPDX-License-Identifier: MIT
// Linked into static programs alone.
#include <nss.h>

namespace {

/// Names of machines come from the file of hosts and from DNS, which a static glibc knows by
/// itself. Any other service that a system lists is a library for that system's own glibc: with an
/// older one (Debian 11, with libnss-myhostname or libnss-mdns) loading it ends the program.
[[maybe_unused]] const int configured = __nss_configure_lookup("hosts", "files dns");

}  // namespace
