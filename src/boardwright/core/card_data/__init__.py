"""Cards and commands as data: JSON that names conditions and instructions which a game has registered."""

from __future__ import annotations

from boardwright.core.card_data.command import Args, Command, Expression
from boardwright.core.card_data.folder import CardFolder, Source, check_length, read_source
from boardwright.core.card_data.language import (
    BadCards,
    Condition,
    Instruction,
    JsonObject,
    Language,
    Registry,
    RuleJson,
    Steps,
    collected,
    read,
)
from boardwright.core.card_data.rule import LegalCommands, Rule, Rules

__all__ = [
    "Args", "BadCards", "CardFolder", "Command", "Condition", "Expression", "Instruction", "JsonObject", "Language",
    "LegalCommands", "Registry", "Rule", "RuleJson", "Rules", "Source", "Steps", "check_length", "collected",
    "read", "read_source",
]  # fmt: skip
