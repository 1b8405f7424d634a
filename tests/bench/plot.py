"""The picture of the report: processor time beside the echo's, and memory over many requests."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib

from tests.bench.http_report import Figure
from tests.bench.memory import Sample

matplotlib.use("svg")

from matplotlib import pyplot
from matplotlib.axes import Axes

COLOURS = ("#33658a", "#86bbd8", "#2f4858", "#f6ae2d", "#f26419")


def draw(figures: Sequence[Figure], samples: Sequence[Sample], path: Path) -> None:
    """Writes an SVG that is the same for the same figures."""
    # Without these the file would have the date in it, and names drawn by lot.
    matplotlib.rcParams["svg.hashsalt"] = "referee"
    matplotlib.rcParams["font.size"] = 9
    whole, (left, right) = pyplot.subplots(1, 2, figsize=(13, 7), width_ratios=(2.2, 1), layout="constrained")
    _ratios(left, figures)
    _memory(right, samples)
    whole.savefig(path, metadata={"Date": None})
    pyplot.close(whole)


def _ratios(axes: Axes, figures: Sequence[Figure]) -> None:
    # Those with a goal first, as most readers come for them.
    kinds = list(dict.fromkeys(figure.kind for figure in sorted(figures, key=lambda figure: figure.goal is None)))
    series = list(dict.fromkeys((figure.game, figure.setting) for figure in figures))
    height = 0.8 / max(1, len(series))
    for number, (name, setting) in enumerate(series):
        own = [figure for figure in figures if (figure.game, figure.setting) == (name, setting)]
        places = [kinds.index(figure.kind) + number * height for figure in own]
        colour = COLOURS[number % len(COLOURS)]
        axes.barh(places, [figure.ratio for figure in own], height, color=colour, label=f"{name}, {setting}")
    for kind in kinds:
        goal = next(figure.goal for figure in figures if figure.kind == kind)
        if goal is not None:
            middle = kinds.index(kind)
            axes.vlines(goal, middle - height / 2, middle + 0.8 - height / 2, colors="black", linewidth=2)
    axes.set_yticks([number + 0.4 - height / 2 for number in range(len(kinds))], kinds)
    axes.invert_yaxis()
    axes.axvline(1, color="grey", linewidth=1, linestyle=":")
    axes.set_xlabel("processor time of a request, as a multiple of a bare Flask echo's (black: goal)")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.09), ncols=2)


def _memory(axes: Axes, samples: Sequence[Sample]) -> None:
    axes.plot([count for count, _ in samples], [size / 2**20 for _, size in samples], color=COLOURS[0])
    axes.set_ylim(bottom=0)
    axes.set_xlabel("requests answered, every state unseen")
    axes.set_ylabel("memory of one worker, MiB")
