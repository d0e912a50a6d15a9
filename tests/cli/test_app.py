from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import conjunct

Run = Callable[..., Result]
COMMANDS = (
    *("learn", "predict", "explain", "export", "report", "apply"),
    *("evaluate", "describe", "diff", "drift", "bands", "stability"),
    "reproduce",
)
HEAVY = ("numba", "sklearn", "scipy", "pandas", "narwhals", "numpy", "joblib")


def test_the_version_is_printed(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"conjunct {conjunct.__version__}\n")


def test_help_lists_the_commands_with_examples(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    for command in COMMANDS:
        assert f"\n  {command} " in result.stdout
    assert "Examples:\n    conjunct learn  " in result.stdout
    assert "--install-completion" in result.stdout


def test_help_lists_the_commands_by_what_they_are_for(run: Run) -> None:
    groups = run("--help").stdout.split("customize the installation.")[1].split("\n\n")
    listed = {
        group.splitlines()[0]: [line.split()[0] for line in group.splitlines()[1:]]
        for group in groups[1:4]
    }
    assert listed == {
        "Learn and use:": ["learn", "predict", "explain", "export", "report", "edit", "apply"],
        "Check and watch:": ["evaluate", "describe", "diff", "drift", "bands", "stability"],
        "Studies:": ["reproduce", "meta-learn"],
    }


def test_without_a_command_the_help_is_printed(run: Run) -> None:
    assert run().stdout == run("--help").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_has_examples_of_it_and_json(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    examples = result.stdout.split("Examples:\n")[1].splitlines()
    assert all(line.startswith(f"    conjunct {command}") for line in examples)
    assert "--json" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explainn"], "Did you mean 'explain'?"),
        (["learn", "--search", "deep"], "'deep' is not one of"),
        (["learn", "--kind", "zip=text"], "'zip=text' is not NAME=numeric, NAME=nominal"),
        (["learn", "--max-rules", "-1"], "--max-rules"),
        (["learn", "--kind", "price=1.234.5"], "'price=1.234.5' is not NAME=numeric"),
        (["learn", "--dates", "years"], "'years' is not"),
        (["learn", "--dates", "days"], "name the TABLE"),
        (["learn", "--target", "x"], "name the TABLE"),
        (["learn", "--encoding", "utf-8"], "name the TABLE"),
        (["learn", "t.csv", "--delimiter", "::"], "'::' is not one character"),
        (["predict", "m.json", "t.csv", "--delimiter", ""], "'' is not one character"),
        (["evaluate", "--learner", "layered", "--search", "greedy,deep"], "'deep' is not a search"),
        (
            ["evaluate", "--learner", "layered", "--search", "greedy,greedy"],
            "'greedy' is listed twice",
        ),
        (["evaluate", "--cv", "1"], "--cv"),
        (["explain", "model.json", "table.csv"], "--row"),
    ],
)
def test_a_wrong_call_exits_with_2(run: Run, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_help_starts_without_the_heavy_packages() -> None:
    code = (
        "import sys\n"
        "from conjunct.cli.app import main\n"
        "sys.argv = ['conjunct', '--help']\n"
        "try: main()\n"
        "finally: print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert "typer" in loaded
    assert not set(HEAVY) & set(loaded)


def test_characters_that_the_output_cannot_show_are_escaped(model: Path) -> None:
    arguments = ["explain", str(model), str(model.with_suffix(".csv")), "--row", "1"]
    done = subprocess.run(
        [sys.executable, "-c", "from conjunct.cli.app import main; main()", *arguments],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert rb"if income \u2264 20 then bad" in done.stdout
