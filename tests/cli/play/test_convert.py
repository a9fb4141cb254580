"""Records become files of other programs, with their variations, and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.core.records.record import load, load_annotated
from tests.cli.conftest import Cli, done, refused

PENTOBI = "(;GM[Blokus Duo];B[e9,f9,e10](;W[j5])(;W[j5,k5]))"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.blksgf"
    path.write_text(PENTOBI)
    return path


def test_a_file_becomes_a_record_with_its_variations(cli: Cli, game: Path) -> None:
    code, out, _ = cli("convert", str(game))
    assert (code, out) == (0, f"{game.with_suffix('.jsonl')}: Blokus, 1 variation\n")
    main, annotations = load_annotated(game.with_suffix(".jsonl").read_bytes())
    (other,) = annotations.variations
    assert other.after == 1
    assert main.line()[1].text != other.steps[0].text
    assert "beside it 1 variation, 0 notes" in cli("verify", str(game.with_suffix(".jsonl")))[1]


def test_a_record_becomes_a_file_again(cli: Cli, game: Path) -> None:
    cli("convert", str(game))
    both = game.with_name("both.blksgf")
    record = game.with_suffix(".jsonl")
    assert cli("convert", str(record), "--to", "blksgf", "--out", str(both))[0] == 0
    assert both.read_text().replace("\n", "") == PENTOBI
    cli("branch", str(record), "--at", "1", "--out", "other.jsonl")
    assert cli("convert", str(record), "other.jsonl", "--out", "joined.blksgf")[0] == 0


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x.sgf", "", "files of this kind cannot be read; possible are .blksgf, .jsonl"),
        ("x.blksgf", "(;GM[Chess])", "'Chess' is not a game that can be read"),
        ("x.blksgf", b"\xff\xfe", "x.blksgf: "),
    ],
)
def test_what_cannot_be_converted_is_explained(
    cli: Cli, tmp_path: Path, name: str, text: str | bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert words in refused(cli, "convert", str(path))


def test_every_game_has_the_plain_notation_and_no_file_is_replaced(cli: Cli, game: Path) -> None:
    cli("play", "deblockle", "--players", "random,random", "--seed", "1", "--save", "d.jsonl")
    assert cli("convert", "d.jsonl")[0] == cli("convert", "d.moves", "--out", "again.jsonl")[0] == 0
    played, again = (load(Path(name).read_bytes()) for name in ("d.jsonl", "again.jsonl"))
    assert played.position == again.position
    assert "with --to: moves" in cli("convert", "d.jsonl", "--to", "pgn")[2]
    cli("convert", str(game))
    assert f"{game} exists" in cli("convert", str(game.with_suffix(".jsonl")))[2]


def test_a_match_in_the_terminal_starts_from_a_file(cli: Cli, game: Path) -> None:
    out = done(cli, "play", "blokus", "--players", "easy,easy", "--start", str(game), "--save", "on.jsonl")
    match = load(Path("on.jsonl").read_bytes())
    assert match.header.branch is not None
    assert match.header.branch.inherited == 2
    assert match.is_over
    assert "easy" in out
