# SPDX-License-Identifier: MIT
"""Randomized answers to questions of a survey."""

from .channel import Channel, channel
from .proportions import Proportions
from .survey import estimate_survey, survey

__all__ = ["Channel", "Proportions", "channel", "estimate_survey", "survey"]
