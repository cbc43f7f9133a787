"""Type checkers of those who use the package see its types, in the wheel and not only here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.packaging.conftest import TREE, Run

SCRIPT = Path(__file__).with_name("users_script.py")
CHECKERS = {
    "mypy": (f"--config-file={SCRIPT.with_name('users_mypy.ini')}", f"--cache-dir={TREE / '.mypy_cache' / 'users'}"),
    "pyright": ("--warnings",),
}
MISTAKES = """
import knockroll

table = knockroll.Table("tonk", seats="three")
moves: int = table.legal()
knockroll.Tabel
"""


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_finds_a_users_mistakes_and_nothing_else(checker: str, installed: Run, tmp_path: Path) -> None:
    script, mistakes = tmp_path / "script.py", tmp_path / "mistakes.py"
    script.write_text(SCRIPT.read_text())
    mistakes.write_text(MISTAKES)
    ran = installed("-m", checker, *CHECKERS[checker], str(script), str(mistakes))
    assert ran.returncode == 1, ran.stderr
    assert set(re.findall(r"(\w+\.py):(\d+):.* error:", ran.stdout)) == {
        ("mistakes.py", "4"),
        ("mistakes.py", "5"),
        ("mistakes.py", "6"),
    }, ran.stdout


def test_the_script_runs(installed: Run) -> None:
    ran = installed(str(SCRIPT))
    assert ran.returncode == 0, ran.stderr
    assert "(12, 41, 17, 18) 450" in ran.stdout
