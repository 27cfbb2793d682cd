# SPDX-License-Identifier: MIT
"""Numbers and records in words: as many digits as are known, and sentences for people."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

Fields = Mapping[str, Any]

SIMULATED = "Simulated: random coins were replayed from a seed, so this protects nobody."


# ----------------------------------------------------------------------------------------- Numbers


def number(value: object) -> float:
    """A number of a record; nan where it is null or missing."""
    return float(value) if isinstance(value, (int, float)) else math.nan


def rounded(value: float, error: float = math.nan) -> str:
    """As many digits as two of the error leave; four without an error."""
    if not math.isfinite(value):
        return "unknown" if math.isnan(value) else f"{value:g}"
    has_error = math.isfinite(error) and error > 0
    size = error if has_error else abs(value)
    last = math.floor(math.log10(size)) - (1 if has_error else 3) if size else 0
    if abs(value) >= 1e15 or last < -9:
        return f"{value:.3g}"
    if not has_error and value == round(value):
        last = 0
    value = round(value, -last) + 0.0
    text = f"{value:,.{max(-last, 0)}f}"
    return (text.replace(",", "") if abs(value) < 10_000 else text).replace(",", " ")


def percent(share: float) -> str:
    """A share of something, to two digits."""
    if not math.isfinite(share):
        return "unknown"
    digits = max(0, 1 - math.floor(math.log10(share * 100))) if share > 0 else 0
    return f"{share * 100:,.{min(digits, 3)}f}".replace(",", " ") + "%"


def in_bytes(size: float) -> str:
    """A number of bytes with its unit."""
    if math.isnan(size):
        return "unknown"
    if not size:
        return "nothing"
    for unit, least in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= least:
            return f"{size / least:.3g} {unit}"
    text = f"{size:.2g}" if size < 10 else f"{size:.0f}"
    return f"{text} byte" if text == "1" else f"{text} bytes"


def in_nats(epsilon: float) -> str:
    """A budget."""
    return f"epsilon {epsilon:.4g}"


def interval_of(record: Fields, p: float) -> tuple[float, float]:
    """Both ends of the interval of an estimate; see `Result.interval`."""
    confidence = record.get("confidence")
    if confidence is None:
        return (math.nan, math.nan)
    if p == confidence:
        low, high = record["interval"]
        return (-math.inf if low is None else float(low),
                math.inf if high is None else float(high))
    parts = [record[key] for key in ("inflation", "standard_error", "bias_bound")]
    if None in parts:
        return (-math.inf, math.inf)
    inflation, error, bias = parts
    from statistics import NormalDist

    half = NormalDist().inv_cdf((1 + p) / 2) * inflation * error + bias
    value = number(record.get("estimate"))
    return (value - half, value + half)


# ----------------------------------------------------------------------------------------- Records


def counted(record: Fields) -> str:
    """What a record is about where it does not say: of calls that estimate one thing only."""
    measure = record.get("measure", "common" if "first" in record else None)
    if measure is not None:
        return "common_neighbors" if measure == "common" else str(measure)
    if "length" in record:
        return "cycles"
    return "butterflies" if "left" in record else "triangles"


def name_of(statistic: str, record: Fields) -> str:
    """What is estimated."""
    words = statistic.replace("_", " ")
    if isinstance(record.get("values"), list):
        return f"{words} ({', '.join(map(str, record['values']))})"
    whose = record.get("users")
    whose = list(whose) if isinstance(whose, list) else [
        record[key] for key in ("first", "second", "item", "user") if key in record]
    if whose:
        of = " " if statistic in record else " of "
        return words + of + " and ".join(map(str, whose))
    return f"{words} of length {record['length']}" if "length" in record else words


def estimate_text(record: Fields) -> str:
    """The estimate with its error; of what is lost in the noise what it is at most."""
    if record.get("judgement") == "not_usable":
        most = record.get("at_most")
        if most is None:
            return "not usable, error without bound"
        return f"not usable, at most {rounded(most, record['half_width'])}"
    value, error = number(record.get("estimate")), number(record.get("standard_error"))
    half, known = number(record.get("half_width")), record.get("confidence")
    if math.isfinite(half):
        return f"{rounded(value, half)} ± {rounded(half, half)} (95%)"
    if known is not None:
        return f"{rounded(value)}, error without bound"
    of_one = rounded(error, error)
    if "confidence" in record:
        each = "" if math.isnan(error) else f", each with an error of {of_one}"
        return f"{rounded(value)} on average over users{each}"
    if "estimate" in record:
        return f"{rounded(value, error)}, standard error {of_one}"
    return f"predicted error {of_one}"


def interval_text(record: Fields) -> str:
    low, high = interval_of(record, 0.95)
    half = number(record.get("half_width"))
    if math.isinf(low) or math.isinf(high):
        return "without bound"
    return "none" if math.isnan(low) else f"{rounded(low, half)} to {rounded(high, half)}"


def reservations(record: Fields) -> list[str]:
    """What to keep in mind."""
    said = ["weak"] if record.get("judgement") == "weak" else []
    if record.get("private") is False:
        said = [*said, "not private"]
    return said + (["simulated"] if record.get("simulated", True) else [])


def line(statistic: str, record: Fields) -> str:
    """A result in one line."""
    runs, epsilon = int(record.get("runs", 1)), number(record.get("epsilon"))
    said = [f"mean of {runs} runs"] if runs > 1 else []
    said += [in_nats(epsilon)] if math.isfinite(epsilon) else []
    told = ", ".join([estimate_text(record), *said, *reservations(record)])
    return f"{name_of(statistic, record)}: {told}"


def _lost_text(record: Fields) -> str:
    most, would_do = record.get("at_most"), record.get("epsilon_that_would_do")
    text = "lost in the noise"
    if most is not None:
        text += (f"; with 95% confidence the truth is at most "
                 f"{rounded(most, record['half_width'])}")
    if would_do is not None:
        text += f". {in_nats(would_do).capitalize()} would do, as far as this noise tells"
    return text + "."


def judgement_text(record: Fields) -> str:
    judgement = record.get("judgement")
    reach = number(record.get("half_width")) / abs(number(record.get("estimate")) or math.nan)
    if judgement == "usable":
        return f"Usable: the interval reaches {percent(reach)} of the estimate to either side."
    if judgement == "weak" and reach <= 0.25:
        return "Weak: one noisy number, or an allowance for bias, decides the estimate."
    if judgement == "weak":
        return (f"Weak: the interval reaches {percent(reach)} of the estimate to either side, "
                "so it gives little more than the order of magnitude.")
    return f"Not usable: {_lost_text(record)}"


def privacy_text(record: Fields) -> str:
    spent = number((record.get("spent") or {}).get("epsilon"))
    if record.get("private") is False:
        text = f"Not private: {record.get('not_private_because') or 'it tells more than it claims'}."
    elif math.isfinite(spent):
        text = f"Each user has spent a privacy budget of {in_nats(spent)}."
    else:
        text = ""
    return f"{text} {SIMULATED}".strip() if record.get("simulated", True) else text


def _edge_text(record: Fields) -> str:
    spent = record.get("spent") or {}
    told = number(spent.get("relationship_dp"))
    if math.isnan(told):
        return ""
    if record.get("directed"):
        return (f"All messages together tell {in_nats(number(spent.get('edge_ldp')))} at most of "
                f"whether one given user names another, and {in_nats(told)} of both ways.")
    return (f"All messages together tell {in_nats(told)} at most of whether two given users "
            "know each other: both may answer.")


def cost_text(record: Fields) -> str:
    up, down = number(record.get("upload_bytes")), number(record.get("download_bytes"))
    if math.isnan(up) or math.isnan(down):
        return ""
    return f"A user sends {in_bytes(up)} and reads {in_bytes(down)}."


def _exact_text(record: Fields) -> str:
    exact = record.get("exact", {})
    truth = exact.get("truth")
    if truth is None:
        return ""
    off = number(exact.get("relative_error"))
    if math.isnan(off):
        return f"{rounded(truth)}; the estimate is off by {rounded(number(exact.get('rmse')))}"
    return f"{rounded(truth)}; the estimate is off by {percent(off)}"


def sentences(statistic: str, record: Fields) -> str:
    """A result in two or three sentences."""
    judgement = record.get("judgement")
    if judgement == "not_usable":
        said = [_lost_text(record)]
    elif judgement in ("usable", "weak"):
        low, high = interval_of(record, 0.95)
        half = (high - low) / 2
        value = rounded(number(record.get("estimate")), half)
        said = [f"about {value}; with 95% confidence the truth lies "
                f"between {rounded(low, half)} and {rounded(high, half)}."]
    else:
        said = [f"{estimate_text(record)}."]
    if judgement == "weak":
        said.append(judgement_text(record))
    return " ".join(filter(None, [f"{name_of(statistic, record)}:", *said, privacy_text(record)]))


def rows_of(record: Fields) -> list[tuple[str, str]]:
    """A result as headings and texts."""
    rows = [("Estimate", estimate_text(record))]
    if (runs := int(record.get("runs", 1))) > 1:
        rows.append(("Runs", f"The estimate is the mean of {runs} runs; "
                             "the interval is as wide as that of one run."))
    if record.get("judgement"):
        rows += [("95% interval", interval_text(record)), ("Judgement", judgement_text(record))]
    rows += [("Privacy", privacy_text(record)), ("An edge", _edge_text(record)),
             ("Cost", cost_text(record)),
             ("Exact (only a simulation knows)", _exact_text(record))]
    return [row for row in rows if row[1]]
