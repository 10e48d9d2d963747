"""Sums over looks: never more than was used, and nothing that was seen is forgotten."""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.accounting.process_look import ProcessLook
from referee.accounting.tree_meter import TreeMeter


def seen(
    pid: int, own_us: int = 0, waited_us: int = 0, rss: int = 0, high: int = 0, threads: int = 1
) -> ProcessLook:
    return ProcessLook(pid, pid * 10, own_us, waited_us, threads, rss, max(rss, high))


def test_cpu_time_is_that_of_the_living_and_of_those_waited_for() -> None:
    meter = TreeMeter()
    meter.look([seen(1, own_us=50, waited_us=20), seen(2, own_us=7)], reaped_us=100)
    assert meter.usage().cpu_us == 177
    # The second ended, and the first waited for it.
    meter.look([seen(1, own_us=50, waited_us=27)], reaped_us=100)
    assert meter.usage().cpu_us == 177


def test_what_nobody_waited_for_counts_as_it_was_last_seen() -> None:
    meter = TreeMeter()
    meter.look([seen(1, own_us=10), seen(2, own_us=500)], reaped_us=0)
    meter.look([seen(1, own_us=11)], reaped_us=0)
    assert meter.usage().cpu_us == 511


def test_a_process_that_got_the_id_of_an_ended_one_is_another() -> None:
    meter = TreeMeter()
    meter.look([ProcessLook(5, 1, 300, 0, 1, 0, 0)], reaped_us=0)
    meter.look([ProcessLook(5, 2, 10, 0, 1, 0, 0)], reaped_us=0)
    assert meter.usage().cpu_us == 310


def test_memory_is_the_highest_sum_or_the_highest_of_one() -> None:
    meter = TreeMeter()
    meter.look([seen(1, rss=30), seen(2, rss=40, threads=3)], reaped_us=0)
    meter.look([seen(1, rss=35)], reaped_us=0)
    assert (meter.usage().peak_memory_bytes, meter.usage().peak_tasks) == (70, 4)
    assert (meter.rss_bytes, meter.tasks) == (35, 1)
    # Between two looks it had more.
    meter.look([seen(1, rss=35, high=90)], reaped_us=0)
    assert meter.usage().peak_memory_bytes == 90


def test_a_window_forgets_what_was_used_before_and_keeps_what_is_held() -> None:
    meter = TreeMeter()
    meter.look([seen(1, own_us=70, rss=30, high=95, threads=9)], reaped_us=0)
    meter.look([seen(1, own_us=80, rss=20, high=95, threads=2)], reaped_us=0)
    meter.begin_window()
    assert meter.usage() == (0, 20, 2)
    meter.look([seen(1, own_us=90, rss=25, high=95, threads=2)], reaped_us=0)
    # The 95 were before.
    assert meter.usage() == (10, 25, 2)
    meter.look([seen(1, own_us=90, rss=25, high=96, threads=2)], reaped_us=0)
    assert meter.usage() == (10, 96, 2)


def test_an_exact_source_outdoes_the_looks() -> None:
    meter = TreeMeter()
    meter.look([seen(1, own_us=10_000)], reaped_us=0)
    meter.exact_cpu(14_321)
    assert meter.cpu_us == 14_321
    meter.exact_cpu(14_000)
    assert meter.cpu_us == 14_321


@dataclass
class Model:
    """A tree as it really is: processes by id, each with its parent; 0 is the keeper."""

    used: dict[int, int] = field(default_factory=dict)
    waited: dict[int, int] = field(default_factory=lambda: {0: 0})
    parents: dict[int, int] = field(default_factory=dict)
    born: int = 0
    total_us: int = 0
    lost_us: int = 0
    """Of those that nobody waited for, since they were last looked at."""

    def start(self, parent: int) -> None:
        self.born += 1
        self.parents[self.born] = parent
        self.used[self.born] = self.waited[self.born] = 0

    def run(self, pid: int, us: int) -> None:
        self.used[pid] += us
        self.total_us += us

    def end(self, pid: int, *, waited_for: bool) -> None:
        """Its children become the keeper's, as those of a subreaper do."""
        for child, parent in self.parents.items():
            if parent == pid:
                self.parents[child] = 0
        parent = self.parents.pop(pid)
        gone = self.used.pop(pid) + self.waited.pop(pid)
        if waited_for or parent == 0:
            self.waited[parent] += gone
        else:
            self.lost_us += gone

    def looks(self) -> list[ProcessLook]:
        return [seen(pid, self.used[pid], self.waited[pid]) for pid in sorted(self.parents)]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_no_look_counts_more_than_was_used_and_sums_never_fall(data: st.DataObject) -> None:
    model, meter = Model(), TreeMeter()
    model.start(0)
    last = 0
    orphans_are_waited_for = data.draw(st.booleans())
    for _ in range(data.draw(st.integers(1, 25))):
        living = sorted(model.parents)
        what = data.draw(st.sampled_from(("start", "run", "end", "look")))
        if what == "start":
            model.start(data.draw(st.sampled_from([0, *living])))
        elif what == "run" and living:
            model.run(data.draw(st.sampled_from(living)), data.draw(st.integers(0, 1_000)))
        elif what == "end" and living:
            model.end(data.draw(st.sampled_from(living)), waited_for=orphans_are_waited_for)
        else:
            meter.look(model.looks(), model.waited[0])
            assert last <= meter.cpu_us <= model.total_us
            last = meter.cpu_us
            if orphans_are_waited_for:
                assert meter.cpu_us == model.total_us
    meter.look(model.looks(), model.waited[0])
    assert meter.cpu_us >= model.total_us - model.lost_us
