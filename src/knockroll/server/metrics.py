"""Counters, gauges and histograms, written as Prometheus text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_ALL: list[Counter | Gauge | Histogram] = []


class Counter:
    """A counter, optionally with one label."""

    def __init__(self, name: str, help: str, label: str = "") -> None:
        self.name, self.help, self.label = name, help, label
        self.values: dict[str, int] = {} if label else {"": 0}
        _ALL.append(self)

    def add(self, amount: int = 1, label: str = "") -> None:
        """Count up."""
        self.values[label] = self.values.get(label, 0) + amount

    def lines(self) -> Iterable[str]:
        """The counter as text."""
        yield f"# HELP {self.name} {self.help}"
        yield f"# TYPE {self.name} counter"
        for value, count in sorted(self.values.items()):
            yield f'{self.name}{{{self.label}="{value}"}} {count}' if self.label else f"{self.name} {count}"


class Gauge:
    """A gauge, whose value is read when metrics are requested."""

    def __init__(self, name: str, help: str) -> None:
        self.name, self.help = name, help
        self.read: Callable[[], float] = lambda: 0
        _ALL.append(self)

    def lines(self) -> Iterable[str]:
        """The gauge as text."""
        yield f"# HELP {self.name} {self.help}"
        yield f"# TYPE {self.name} gauge"
        yield f"{self.name} {self.read():g}"


class Histogram:
    """A histogram of durations."""

    BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

    def __init__(self, name: str, help: str) -> None:
        self.name, self.help = name, help
        self.counts = [0] * (len(self.BOUNDS) + 1)
        self.sum = 0.0
        _ALL.append(self)

    def observe(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(self.BOUNDS, seconds)] += 1
        self.sum += seconds

    def lines(self) -> Iterable[str]:
        """The histogram as text."""
        yield f"# HELP {self.name} {self.help}"
        yield f"# TYPE {self.name} histogram"
        total = 0
        for bound, count in zip((*self.BOUNDS, "+Inf"), self.counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self.sum:.6f}"
        yield f"{self.name}_count {total}"


MOVES = Counter("knockroll_moves_total", "Moves, by who chose them.", "by")
REFUSALS = Counter("knockroll_refusals_total", "Requests and messages refused, by error code.", "code")
REQUESTS = Counter("knockroll_http_requests_total", "HTTP requests answered, by status.", "status")
ROOMS_CREATED = Counter("knockroll_tables_created_total", "Tables created.")
ROOMS_DELETED = Counter("knockroll_tables_deleted_total", "Tables deleted because of their age, by outcome.", "kind")
GAMES_FINISHED = Counter("knockroll_games_finished_total", "Games played to the end.")
COMMITTED = Counter("knockroll_log_entries_total", "Log entries committed.")
COMMIT_ERRORS = Counter("knockroll_commit_errors_total", "Transactions that failed.")
OVERTAKEN = Counter("knockroll_overtaken_total", "Writes that lost to another process writing to the same table.")
COMMIT_SECONDS = Histogram("knockroll_commit_seconds", "Duration of transactions, including the flush to disk.")
BUS_UP = Gauge("knockroll_bus_up", "1 while the bus connects processes, 0 without a bus or while it is down.")
BUS_MESSAGES = Counter("knockroll_bus_messages_total", "Messages between processes, by direction.", "direction")
FOLLOWED = Counter("knockroll_followed_entries_total", "Log entries of other processes, by source.", "by")
TABLES_TAKEN_UP = Counter("knockroll_tables_taken_up_total", "Tables taken over because no process had them in memory.")
WORK = Counter("knockroll_slow_work_total", "Background jobs done, by where they ran.", "by")
SUBSTITUTED = Counter(
    "knockroll_substituted_moves_total", "Moves made in the place of a computer player, by game and player.", "player"
)
QUESTIONS_WAITING = Gauge("knockroll_questions_waiting", "Questions to slow computer players that are queued.")
QUESTIONS_UNDER_WAY = Gauge("knockroll_questions_under_way", "Questions that slow computer players are working on.")
PLAYERS_READY = Gauge("knockroll_players_ready", "Searching computer players that are ready to play.")
TASK_FAILURES = Counter("knockroll_task_failures_total", "Background tasks that failed and were restarted.", "task")
REVIEWS = Counter("knockroll_reviews_total", "Reviews of finished games completed.")
REVIEWS_WAITING = Gauge("knockroll_reviews_waiting", "Reviews under way or queued.")
HINTS = Counter("knockroll_hints_total", "Hints and analyses completed.")
HINTS_WAITING = Gauge("knockroll_hints_waiting", "Hints and analyses under way or queued.")
CONNECTIONS = Gauge("knockroll_connections", "Live WebSocket and stream connections.")
ROOMS_LOADED = Gauge("knockroll_tables_loaded", "Tables in memory.")
MEMORY = Gauge("knockroll_resident_memory_bytes", "Resident memory of the server process.")


def resident_bytes() -> float:
    """Resident memory of this process; 0 if /proc is not available."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123  not a real file
            return int(file.read().split()[1]) * 4096
    except OSError:
        return 0


MEMORY.read = resident_bytes


def text() -> str:
    """All metrics, as Prometheus text."""
    return "\n".join(line for one in _ALL for line in one.lines()) + "\n"
