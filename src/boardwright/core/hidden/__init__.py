"""Decks, hands, secrets and bags, from which views, resampling and deals follow."""

from __future__ import annotations

from boardwright.core.hidden.cards import Bag, Deck, Hand, Secret
from boardwright.core.hidden.components import Pool, resampled
from boardwright.core.hidden.dealing import Dealing

__all__ = ["Bag", "Dealing", "Deck", "Hand", "Pool", "Secret", "resampled"]
