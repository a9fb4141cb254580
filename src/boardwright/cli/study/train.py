"""Train a policy and value network by self-play of two players, on one core.

Where the game is solved, the network is compared with the solution, otherwise it plays games against bots. The
directory gets `net.npz` (play it with `network:file=DIR/net.npz`), `log.jsonl` and `curve.svg`. The same seed gives
the same network on the same machine.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from boardwright.arena.pairing import Pairing, default_max_moves, play
from boardwright.arena.plot import lines
from boardwright.bots.perfect import known_turns
from boardwright.cli.arguments import add_variant, check_bots, read_setup, whole
from boardwright.cli.wrapping import say
from boardwright.core.refusal import BadOptions, BoardwrightError

if TYPE_CHECKING:
    from boardwright.lab.episodes.episode import EpisodeSetup

Judge: TypeAlias = Callable[[Path], dict[str, float]]
"""From the file of a network to figures between 0 and 1."""
_EXAM = 1000
_STEPS = 32
"""Steps in every game between two improvements."""
_OPENING, _LONGEST, _ENTROPY = 16, 200, 0.02


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    add_variant(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="directory of the results")
    parser.add_argument(
        "--decisions", type=whole(1), default=1_000_000, metavar="N", help="moves of self-play (default: 1,000,000)"
    )
    parser.add_argument("--games", type=whole(1, 100_000), default=64, metavar="N", help="games at once (default: 64)")
    parser.add_argument("--hidden", type=whole(1, 10_000), default=128, metavar="N", help="units of each of two layers")
    parser.add_argument("--judgments", type=whole(1), default=20, metavar="N", help="points of the curve (default: 20)")
    parser.add_argument(
        "--against",
        nargs="+",
        default=["random", "greedy"],
        metavar="BOT",
        help="bots to play (default: random greedy)",
    )
    parser.add_argument(
        "--judge-games", type=whole(2), default=20, metavar="N", help="games against each (default: 20)"
    )
    parser.add_argument("--seed", type=whole(0), default=0, metavar="N", help="seed of everything (default: 0)")
    parser.epilog = "example: boardwright train deblockle -o cubes=1 --out net"


def run(args: argparse.Namespace) -> int:
    game, seats, options = read_setup(args.game, args.seats, args.option)
    if seats != 2:
        raise BadOptions(f"Training is for two seats, not {seats}: what one wins the other loses.")
    check_bots(args.against, game)
    try:
        from boardwright.lab.episodes.episode import EpisodeSetup
        from boardwright.lab.training import Learner, SelfPlayRollout
        from boardwright.lab.vector import VectorGameEnv
    except ImportError as error:
        raise BoardwrightError(f"{error}; run `pip install 'boardwright[train]'`.") from None
    setup = EpisodeSetup(game, seats, msgspec.to_builtins(options))
    args.out.mkdir(parents=True, exist_ok=True)
    env = VectorGameEnv(game.name, args.games, seats=2, options=msgspec.to_builtins(options), max_moves=_LONGEST)
    games = SelfPlayRollout(env, opening=_OPENING, seed=args.seed)
    learner = Learner(setup.actions.length, setup.actions.size, hidden=(args.hidden,) * 2, seed=args.seed)
    facts = {"game": game.name, "version": game.version, "seats": 2, "options": msgspec.to_builtins(options)}

    def improve(done: int) -> None:
        learner.learn(games.play(learner.evaluate, _STEPS), _ENTROPY * (1 - done / args.decisions))

    judge = _exam(setup, args.seed) if known_turns(game, setup.start) is not None else _matches(setup, args)
    _loop(args, improve, lambda path: learner.export(path, facts), judge)
    say(f"The network is in {args.out / 'net.npz'}; play it with `network:file={args.out / 'net.npz'}`.")
    return 0


def _loop(
    args: argparse.Namespace, improve: Callable[[int], None], export: Callable[[Path], None], judge: Judge
) -> None:
    """Improve and judges in turn; network, log and curve are written after every judgment."""
    path, started, done = args.out / "net.npz", process_time(), 0
    curve: list[dict[str, float]] = []
    with (args.out / "log.jsonl").open("w", encoding="utf-8") as log:
        for number in range(args.judgments + 1):
            while done < args.decisions * number / args.judgments:
                improve(done)
                done += args.games * _STEPS
            spent = process_time() - started
            export(path)
            curve.append({"decisions": done, "seconds": round(spent, 1), **judge(path)})
            log.write(json.dumps(curve[-1]) + "\n")
            log.flush()
            (args.out / "curve.svg").write_text(plot(args.game, curve), "utf-8")
            say("  ".join(f"{name} {value:g}" for name, value in curve[-1].items()))


def _exam(setup: EpisodeSetup, seed: int) -> Judge:
    from boardwright.bots.network import Network
    from boardwright.lab.training import Exam

    exam = Exam(setup, _EXAM, seed)
    guess = exam.by_guessing()
    say(f"By guessing: value_error {guess.value_error:.3f}, accuracy {guess.accuracy:.3f} ({_EXAM} solved positions).")

    def judge(path: Path) -> dict[str, float]:
        return {name: round(value, 4) for name, value in exam.judge(Network.load(path))._asdict().items()}

    return judge


def _matches(setup: EpisodeSetup, args: argparse.Namespace) -> Judge:
    facts: Any = {"game": setup.game.name, "options": msgspec.to_builtins(setup.options)}

    def score(path: Path, opponent: str, number: int) -> float:
        bots = (f"network:file={path},temperature=0.3", opponent)
        pair = bots if number % 2 == 0 else bots[::-1]
        seed, longest = f"{args.seed}/{number // 2}", default_max_moves(setup.game)
        places = play(Pairing(number=number, bots=pair, seed=seed, max_moves=longest, **facts)).places
        own, other = places if number % 2 == 0 else places[::-1]
        return 0.5 if own == other else float(own < other)

    def judge(path: Path) -> dict[str, float]:
        games = range(args.judge_games)
        return {bot: round(sum(score(path, bot, number) for number in games) / len(games), 4) for bot in args.against}

    return judge


def plot(title: str, curve: list[dict[str, float]]) -> str:
    """Return the figures of every judgment as lines over the decisions.

    >>> plot("Chess", [{"decisions": 0, "seconds": 0.0, "random": 0.5}]).startswith("<svg")
    True
    """
    names = [name for name in curve[0] if name not in ("decisions", "seconds")]
    high = max(1.0, *(point[name] for point in curve for name in names))
    series = [(name.replace("_", " "), [point[name] for point in curve]) for name in names]
    return lines(f"{title}: training", series, 0.0, high, f"{curve[-1]['decisions']:,} decisions of self-play")
