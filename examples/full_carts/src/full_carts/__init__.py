"""Full Carts: load your cards, and never the sixth one."""

from boardwright.api import Game, Options

from full_carts.position import FullCartsPosition


class FullCarts(Game[FullCartsPosition, Options]):
    """The game object; its methods are functions in the modules beside it."""

    name = "full_carts"
    title = "Full Carts"
    summary = "Choose a card with all others at once, and never load the sixth one."
    seats = range(2, 6)


GAME = FullCarts()
