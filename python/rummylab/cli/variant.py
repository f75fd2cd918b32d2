"""``rummylab variant``: list, show, check and compare rule sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rummylab.cli.options import JsonOption, SetOption, VariantArgument, group, load
from rummylab.cli.output import print_columns, print_json, said
from rummylab.errors import RummyError, VariantError

if TYPE_CHECKING:
    from rummylab.variant import Variant

app = group("Rule sets: list, show, check, compare.")


class _ListedError(RummyError):
    """Mistakes that are printed a line each."""

    def __init__(self, listed: tuple[str, ...]) -> None:
        self.listed = listed
        super().__init__(listed[0])


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """List the shipped rule sets."""
    from rummylab.variant import overview

    rows = overview()
    if as_json:
        print_json(rows)
        return
    shown = ("id", "players", "tiles", "opening.min_points", "summary")
    head = ("id", "players", "tiles", "opening", "summary")
    print_columns(head, [[row[key] for key in shown] for row in rows], right="opening")


@app.command()
def show(
    variant: VariantArgument,
    changes: SetOption = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print a rule file with every key.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Say the rules in plain sentences."""
    if toml and as_json:
        raise RummyError("--toml and --json are both given; choose one")
    loaded = load(variant, changes)
    if toml:
        print(loaded.to_toml(), end="")
        return
    if as_json:
        print_json(
            {
                "id": loaded.id,
                "variant_id": loaded.variant_id,
                "name": loaded.name,
                "summary": loaded.summary,
                "source": loaded.source,
                "rules": loaded.to_dict(),
                "sentences": loaded.sentences(),
            }
        )
        return
    print(f"{loaded.name} ({loaded.id}, rules {loaded.variant_id})")
    for text in (loaded.summary, loaded.source):
        if text:
            print(text)
    section = ""
    for key, sentence in loaded.sentences().items():
        if key.split(".")[0] != section:
            section = key.split(".")[0]
            print(f"\n{section}")
        print(f"  {sentence}")


@app.command()
def check(variant: VariantArgument, as_json: JsonOption = False) -> None:
    """Check a rule file.

    Every mistake is shown with file, line, key, value, what is allowed and the nearest key.
    """
    try:
        loaded = load(variant)
    except VariantError as error:
        if as_json:
            print_json({"ok": False, "problems": list(error.problems)})
        raise _ListedError(error.problems) from None
    root = {"table": "rummikub", "draw": "gin"}[loaded.family]
    changes = load(root).diff(loaded)
    if as_json:
        differing = {key: value for key, (_, value) in changes.items()}
        print_json(
            {"ok": True, "problems": [], "variant_id": loaded.variant_id, "differs": differing}
        )
        return
    count = len(changes)
    differ = "1 key differs" if count == 1 else f"{count} keys differ"
    print(f"{variant}: fine; {differ} from {root} (rules {loaded.variant_id})")
    for key, (_, value) in changes.items():
        print(f"  {key} = {said(value)}")


@app.command()
def diff(a: VariantArgument, b: VariantArgument, as_json: JsonOption = False) -> None:
    """Say in what two rule sets differ.

    Of a table game and a draw game it says the keys that both have; --json has all.
    """
    first, second = load(a), load(b)
    differing = first.diff(second)
    if as_json:
        print_json(differing)
        return
    if not differing:
        print(f"{first.id} and {second.id} have the same rules.")
        return
    sentences = first.diff_sentences(second)
    if first.family != second.family:
        print(_families(first, second))
        both = first.flat().keys() & second.flat().keys()
        differing = {key: values for key, values in differing.items() if key in both}
    for key, (mine, theirs) in differing.items():
        print(f"{key}: {said(mine)} -> {said(theirs)}")
        print(f"  {first.id}: {sentences[key][0]}")
        print(f"  {second.id}: {sentences[key][1]}")


_FAMILIES = {
    "table": "a table game, on one table that all may rearrange",
    "draw": "a draw game, of drawing, melding and discarding",
}


def _families(first: Variant, second: Variant) -> str:
    return (
        f"The families differ: {first.id} is {_FAMILIES[first.family]}; {second.id} is"
        f" {_FAMILIES[second.family]}.\nEach has rules that the other has not ('rummylab variant"
        f" show {second.id}' says them). Of the rules of both these differ:"
    )
