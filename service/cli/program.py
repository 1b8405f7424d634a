"""The program `referee`: its commands, and how it ends."""

from __future__ import annotations

import os
import traceback

import click

from service.asking import encode
from service.build import release
from service.cli import keys, questions, reference, rulings, serving, states, telling
from service.cli.output import says_json
from service.cli.refusals import Code, Refusal

ENDINGS = """\b
Exit codes:
  0  answered: legal, valid, found
  1  answered: illegal, not valid, nothing found
  2  not asked: the command line, a file or the JSON in it cannot be read as what the command takes
  3  asked and not answered: an impossible state, an illegal setup, another rules version, too much work
  70 a mistake of the program
"""


class Referee(click.Group):
    """A group whose commands return their exit code, and whose refusals are told. Only a ruling ends with 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which they were added, which is that of a game."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> None:
        """Runs the command and ends with its code."""
        try:
            code = super().invoke(ctx)
        except Refusal as refusal:
            code = refused(ctx, refusal)
        except (KeyboardInterrupt, click.Abort):
            code = Code.INTERRUPTED
        except BrokenPipeError:
            # What was not written yet must not be tried again when the interpreter ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            code = Code.NOBODY_READS
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception:
            traceback.print_exc()
            click.echo("referee: this is a mistake of the program; please report it with the files", err=True)
            code = Code.OUR_MISTAKE
        ctx.exit(int(code))


def refused(ctx: click.Context, refusal: Refusal) -> Code:
    """Tells of a refusal: as a problem on standard output where the user wants JSON, else on standard error."""
    if says_json(ctx):
        click.echo(encode(refusal.problem()))
    else:
        for line in telling.refusal(refusal, refusal.places):
            click.echo(line, err=True)
    return refusal.code


@click.group(cls=Referee, epilog=ENDINGS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(release(), prog_name="referee")
def referee() -> None:
    """A referee for board games: what is legal, what an action does, and which clause says so.

    States and actions are JSON, as the HTTP interface has them; every answer is also there as JSON (--json).
    """


for command in (
    states.new,
    states.check,
    questions.legal,
    rulings.judge,
    questions.scores,
    questions.view,
    rulings.replay,
    reference.games,
    reference.rules,
    serving.serve,
    serving.openapi,
    keys.key,
):
    referee.add_command(command)


def main() -> None:
    """The console script."""
    referee(prog_name="referee")
