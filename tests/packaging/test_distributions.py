"""What would be published: whole, the same every time, and readable at an index."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest
from scripts.index_page import check_address, make_page

from tests.packaging.conftest import TREE, Build, Run


@pytest.fixture(scope="module")
def sdist(build: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution of this tree."""
    return build(TREE, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as file:
        file.extractall(folder, filter="data")
    return next(folder.iterdir())


def test_an_index_would_take_both(wheel: Path, sdist: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "twine", "--no-color", "check", "--strict", str(wheel), str(sdist)],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_sdist_has_every_file_of_the_repository(unpacked: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TREE, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("this is not a git repository")
    ours = {name for name in listed.stdout.split("\0") if name and (TREE / name).exists()}
    theirs = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()}
    assert ours - theirs == set()


def test_the_wheel_built_from_the_sdist_is_the_same_to_the_byte(
    wheel: Path, unpacked: Path, build: Build, tmp_path: Path
) -> None:
    again = build(unpacked, tmp_path, "wheel")
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


def test_the_wheel_built_from_what_goes_into_the_image_is_the_same(wheel: Path, build: Build, tmp_path: Path) -> None:
    context = tmp_path / "context"
    for line in (TREE / "deploy" / "Dockerfile.dockerignore").read_text().splitlines():
        if line.startswith("!"):
            source, target = TREE / line[1:], context / line[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
    assert (context / "constraints.txt").exists()
    assert build(context, tmp_path / "built", "wheel").read_bytes() == wheel.read_bytes()


def test_the_wheel_has_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
    assert {name.split("/")[0] for name in names} == {"knockroll", f"{'-'.join(wheel.name.split('-')[:2])}.dist-info"}
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]
    source = TREE / "src"
    ours = {str(path.relative_to(source)) for path in (source / "knockroll").rglob("*") if path.is_file()}
    generated = {"knockroll/web/js/model/types.d.ts"}
    assert {name for name in ours if "__pycache__" not in name} - generated <= names
    assert not names & generated


def test_the_installed_package_has_its_rule_books_and_its_page(installed: Run) -> None:
    program = """if True:
        import knockroll
        from knockroll.engine.rulebooks import rule_book
        from knockroll.server.pages.routes import WEB
        assert all(rule_book(name) for name in knockroll.game_names())
        assert (WEB / "index.html").is_file()
        print(knockroll.__file__, WEB)
    """
    ran = installed("-c", program)
    assert ran.returncode == 0, ran.stderr
    assert str(TREE) not in ran.stdout
    assert "Thirty-One" in installed("-m", "knockroll", "games", "thirty_one").stdout


def metadata_of(wheel: Path) -> tuple[Message, str]:
    """What an index reads, and the page."""
    with zipfile.ZipFile(wheel) as file:
        text = file.read(next(name for name in file.namelist() if name.endswith("METADATA"))).decode()
    metadata = message_from_string(text)
    page = metadata.get_payload()
    assert isinstance(page, str)
    return metadata, page


def test_its_page_has_no_links_that_lead_nowhere(wheel: Path) -> None:
    metadata, page = metadata_of(wheel)
    assert "](" not in page
    assert "How it is built (`docs/architecture.md`)" in page
    assert "What is new" in page
    assert metadata["Description-Content-Type"] == "text/markdown"


def test_with_an_address_its_links_lead_to_the_files_of_this_version(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = "https://example.org/cards/knockroll"
    monkeypatch.setenv("KNOCKROLL_HOME", home)
    wheel = build(TREE, tmp_path, "wheel")
    checked = subprocess.run([sys.executable, "-m", "twine", "check", "--strict", str(wheel)], capture_output=True)
    assert checked.returncode == 0
    metadata, page = metadata_of(wheel)
    listed = dict(url.split(", ") for url in metadata.get_all("Project-URL", []))
    assert listed["Homepage"] == home
    assert listed["Changelog"] == f"{home}/blob/v{metadata['Version']}/CHANGELOG.md"
    links = re.findall(r"\]\(([^)]*)\)", page)
    assert f"{home}/raw/v{metadata['Version']}/docs/images/table.png" in links
    for link in links:
        where, _, file = link.partition(f"/v{metadata['Version']}/")
        assert where in (f"{home}/raw", f"{home}/blob")
        assert (TREE / file.partition("#")[0]).exists()


def test_an_address_has_the_form_of_one() -> None:
    assert check_address("https://example.org/knockroll/") == "https://example.org/knockroll"
    assert check_address("") == ""
    for wrong in ("knockroll", "https://example.org", "http://example.org/a b"):
        with pytest.raises(ValueError, match="the address of the repository is one like"):
            check_address(wrong)


def test_links_to_other_sites_stay() -> None:
    page = make_page("# A\n\n![x](x.png)\n\n[b](b.md#c), [d](https://e.f)\n", "# Changelog\n\n## 1\n")
    assert page.startswith("# A\n\nb (`b.md`), [d](https://e.f)\n")
    assert page.endswith("## What is new\n\n### 1\n")
