"""Histories: lists that never change, that share what they have in common."""

from __future__ import annotations

import copy
import pickle
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knockroll.engine.history import History

branches = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), max_size=60)


@given(branches)
def test_histories_that_go_on_from_any_place_are_as_lists_that_are_copied(steps: list[tuple[int, int]]) -> None:
    histories: list[History[str]] = [History()]
    lists: list[list[str]] = [[]]
    for place, item in steps:
        place %= len(histories)
        histories.append(histories[place].add(f"move {item}"))
        lists.append([*lists[place], f"move {item}"])
        assert histories == lists


@given(st.lists(st.integers(), max_size=8), st.integers(-9, 9), st.slices(8))
def test_they_read_as_lists(items: list[int], place: int, part: slice) -> None:
    history = History(items)
    longer = history.add(7)
    assert longer == [*items, 7]
    assert history == items == list(history)
    assert history == tuple(items)
    assert history != [*items, 0]
    assert history[part] == items[part]
    assert (len(history), bool(history), repr(history)) == (len(items), bool(items), repr(items))
    assert list(reversed(history)) == items[::-1]
    assert (7 in history, history.count(7)) == (7 in items, items.count(7))
    if -len(items) <= place < len(items):
        assert history[place] == items[place]
    else:
        with pytest.raises(IndexError):
            history[place]


def test_nothing_else_is_a_history() -> None:
    assert History("ab") != "ab"
    assert History() != None  # noqa: E711
    with pytest.raises(TypeError):
        hash(History())


def test_a_long_one_that_only_grows_has_one_list() -> None:
    """This is what makes a move cost the same, however many there were."""
    history: History[int] = History()
    first = history._items
    for number in range(1000):
        history = history.add(number)
        assert history._items is first


def test_what_another_added_and_dropped_is_not_in_the_way() -> None:
    history = History(["a", "b"])
    dropped = history.add("c")
    again = history.add("c")
    assert again._items is dropped._items, "the same again: there is nothing to be copied"
    other = history.add("d")
    assert (list(dropped), list(again), list(other)) == (["a", "b", "c"], ["a", "b", "c"], ["a", "b", "d"])


def test_threads_that_go_on_from_one_place_do_not_meet() -> None:
    for _ in range(50):
        start: History[object] = History()
        found: dict[int, History[object]] = {}
        barrier = threading.Barrier(4)

        def go_on(me: int, start: History[object] = start, barrier: threading.Barrier = barrier) -> None:
            barrier.wait()
            history = start
            for number in range(50):
                history = history.add((me, number))
            found[me] = history  # noqa: B023

        threads = [threading.Thread(target=go_on, args=(me,)) for me in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for me, history in found.items():
            assert history == [(me, number) for number in range(50)]


def test_copied_and_pickled_they_are_equal_and_bring_nothing_of_others() -> None:
    history = History(["a", "b"])
    history.add("of another")
    assert copy.copy(history) is copy.deepcopy(history) is history
    again = pickle.loads(pickle.dumps(history))
    assert again == history
    assert b"another" not in pickle.dumps(history)
    assert again.add("c") == ["a", "b", "c"]
