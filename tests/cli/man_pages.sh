# SPDX-License-Identifier: MIT
# A page for the program and one a verb, without a complaint of the formatter, and with all options.
source "$(dirname "$0")/../support/cli.sh"
rm -rf pages
expect 0 "pages" "$edgeldp" man-pages pages --date 2026-01-31
for page in edgeldp edgeldp-triangles edgeldp-channel edgeldp-channel-show edgeldp-dataset-generate; do
  [[ -s pages/$page.1 ]] || fail "there is no $page.1"
done
[[ ! -e pages/edgeldp-man-pages.1 ]] || fail "a page of a hidden verb"
while read -r option; do
  grep -qF -- "${option//-/\\-}" pages/edgeldp-triangles.1 || fail "$option is not on the page of triangles"
done < <("$edgeldp" triangles --help-all | grep -oE '^  (-[a-z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+')
expect 3 "a folder that cannot be" "$edgeldp" man-pages /dev/null/x --date 2026-01-31
expect 2 "no date" "$edgeldp" man-pages pages

if command -v mandoc >/dev/null; then
  mandoc -Tlint -W warning pages/*.1 >complaints.txt 2>&1 || fail "mandoc: $(head -n 5 complaints.txt)"
  # As it is read: the text is that of help.
  mandoc -Tascii -O width=100 pages/edgeldp-triangles.1 | col -b >triangles.txt 2>/dev/null || fail "mandoc"
  grep -qE -- '--kappa N' triangles.txt || fail "--kappa is not to be read"
  grep -qF 'edgeldp triangles wiki-Vote.txt.gz --epsilon 0.5,1,2 --runs 20' triangles.txt || fail "no examples are to be read"
elif command -v man >/dev/null && command -v groff >/dev/null; then
  for page in pages/*.1; do
    complaints=$(LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -l "$page" 2>&1 >/dev/null)
    [[ -z $complaints ]] || fail "man: $complaints"
  done
else
  ((failures)) || exit 77
fi
finish
