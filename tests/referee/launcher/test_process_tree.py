import sys

import pytest

from referee.launcher.process_tree import is_subreaper, subreaper


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux only")
def test_orphans_are_adopted_for_a_while() -> None:
    assert not is_subreaper()
    with subreaper():
        assert is_subreaper()
    assert not is_subreaper()
