"""Decks, hands, secrets and bags, from which views, resampling and deals follow."""

from __future__ import annotations

from boardwright.core.components.cards import Bag, Deck, Hand, Secret
from boardwright.core.components.dealing import Dealing
from boardwright.core.components.hidden import Pool, resampled

__all__ = ["Bag", "Dealing", "Deck", "Hand", "Pool", "Secret", "resampled"]
