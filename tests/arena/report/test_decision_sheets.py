"""Times, evaluations and first moves from records."""

import numpy as np

from arena.report.decision_sheets import (
    calibration_sheets,
    clock_sheet,
    first_moves_sheet,
    jitter_sheet,
    lag_sheet,
    parts_sheet,
    thinking_sheet,
)
from arena.report.record_reading import DecisionColumns, FirstMove, Records


def records(**changes: object) -> Records:
    rows = 200
    evaluation = np.linspace(-10, 10, rows)
    columns: dict[str, object] = {
        "engine": np.zeros(rows, dtype=np.int32),
        "match": np.arange(rows, dtype=np.int32),
        "raw_us": np.arange(1, rows + 1, dtype=np.int64) * 1000,
        "charged_us": np.arange(1, rows + 1, dtype=np.int64) * 1000,
        "queue_us": np.full(rows, 7, dtype=np.int64),
        "wire_us": np.full(rows, np.nan),
        "bot_us": np.full(rows, np.nan),
        "overclaimed": np.zeros(rows, dtype=np.bool_),
        "evaluation": evaluation,
        "points": (evaluation > 0).astype(float),
    }
    made = Records(("a", "b"), tellable=5, asked=5, read=5)
    made.decisions = DecisionColumns(**(columns | changes))  # type: ignore[arg-type]
    return made


def test_percentiles_are_times_that_were_measured() -> None:
    made = records()
    made.share_used = [(0, 0.5), (0, 0.25)]
    (row,) = thinking_sheet(made, {"a": "Anna"}).records()
    assert (row["engine"], row["decisions"]) == ("Anna", 200)
    assert (row["median_us"], row["p95_us"], row["p99_us"], row["max_us"]) == (
        100_000,
        190_000,
        198_000,
        200_000,
    )
    assert (row["share"], row["largest_share"]) == (0.375, 0.5)


def test_where_a_bot_measures_nothing_the_wire_is_not_known() -> None:
    (row,) = clock_sheet(records(), {}).records()
    assert (row["queue_median_us"], row["queue_max_us"]) == (7, 7)
    (row,) = parts_sheet(records(), {}).records()
    assert row["wire_median_us"] is row["bot_median_us"] is row["wire_share"] is None
    assert (row["told"], row["overclaimed"]) == (0, 0)


def test_the_parts_are_shares_of_the_decisions_that_bots_told_of() -> None:
    told = np.arange(200) < 100
    raw = np.full(200, 1000, dtype=np.int64)
    made = records(
        raw_us=raw,
        queue_us=np.full(200, 100, dtype=np.int64),
        wire_us=np.where(told, 300.0, np.nan),
        bot_us=np.where(told, 600.0, np.nan),
        overclaimed=np.arange(200) == 150,
    )
    (row,) = clock_sheet(made, {}).records()
    assert row["queue_share"] == 0.1
    (row,) = parts_sheet(made, {}).records()
    assert (row["wire_share"], row["bot_share"]) == (0.3, 0.6)
    assert (row["told"], row["overclaimed"]) == (100, 1)


def test_jitter_stands_against_what_decisions_had() -> None:
    made = records()
    assert jitter_sheet(made).rows == ()
    made.lags.add([0] * 9 + [90, 0, 10])
    made.decision_us = [100_000, 20_000, 40_940]
    made.late = 2
    assert jitter_sheet(made).rows == ((100, 511, 2047, 2047, 40_940, 0.05, 2),)


def test_calibration_follows_what_came() -> None:
    summary, curve = calibration_sheets(records(), {})
    (line,) = summary.records()
    assert line["right"] == 1.0
    assert line["told"] == line["decisions"] == 200
    rows = curve.records()
    assert [row["bin"] for row in rows] == list(range(1, 9))
    assert [row["score"] for row in rows] == [0, 0, 0, 0, 1, 1, 1, 1]
    assert sum(int(row["decisions"] or 0) for row in rows) == 200


def test_evaluations_that_are_all_alike_make_one_bin() -> None:
    summary, curve = calibration_sheets(records(evaluation=np.full(200, 2.5)), {})
    assert summary.records()[0]["correlation"] is None
    (row,) = curve.records()
    assert (row["lowest"], row["highest"], row["decisions"]) == (2.5, 2.5, 200)


def test_no_evaluations_are_no_rows() -> None:
    summary, curve = calibration_sheets(records(evaluation=np.full(200, np.nan)), {})
    assert summary.rows == curve.rows == ()


def test_first_moves_are_counted_by_seat_and_deal() -> None:
    made = records()
    made.first_moves = [
        FirstMove(0, "card", "x", "d1", 1.0),
        FirstMove(0, "card", "x", "d2", 0.0),
        FirstMove(1, "card", "x", "d1", 1.0),
        FirstMove(0, "card", "y", "d1", 1.0),
    ]
    (row,) = first_moves_sheet(made).records()
    assert (row["seat"], row["move"], row["played"], row["deals"], row["score"]) == (
        0,
        "x",
        2,
        2,
        0.5,
    )


def test_lag_of_no_match_is_no_row() -> None:
    made = records()
    assert lag_sheet(made).rows == ()
    made.max_lag_us = [5, 1, 9]
    assert lag_sheet(made).rows == ((3, 5, 9, 9, 9),)
