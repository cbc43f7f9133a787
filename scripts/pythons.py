"""The interpreted tests on the other Pythons that the package is for, as far as this machine has them.

``make pythons`` installs the package with the newest versions of what it needs, as a user would get them. It runs the
tests of engine, games and players that compile nothing, and says which Pythons are not here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TREE = Path(__file__).parents[1]
OURS = f"{sys.version_info.major}.{sys.version_info.minor}"
OTHERS = sorted({*re.findall(r"Python :: (3\.\d+)", (TREE / "pyproject.toml").read_text())} - {OURS})
"""The versions that the classifiers name, but for this one."""
TESTS = ("tests/engine", "tests/games", "tests/players")


def interpreter(version: str) -> str | None:
    """Return the path of a Python of this version: one on the path, or one that pyenv keeps."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [shutil.which(f"python{version}"), *sorted(kept.glob(f"{version}.*/bin/python"))]
    for candidate in candidates:
        if candidate is not None and run(candidate, "-c", "import venv").returncode == 0:
            return str(candidate)
    return None


def run(*command: str | Path, shown: bool = False, cwd: str | Path = "/") -> subprocess.CompletedProcess[str]:
    """Run a program without the settings of this Python; what it prints is kept, or shown."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    return subprocess.run(command, capture_output=not shown, text=True, timeout=1800, env=clean, cwd=cwd)  # noqa: S603


def passes_on(version: str) -> bool | None:
    """Run the tests on a Python of this version; return whether they passed, None if there is none."""
    found = interpreter(version)
    if found is None:
        print(f"Python {version}: not here", flush=True)
        return None
    with tempfile.TemporaryDirectory(prefix="knockroll-python-") as folder:
        python = Path(folder) / "bin" / "python"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        for command in ([found, "-m", "venv", folder], [*install, f"{TREE}[server,testing]", "pytest-timeout"]):
            if (made := run(*command)).returncode != 0:
                sys.exit(f"Python {version} cannot be set up: {made.stderr}")
        print(f"Python {version}:", flush=True)
        chosen = ["-p", "no:cacheprovider", "-m", "not compiles and not integration", *TESTS]
        return run(python, "-m", "pytest", *chosen, shown=True, cwd=TREE).returncode == 0


if __name__ == "__main__":
    sys.exit(False in [passes_on(version) for version in OTHERS])
