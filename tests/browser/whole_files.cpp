// SPDX-License-Identifier: MIT
// Boost's mapped files are a compiled library, which no page needs. Under Node.js they are read
// whole.
#include <boost/iostreams/device/mapped_file.hpp>
#include <boost/make_shared.hpp>
#include <fstream>
#include <ios>
#include <iterator>
#include <memory>
#include <vector>

namespace boost::iostreams {

namespace detail {
class mapped_file_impl {
 public:
  std::vector<char> bytes;
};
}  // namespace detail

mapped_file_source::mapped_file_source() = default;
mapped_file_source::mapped_file_source(const mapped_file_source&) = default;

void mapped_file_source::open_impl(const param_type& p) {
  std::ifstream in(p.path.c_str(), std::ios::binary);
  if (!in) throw std::ios_base::failure("cannot open a file");
  pimpl_ = boost::make_shared<impl_type>();
  pimpl_->bytes.assign(std::istreambuf_iterator<char>(in), {});
}

bool mapped_file_source::is_open() const {
  return static_cast<bool>(pimpl_);
}
mapped_file_source::size_type mapped_file_source::size() const {
  return pimpl_->bytes.size();
}
const char* mapped_file_source::data() const {
  return pimpl_->bytes.data();
}

}  // namespace boost::iostreams
