# SPDX-License-Identifier: MIT
# awk -f comments.awk FILE...: comments on lines of their own are filled to 100 columns, one label a line.
# Prints FILE:LINE: what is wrong. Left alone: text indented by two or more, columns that somebody aligned, tables.
BEGIN {
  width = 100
  labels = "(Source|Sources|Definition|Promise|Requires|Cost|Errors|Shape|Shapes|Threads|Memory|Guarantee|Privacy|Interval|Intervals|Accuracy|Layout|Format|Formats|Input|Check|Nightly|Derivation|Derivations|Departures|Losses|Proof)"
}

function complain(what) { print FILENAME ":" FNR ": " what }

FNR == 1 { open = in_item = 0 }

{
  if (!match($0, /^ *\/\/\/?( |$)/) || /SPDX|clang-format|NOLINT|\/\/ ---|\/\/\/</) { open = in_item = 0; next }
  lead = substr($0, 1, RLENGTH)
  text = substr($0, RLENGTH + 1)
  if (length($0) > width && text ~ / /) complain("a comment of more than " width " columns")
  if (text ~ ("[.;)\"] " labels ": ")) complain("a label inside a line")
  is_start = text ~ ("^" labels ": ") || text ~ /^ *([-*]|[0-9]+\.) / || text == ""
  is_fixed = text ~ /[^ ]   *[^ ]/ || text ~ /^\|/ || (text ~ /^ / && !in_item && !is_start)
  if (open && lead == last_lead && !is_start && !is_fixed) {
    split(text, word, " ")
    if (length(last) + 1 + length(word[1]) <= width) complain("\"" word[1] "\" has room in the line before")
  }
  open = text != "" && !is_fixed
  in_item = text != "" && (is_start || (in_item && text ~ /^ /))
  last = $0
  last_lead = lead
}
