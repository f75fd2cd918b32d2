"""Reports: true to the tallies, self-contained, and readable without statistics."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from study_toys import Toy

from rummylab.analysis import text
from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError
from rummylab.report import build
from rummylab.report.assemble import assemble
from rummylab.report.findings import findings
from rummylab.report.rules import differing
from rummylab.report.words import by_players
from rummylab.study import Cell, Study, StudyResult

TOYS = {
    "thirty": Toy(turns=30, edge=0.0, pool_empty=0.0, opening=0.3, noise=1),
    "fifty <b>": Toy(turns=36, edge=0.06, pool_empty=0.03, opening=0.15, noise=2),
    "zero": Toy(turns=27, edge=0.0, pool_empty=0.0, opening=0.5, noise=3),
}


def play(
    cell: Cell,
    *,
    first: int,
    count: int,
    threads: int | None,
    progress: Callable[[int], None] | None,
) -> Tally:
    toy = TOYS[cell.arm.label]
    return toy.tally(players=cell.players, seed=cell.study.seed, first=first, count=count)


def study(**changes: Any) -> Study:
    arms = [
        {"variant": "rummikub", "label": "thirty"},
        {"variant": "rummikub:opening.min_points=50", "label": "fifty <b>"},
        {"variant": "rummikub:opening.min_points=0,deal.starter=random", "label": "zero"},
    ]
    fields = {"title": "Opening & length", "question": "Does it matter?", "players": [2, 4]}
    return Study(**{**fields, "games": 22_000, "seed": 3, "arms": arms, **changes})


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    return study().run(tmp_path_factory.mktemp("report") / "out", source=play)


class Reader(HTMLParser):
    """Collects tags, addresses and the text that a person sees."""

    VOID = frozenset({"meta", "br", "img", "link", "hr", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.labels: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("href", "src", "xlink:href") and value and not value.startswith("#"):
                self.links.append(value)
            if name == "aria-label":
                self.labels.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "svg"} & set(self.open):
            self.words.append(data)


@pytest.fixture(scope="module")
def page(result: StudyResult, tmp_path_factory: pytest.TempPathFactory) -> str:
    return result.report(tmp_path_factory.mktemp("page") / "report.html").read_text()


@pytest.fixture(scope="module")
def seen(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []  # every element is closed
    return reader


def words(reader: Reader) -> str:
    return re.sub(r"\s+", " ", " ".join(reader.words))


def test_the_page_needs_no_network_and_no_scripts(seen: Reader) -> None:
    assert seen.links == []
    assert "script" not in seen.tags
    assert "link" not in seen.tags
    assert "iframe" not in seen.tags


def test_the_page_loads_nothing_from_its_style(page: str) -> None:
    assert "@import" not in page
    assert not re.findall(r"url\((?!#)", page)


def test_the_page_answers_in_the_order_of_a_reader(seen: Reader) -> None:
    said = words(seen)
    order = [
        *("Opening & length", "Does it matter?", "Three rule sets, two and four players"),
        *("Findings", "What was compared", "Where the rules differ", "The numbers", "Figures"),
        *("What the words mean", "How to reproduce it", "Method"),
    ]
    places = [said.index(part) for part in order]
    assert places == sorted(places)


def test_labels_are_escaped(page: str, seen: Reader) -> None:
    assert "fifty <b>" in words(seen)
    assert "b" not in seen.tags
    assert "fifty &lt;b&gt;" in page


def test_every_figure_has_words_for_who_cannot_see_it(seen: Reader) -> None:
    assert seen.tags.count("svg") == seen.tags.count("figure") == len(seen.labels) == 7
    assert all("thirty" in label and "four players" in label for label in seen.labels)


def test_numbers_are_those_of_the_tally_cut_to_their_error(
    result: StudyResult, seen: Reader
) -> None:
    said = words(seen).replace("\u00a0", " ")
    for arm in result.arms:
        for players in (2, 4):
            turns = result.estimate(arm.id, players, "turns")
            assert text.number(turns) in said
            assert text.interval(turns) in said
            share = result.estimate(arm.id, players, "first_player_win_rate")
            assert text.interval(share, "share") in said
    assert not re.search(r"\d\.\d{5,}", said)


def test_findings_are_sentences_with_intervals(result: StudyResult) -> None:
    found = {finding.subject: finding.sentences for finding in findings(result)}
    low, high = (result.estimate(arm, 4, "turns") for arm in ("zero", "fifty-b"))
    assert found["Length"][1] == (
        f"With four players a game takes {text.phrase(low, 'turns')} under “zero” and"
        f" {text.phrase(high, 'turns')} under “fifty <b>”, and the others lie between."
    )
    gap = result.differences("fifty-b", "thirty", 2, ["turns"])[0].difference
    assert found["Length"][2].startswith(
        f"“fifty <b>” against “thirty”, on the same deals: {text.number(gap)} turns longer"
        f" ({text.interval(gap)}) with two and "
    )
    assert "turns shorter" in found["Length"][3]
    assert "no difference that can be told from chance" in found["Winner's score"][0]
    for sentences in found.values():
        for sentence in sentences:
            assert sentence.endswith(".")
            assert sentence[0].isupper() or sentence[0] == "“"


def test_who_starts_is_named_only_where_it_shows(result: StudyResult) -> None:
    found = {finding.subject: finding.sentences for finding in findings(result)}["Who starts"]
    assert len(found) == 3
    assert found[0].startswith("Under “fifty <b>” who starts wins 5")
    assert found[1] == "An equal share is 50 % with two and 25 % with four players."
    assert found[2].startswith("In the other cases no advantage or handicap of who starts")
    assert found[2].endswith("the tables are narrower because each is for one case alone.")
    # The range of a case that is named is that of the table.
    share = result.estimate("fifty-b", 2, "first_player_win_rate")
    assert text.phrase(share, "share") in found[0]


def test_numbers_of_a_row_have_the_same_decimals(result: StudyResult) -> None:
    for row in (row for table in assemble(result).tables for row in table.rows):
        shown = [n.value.rstrip(" %") for n in row.numbers if n.value not in ("0 %", "100 %")]
        assert len({len(value.partition(".")[2]) for value in shown}) <= 1, row


def test_what_is_0_in_every_game_has_no_figure(tmp_path: Path) -> None:
    gin = Study(title="Gin", players=[2], games=100, strategies="greedy", arms=[{"variant": "gin"}])
    names = [figure.name for figure in assemble(gin.run(tmp_path / "out")).figures]
    assert "winner-score" in names
    assert "loser-loss" not in names  # who does not win a deal of gin scores nothing


def test_wider_intervals_of_seats_are_told_below_the_tables(tmp_path: Path) -> None:
    asked = {"primary": "turns", "others": ["win_rate.seat_1", "first_player_win_rate"]}
    told = study(games=1000, metrics=asked).run(tmp_path / "out", source=play)
    for name in ("r.html", "r.md"):
        said = told.report(tmp_path / name).read_text()
        assert "so each is wider than that of one alone" in said
    plain = study(games=1000).run(tmp_path / "plain", source=play)
    assert not assemble(plain).together


def test_endings(result: StudyResult) -> None:
    found = {finding.subject: finding.sentences for finding in findings(result)}["Endings"]
    assert found[0].startswith("Under “fifty <b>” the share of games in which the pool is empty")
    assert found[1] == "In all other cases that happens in less than 1 % of the games."
    assert found[2] == "None of the 132,000 games was stopped by the cap on turns."


def test_rule_sets_that_lead_to_the_same_games_are_named(tmp_path: Path) -> None:
    def same(cell: Cell, *, first: int, count: int, **_: Any) -> Tally:
        name = "zero" if cell.arm.label == "zero" else "thirty"
        return TOYS[name].tally(players=cell.players, seed=3, first=first, count=count)

    found = findings(study(games=2000).run(tmp_path / "out", source=same))
    assert found[-1].subject == "Same games"
    assert (
        found[-1].sentences[0].startswith("Under “thirty” and “fifty <b>” all games went the same")
    )
    assert len(found[-1].sentences) == 1


def test_quantiles_have_no_finding_of_their_own(result: StudyResult, tmp_path: Path) -> None:
    asked = {"primary": "turns", "others": ["turns.median", "pool_left", "ending.cap"]}
    found = findings(study(games=1000, metrics=asked).run(tmp_path / "out", source=play))
    assert [f.subject for f in found] == ["Length", "Pool", "Who starts", "Endings"]
    assert "are left in the pool at the end under" in found[1].sentences[0]


def test_rules_that_differ_are_told_in_their_own_words(result: StudyResult) -> None:
    heard, silent = differing(result)
    assert [rule.key for rule in heard] == ["opening.min_points"]
    assert [rule.key for rule in silent] == ["deal.starter"]
    meanings = dict(heard[0].meanings)
    assert meanings[result.arms[0].variant.sentences()["opening.min_points"]] == ("thirty",)
    assert assemble(result).why_silent == "seat 1 starts every deal"


def test_the_study_in_the_report_is_the_study(result: StudyResult, tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(assemble(result).study_file)
    again = Study.load(file)
    assert again == result.study
    assert Study.load(result.path) == again  # the folder holds it as well


def test_markdown_with_its_figures(result: StudyResult, tmp_path: Path) -> None:
    file = build(result.path, tmp_path / "report.md")
    said = file.read_text()
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", said)
    assert len(pictures) == 7
    for picture in pictures:
        assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG")
    for line in re.findall(r"^\|.*$", said, re.MULTILINE):
        assert line.endswith("|")
    rows = [line for line in said.splitlines() if line.startswith("| length of a game")]
    assert len(rows) == 2
    assert all(row.count("|") == 5 for row in rows)
    assert "\n\n\n\n" not in said
    for sentence in findings(result)[0].sentences:
        assert sentence in said


def test_the_report_is_the_same_every_time(result: StudyResult, tmp_path: Path) -> None:
    one = build(result.path, tmp_path / "a.html").read_bytes()
    two = build(result.path, tmp_path / "b.html").read_bytes()
    assert one == two


def test_an_unfinished_study_says_so(tmp_path: Path) -> None:
    calls = 0

    def stopping(cell: Cell, **kwargs: Any) -> Tally:
        nonlocal calls
        calls += 1
        if calls > 6:
            raise KeyboardInterrupt
        return play(cell, **kwargs)

    with pytest.raises(KeyboardInterrupt):
        study().run(tmp_path / "out", source=stopping)
    said = build(tmp_path / "out", tmp_path / "r.md").read_text()
    assert "This study is not finished: 60,000 of 132,000 games are played." in said


def test_one_arm_alone(tmp_path: Path) -> None:
    one = study(arms=[{"variant": "rummikub", "label": "thirty"}], players=[3], games=300)
    said = one.run(tmp_path / "out", source=play).report(tmp_path / "r.md").read_text()
    assert "One rule set, three players, 300 games" in said
    assert "With three players a game takes" in said
    assert "Fewer than 1,000 deals" in said
    assert "Where the rules differ" not in said
    # 300 games without an empty pool do not show that it is rarer than 1 %.
    assert "goes out is 0 % (at most 1.3 %) with three players." in said


def test_five_numbers_of_players_make_two_rows_of_panels(tmp_path: Path) -> None:
    wide = study(
        arms=[{"variant": "rummikub:players.max=6", "label": "thirty"}],
        players=[2, 3, 4, 5, 6],
        games=1000,
    )
    page = assemble(wide.run(tmp_path / "out", source=play))
    assert [f.name for f in page.figures[:2]] == ["length-1", "length-2"]
    assert [len(f.drawing.axes) for f in page.figures[:2]] == [3, 2]


def test_mixed_strategies_are_shown(tmp_path: Path) -> None:
    arms = [
        {"variant": "rummikub", "label": "thirty"},
        {"variant": "rummikub", "label": "zero", "strategies": "novice"},
    ]
    mixed = study(arms=arms, players=[2], games=2000)
    said = mixed.run(tmp_path / "out", source=play).report(tmp_path / "r.html").read_text()
    assert "Strategies differ." in said
    assert "<code>novice</code>" in said
    assert "differ in nothing that can show here" in said


def test_a_format_that_does_not_exist(result: StudyResult, tmp_path: Path) -> None:
    with pytest.raises(RummyError, match=r"not known from 'report.pdf'; use html or md"):
        build(result.path, tmp_path / "report.pdf")
    with pytest.raises(RummyError, match="not known from 'docx'"):
        build(result.path, tmp_path / "report.html", format="docx")


def test_a_place_that_cannot_be_written(result: StudyResult, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RummyError, match=r"cannot write .*report.html: .*choose another place"):
        build(result.path, tmp_path / "file/report.html")


def test_few_games_claim_nothing_impossible(tmp_path: Path) -> None:
    found = findings(study(games=20).run(tmp_path / "out", source=play))
    said = {finding.subject: finding.sentences for finding in found}
    (start,) = said["Who starts"]
    reach = re.search(r"it is at most (\d+) % points with two and (\d+) % points with four", start)
    assert reach is not None
    assert int(reach[1]) <= 50
    assert int(reach[2]) <= 75
    # What is the same everywhere is said once.
    assert said["Endings"][0].startswith("Under ")
    assert len(said["Endings"]) <= 3


def test_the_same_of_every_number_of_players_is_said_once() -> None:
    assert by_players({2: "5 %", 3: "5 %"}) == "5 % with two and three players"
    assert by_players({2: "5 %", 3: "6 %"}) == "5 % with two and 6 % with three players"


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> dict[int, StudyResult]:
    """A study of very few games, by their number."""
    folder = tmp_path_factory.mktemp("few")
    others = ["turns.median", "turns.p90", "winner_score", "loser_score", "opening_turn"]
    asked = {"primary": "turns", "others": [*others, "first_player_win_rate", "ending.pool_empty"]}
    return {
        n: study(games=n, metrics=asked).run(folder / str(n), source=play) for n in (1, 2, 5, 200)
    }


def numbers(line: str) -> list[str]:
    """Every number with its interval, as tables write it."""
    return re.findall(r"(−?[\d.]+(?: %)?)[^(.;:]*\(([^()]+)\)", line)


@pytest.mark.parametrize("games", [2, 5, 200])
def test_sentences_have_the_numbers_of_the_tables(few: dict[int, StudyResult], games: int) -> None:
    page = assemble(few[games])
    cells = {(n.value, n.interval) for t in page.tables for row in t.rows for n in row.numbers}
    said = {f.subject: f.sentences for f in page.findings}
    told = 0
    for subject in ("Length", "Winner's score", "Losers' score", "Opening", "Endings"):
        for line in said[subject]:
            if line.startswith("With ") or "goes out is" in line:
                for value, interval in numbers(line):
                    assert (value, interval) in cells, line
                    told += 1
    assert told > 15


def test_one_game_is_too_few_once_in_a_sentence(few: dict[int, StudyResult]) -> None:
    page = assemble(few[1])
    for finding in page.findings:
        for sentence in finding.sentences:
            assert sentence.count("too few") <= 1, sentence
            assert "too few" not in sentence or "told from chance" not in sentence, sentence
    said = {f.subject: f.sentences for f in page.findings}
    assert re.fullmatch(
        r"With two players a game takes \d+ turns under “\w+” and \d+ turns under “.+”, and the"
        r" others lie between: too few games to tell more\.|With two players a game takes \d+ turns"
        r" under “.+” and \d+ turns under “.+”: too few games to tell more\.",
        said["Length"][0],
    )
    assert said["Length"][-1].endswith(
        "on the same deals: too few games to tell a difference with two and four players."
    )


@pytest.mark.parametrize("games", [1, 2, 5])
def test_what_few_games_do_not_tell_has_one_wording(
    few: dict[int, StudyResult], games: int
) -> None:
    cells = [
        number.interval
        for table in assemble(few[games]).tables
        for row in table.rows
        for number in row.numbers
    ]
    known = r"|too few to tell|at (least|most) −?[\d.]+( %)?|−?[\d,.]+( to −?[\d,.]+)?( %)?"
    for cell in cells:
        assert re.fullmatch(known, cell), cell


def test_rows_that_say_nothing_are_left_out(tmp_path: Path) -> None:
    asked = {"primary": "turns", "others": ["turns.cv", "winner_score", "decisions"]}
    one = study(games=1, metrics=asked).run(tmp_path / "out", source=play)
    page = assemble(one)
    rows = [row.title for row in page.tables[0].rows]
    assert rows == ["length of a game", "winner's score"]
    # A number that is not known has no second dash for its interval.
    for table in page.tables:
        for row in table.rows:
            assert all(n.interval != "–" for n in row.numbers)


def test_the_words_are_those_of_the_games(tmp_path: Path) -> None:
    gin = Study(
        title="Gin",
        arms=[{"variant": "gin"}, {"variant": "gin-straight"}],
        players=[2],
        games=40,
        strategies="greedy",
        metrics={"primary": "turns", "others": ["knock_deadwood", "undercut_rate", "pool_left"]},
    )
    page = assemble(gin.run(tmp_path / "gin"))
    words = {term.word: term.definition for term in page.terms}
    assert {"deadwood", "to knock", "undercut", "gin", "meld", "stock", "cap on turns"} <= set(
        words
    )
    assert not {"pool", "to open", "rack", "tiles left in the pool"} & set(words)
    (said,) = next(f.sentences for f in page.findings if f.subject == "Knocks undercut")
    assert said.endswith("of the knocks are undercut under Gin Rummy.")  # the other has no knocks
    # Where gin alone ends a deal no deadwood is left, however few deals are played.
    (row,) = (row for row in page.tables[0].rows if row.title == "deadwood of who knocks")
    assert (row.numbers[1].value, row.numbers[1].interval) == ("0", "")


def test_the_words_of_a_table_game(result: StudyResult) -> None:
    words = {term.word for term in assemble(result).terms}
    assert {"pool", "to open", "meld"} <= words
    assert not {"deadwood", "to knock", "stock"} & words


@pytest.mark.parametrize(
    ("games", "players", "told"),
    [
        (22_000, [2, 4], "The scales differ and do not begin at zero."),
        (2000, [4], "The scale does not begin at zero."),
        (2, [2], "hold for all seats of a game at once."),
    ],
)
def test_the_caption_says_what_the_scales_are(
    games: int, players: list[int], told: str, tmp_path: Path
) -> None:
    found = study(games=games, players=players).run(tmp_path / "out", source=play)
    (seats,) = (figure for figure in assemble(found).figures if figure.name == "seats")
    assert seats.caption.endswith(told)
    starts = [ax.get_ylim()[0] for ax in seats.drawing.axes]
    assert all(start > 0 for start in starts) == ("begin at zero" in told)


def test_numbers_of_players_are_said_in_one_way(page: str, seen: Reader) -> None:
    assert "Three rule sets, two and four players" in words(seen)
    assert "two players and four players" not in page
    assert not re.search(r"\d players", words(seen))
