#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/build.sh [--draft] [--program FILE] [OUTPUT]: the documentation's site, in OUTPUT/html (build/docs/html of this checkout).
# Installs what is missing (Debian 12), lays the pages out, builds them with warnings as errors, and follows every link.
#   --draft            warnings are shown and do not fail: for who writes
#   --program FILE     the program that draws the gallery (build/apps/edgeldp of this checkout); without one it has no pictures
# Exit code: 0 done, 2 a page or a link is wrong, 3 system.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../.ci/dependencies.sh
source "$root/.ci/dependencies.sh"
strict=(-W --keep-going)
out=
program=$root/build/apps/edgeldp
while (($#)); do
  case $1 in
    --draft) strict=() ;;
    --program) program=${2:?"--program FILE"}; shift ;;
    -*) say "docs/build.sh [--draft] [--program FILE] [OUTPUT]"; exit 2 ;;
    *) out=$1 ;;
  esac
  shift
done
out=${out:-$root/build/docs}
ensure_packages "${packages_docs[@]}" || exit 3
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 3
rm -rf "$out/source" "$out/xml" "$out/html" "$out/fonts" "$out/gallery"

# Doxygen says where names are declared, in a second or two.
libraries=(core core/channel graph graph/rivals apps/collect/client apps/collect/collector)
(cat "$root/docs/site/Doxyfile"
 printf 'INPUT = %s\nOUTPUT_DIRECTORY = "%s"\n' "$(printf '"%s" ' "${libraries[@]/#/$root/}" | sed 's|" |/include" |g')" "$out") |
  doxygen - >&2 || { say "doxygen failed"; exit 3; }

gallery=()
if [[ -x $program ]]; then
  gallery=("$out/gallery")
  mkdir -p "$out/gallery"
  PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$root/docs/site/gallery.py" "$program" "$root" "$out/gallery" || exit 2
else
  say "the gallery has no pictures: there is no program $program"
fi
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$root/docs/site/stage.py" "$root" "$out/source" "$out/xml" "${gallery[@]}" || [[ ${#strict[@]} == 0 ]] || exit 2
mkdir -p "$out/fonts"
font=/usr/share/texmf/fonts/opentype/public/tex-gyre-math/texgyretermes-math.otf
[[ ! -r $font ]] || cp "$font" "$out/fonts/"
EDGELDP_DOCS_FONTS=$out/fonts PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m sphinx -q -j 2 "${strict[@]}" -b html -c "$root/docs" \
  -d "$out/doctrees" "$out/source" "$out/html" >&2 || { say "the site has warnings"; exit 2; }
/usr/bin/python3 "$root/docs/site/links.py" "$out/html" || exit 2
say "the site is $out/html/index.html"
