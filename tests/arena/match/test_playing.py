from collections.abc import Callable, Sequence
from typing import Any

import pytest
from podesta.v1 import match_pb2, record_pb2

from arena.errors import ExecutorError, UnkeptRecordError
from arena.executors import FakeExecutor, MatchRecorded, Report, SlotIdle, SlotLost
from arena.executors.fake import Breaks, Vanishes
from arena.match.picture import MatchPicture
from arena.match.playing import play_matches
from tests.arena.league.scripted_matches import completed


class _Watcher:
    """Notes what it is told, in a word each."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.pictures: list[MatchPicture] = []

    def begins(self, spec: match_pb2.MatchSpec, number: int) -> None:
        self.told.append(f"begins {number}")

    def happened(self, event: match_pb2.MatchEvent, picture: MatchPicture) -> None:
        self.told.append(str(event.WhichOneof("event")))
        self.pictures.append(picture)

    def waits(self) -> None:
        self.told.append("waits")

    def ended(self, record: record_pb2.MatchRecord, number: int) -> None:
        self.told.append(f"ended {number}")

    def lost(self, spec: match_pb2.MatchSpec, number: int, cause: str) -> None:
        self.told.append(f"lost {number}: {cause}")

    def slot_lost(self, slot: int, cause: str) -> None:
        self.told.append(f"slot {slot} lost: {cause}")


def _specs(count: int) -> list[match_pb2.MatchSpec]:
    engines = [match_pb2.EngineSpec(id=letter, name=letter) for letter in "ab"]
    return [
        match_pb2.MatchSpec(match_id=f"m{number}", attempt=1, game="nim", engines=engines)
        for number in range(1, count + 1)
    ]


def _play(
    count: int,
    answer: Callable[[match_pb2.MatchSpec], Any] = completed,
    slots: int = 1,
    kind: type[FakeExecutor] = FakeExecutor,
) -> tuple[_Watcher, list[record_pb2.MatchRecord | None], list[str], FakeExecutor]:
    watcher, kept = _Watcher(), []
    executor = kind(answer, slots, events=True)
    with executor:

        def keep(record: record_pb2.MatchRecord, number: int) -> None:
            # The referee may forget a record only when it has been kept.
            assert (record.spec.match_id, 1) not in executor.acknowledged
            kept.append(f"{number} {record.spec.match_id}")

        records = list(play_matches(executor, _specs(count), watcher, keep, now_us=lambda: 5))
    return watcher, records, kept, executor


def test_matches_are_played_one_after_another() -> None:
    watcher, records, kept, executor = _play(2)
    assert [record.spec.match_id for record in records if record] == ["m1", "m2"]
    assert kept == ["1 m1", "2 m2"]
    assert executor.acknowledged == [("m1", 1), ("m2", 1)]
    told = [word for word in watcher.told if word != "waits"]
    assert told == [
        "begins 1",
        "started",
        "ended 1",
        "begins 2",
        "started",
        "ended 2",
    ]
    assert watcher.pictures[0].match_id == "m1"
    assert watcher.pictures[0].names == ("a", "b")


def test_a_match_whose_referee_dies_is_void_and_the_next_is_played() -> None:
    def answer(spec: match_pb2.MatchSpec) -> Any:
        return Vanishes("it was killed") if spec.match_id == "m1" else completed(spec)

    watcher, records, kept, _ = _play(2, answer)
    assert records[0] is None
    assert records[1] is not None
    assert kept == ["2 m2"]
    assert "lost 1: it was killed" in watcher.told


def test_without_any_referee_it_ends() -> None:
    def answer(spec: match_pb2.MatchSpec) -> Any:
        return Breaks("no referee starts") if spec.match_id == "m2" else completed(spec)

    with pytest.raises(ExecutorError, match="no referee starts"):
        _play(3, answer)


@pytest.mark.parametrize("slots", [1, 2, 3])
def test_every_match_that_began_is_told_where_all_ends_early(slots: int) -> None:
    watcher, executor = _Watcher(), FakeExecutor(lambda _: Breaks("no referee starts"), slots)
    with executor, pytest.raises(ExecutorError, match="no referee starts"):
        list(play_matches(executor, _specs(5), watcher, lambda *_: None))
    begun = [word.split()[1] for word in watcher.told if word.startswith("begins")]
    lost = [word.split(": ") for word in watcher.told if word.startswith("lost")]
    assert len(begun) >= slots
    assert sorted(lost) == sorted([f"lost {number}", "no referee starts"] for number in begun)


def test_a_record_that_can_not_be_kept_costs_no_other_of_the_same_news() -> None:
    def keep(record: record_pb2.MatchRecord, number: int) -> None:
        if number == 1:
            raise UnkeptRecordError("no space left")

    watcher, executor = _Watcher(), _AllAtOnce(completed, 2)
    counted: list[record_pb2.MatchRecord | None] = []
    with executor, pytest.raises(UnkeptRecordError, match="no space left"):
        counted.extend(play_matches(executor, _specs(5), watcher, keep))
    assert [record.spec.match_id for record in counted if record] == ["m1", "m2"]
    assert executor.acknowledged == [("m2", 1)]
    assert [word for word in watcher.told if word[:4] in ("ende", "lost")] == ["ended 1", "ended 2"]


def test_matches_broken_off_with_another_are_not_told_as_if_it_were_theirs() -> None:
    def keep(record: record_pb2.MatchRecord, number: int) -> None:
        raise UnkeptRecordError("1.record: no space left")

    watcher, executor = _Watcher(), FakeExecutor(completed, 2)
    with executor, pytest.raises(UnkeptRecordError):
        list(play_matches(executor, _specs(5), watcher, keep))
    lost = [word for word in watcher.told if word.startswith("lost")]
    assert lost
    assert all(word.endswith(": broken off: 1.record: no space left") for word in lost)


class _AllAtOnce(FakeExecutor):
    """Tells of nothing before two matches have ended."""

    _kept: tuple[Report, ...] = ()

    def wait(self, timeout_s: float | None = None) -> Sequence[Report]:
        reports = tuple(super().wait(timeout_s))
        if not any(isinstance(report, MatchRecorded) for report in (*self._kept, *reports)):
            return reports
        self._kept += reports
        if sum(isinstance(report, MatchRecorded) for report in self._kept) < 2:
            return ()
        told, self._kept = self._kept, ()
        return told


def test_the_result_is_told_even_where_it_can_not_be_kept() -> None:
    def keep(record: record_pb2.MatchRecord, number: int) -> None:
        raise UnkeptRecordError("no space left")

    watcher, executor = _Watcher(), FakeExecutor(completed)
    with executor, pytest.raises(UnkeptRecordError, match="no space left"):
        list(play_matches(executor, _specs(1), watcher, keep))
    assert watcher.told[-1] == "ended 1"
    assert executor.acknowledged == []


class _FirstEndsLast(FakeExecutor):
    """Holds the end of the first match back until nothing else happens."""

    _held: tuple[Report, ...] = ()

    def wait(self, timeout_s: float | None = None) -> Sequence[Report]:
        reports = tuple(super().wait(0 if self._held else timeout_s))
        match reports:
            case (MatchRecorded(_, record),) if record.spec.match_id == "m1":
                self._held = reports
                return ()
            case ():
                reports, self._held = self._held, ()
        return reports


def test_several_at_once_begin_in_order_and_keep_their_numbers() -> None:
    watcher, records, kept, executor = _play(4, slots=2, kind=_FirstEndsLast)
    assert [spec.match_id for spec in executor.specs] == ["m1", "m2", "m3", "m4"]
    assert [record.spec.match_id for record in records if record] == ["m2", "m3", "m4", "m1"]
    assert kept == ["2 m2", "3 m3", "4 m4", "1 m1"]
    assert [word for word in watcher.told if word not in ("waits", "started")] == [
        *("begins 1", "begins 2"),
        *("ended 2", "begins 3", "ended 3", "begins 4", "ended 4"),
        "ended 1",
    ]
    assert [picture.match_id for picture in watcher.pictures] == ["m1", "m2", "m3", "m4"]


def test_of_several_at_once_a_dead_referee_ends_its_own_match_only() -> None:
    def answer(spec: match_pb2.MatchSpec) -> Any:
        return Vanishes("it was killed") if spec.match_id == "m1" else completed(spec)

    watcher, records, kept, _ = _play(4, answer, slots=2)
    assert records.count(None) == 1
    assert kept == ["2 m2", "3 m3", "4 m4"]
    assert "lost 1: it was killed" in watcher.told


def test_the_others_go_on_without_a_slot_until_the_last_is_lost() -> None:
    def answer(spec: match_pb2.MatchSpec) -> Any:
        return Breaks("no referee starts") if spec.match_id in broken else completed(spec)

    broken = ["m1"]
    watcher, _, kept, _ = _play(4, answer, slots=2)
    assert kept == ["2 m2", "3 m3", "4 m4"]
    assert "slot 0 lost: no referee starts" in watcher.told
    broken.append("m3")
    with pytest.raises(ExecutorError, match="no referee starts"):
        _play(4, answer, slots=2)


class _DeadOnArrival(FakeExecutor):
    """The first slot is lost with the same news by which it is idle."""

    def wait(self, timeout_s: float | None = None) -> Sequence[Report]:
        reports = super().wait(timeout_s)
        return [*reports, SlotLost(0, "it is gone")] if SlotIdle(0) in reports else reports


def test_a_lost_slot_is_given_no_match() -> None:
    watcher, records, kept, _ = _play(3, slots=2, kind=_DeadOnArrival)
    assert kept == ["1 m1", "2 m2", "3 m3"]
    assert None not in records
    assert watcher.told.count("slot 0 lost: it is gone") == 1
