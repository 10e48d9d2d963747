"""Circles and mixtures in a report."""

from dataclasses import replace

from arena.ratings import Result, ResultColumns, rate
from arena.ratings.appraisal import Appraisal, appraise
from arena.report.agreement_sheets import (
    agreement_lines,
    cycles_sheet,
    mixtures_sheet,
    tier_lines,
)


def appraisal(pairs: list[tuple[str, str]], times: int = 30) -> Appraisal:
    """Each pair played, the first winning two of three."""
    results = []
    for number in range(times):
        for winner, loser in pairs:
            better = (1, 2) if number % 3 else (2, 1)
            results.append(Result(f"{winner}{loser}{number}", (winner, loser), better))
            results.append(Result(f"{winner}{loser}{number}", (loser, winner), better[::-1]))
    return appraise(rate(ResultColumns.of(results)))


def test_a_circle_is_found_and_nobody_is_best() -> None:
    made = appraisal([("a", "b"), ("b", "c"), ("c", "a")])
    (cycle,) = cycles_sheet(made, {"a": "Anna"}).records()
    assert {cycle["first"], cycle["second"], cycle["third"]} == {"Anna", "b", "c"}
    assert float(cycle["elo"] or 0) > 300
    assert any("do not score as the ratings say" in line for line in agreement_lines(made))
    shares = mixtures_sheet(made, {}).records()
    assert [round(float(row["nash"] or 0), 2) for row in shares] == [0.33, 0.33, 0.33]


def test_what_goes_in_circles_is_told_and_chance_only_where_there_is_some() -> None:
    made = appraisal([("a", "b"), ("b", "c"), ("c", "a")])
    told = " % of who beat whom by how much goes in circles, which no ranking can explain"
    assert agreement_lines(replace(made, cyclic_share=0.123))[-1] == (
        f"12{told} (HodgeRank); chance alone makes that more than 0."
    )
    assert agreement_lines(replace(made, cyclic_share=0.004))[-1] == f"0{told} (HodgeRank)."


def test_on_one_scale_the_best_takes_all() -> None:
    made = appraisal([("a", "b"), ("b", "c"), ("a", "c")])
    best, *others = mixtures_sheet(made, {}).records()
    assert (best["engine"], round(float(best["nash"] or 0), 2)) == ("a", 1.0)
    assert all(float(row["alpha_rank"] or 0) < 0.01 for row in others)


def test_who_is_not_told_apart_shares_a_tier() -> None:
    made = appraisal([("a", "b"), ("b", "c"), ("c", "a")])
    (line,) = tier_lines(made, {"a": "Anna"})
    assert line.endswith("share a tier: Anna, b, c.")
    assert tier_lines(appraise(rate(ResultColumns.of([], "ab"))), {}) == ()


def test_two_bots_need_no_more_than_a_number() -> None:
    made = appraisal([("a", "b")])
    assert cycles_sheet(made, {}).rows == mixtures_sheet(made, {}).rows == ()
    assert "fewer than three" in agreement_lines(made)[0]
