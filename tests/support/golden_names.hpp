// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace edgeldp::test {

/// The name of an instance whose parameter is a file: the file's, with _ in place of -.
inline std::string name_of_file(const ::testing::TestParamInfo<const char*>& instance) {
  std::string name = instance.param;
  name.erase(0, name.find('/') + 1);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

}  // namespace edgeldp::test
