"""``boomtown admin``: tables, people, reports, parked matches, from the server's terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.markup import escape
from rich.table import Column, Table

from boomtown.cli.operator import data_option
from boomtown.cli.parts import console, json_option, print_json
from boomtown.core.seats import letter_of

if TYPE_CHECKING:  # other commands need not wait for it
    from boomtown.store.moderation import Who
    from boomtown.store.operator import Operator
    from boomtown.store.ratings import Ratings
    from boomtown.web.settings import Settings

FOREVER = 2**62
PHASES = ("open", "playing", "ended")
LIMIT = click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True)
hours_option = click.option("--hours", type=click.IntRange(1, 24 * 365), help="For good without.")
reason_option = click.option("--reason", default="", help="A note for yourself.")
address_option = click.option("--address", is_flag=True, help="WHO is an address, not a person.")


class Hands:
    """The operator's hands on a site, and its settings."""

    def __init__(self, operator: Operator, settings: Settings) -> None:
        self.operator = operator
        self.settings = settings

    def whom(self, text: str, *, address: bool) -> tuple[Who, str]:
        """A person by id or name, or an address by what is kept of it."""
        from boomtown.store.moderation import Who
        from boomtown.web.guard.budget import address_key, origin_of

        if address:
            return Who.ADDRESS, origin_of(address_key(text), self.settings.secret)
        return Who.PERSON, self.operator.person(text)


@contextmanager
def hands(data: Path) -> Iterator[Hands]:
    """Opens a site that is there; a running one hears of every change."""
    from boomtown.store.bus import Bus
    from boomtown.store.database import Database
    from boomtown.store.operator import Operator
    from boomtown.store.spool import Spool

    settings = settings_of(data)
    database = Database(settings.database)
    try:
        bus = Bus(database)
        if database.embedded:
            bus.listen(Spool(settings.data).put)
        yield Hands(Operator(database, bus), settings)
    finally:
        database.close()


def settings_of(data: Path) -> Settings:
    """The settings of a site that is there: a mistyped folder makes no new one."""
    from boomtown.web.settings import Settings

    here = not os.environ.get("BOOMTOWN_DATABASE")
    if not data.is_dir() or (here and not (data / "boomtown.db").is_file()):
        raise click.ClickException(f"{data} is no data folder of Boomtown")
    return Settings.from_environment({**os.environ, "BOOMTOWN_DATA": str(data)})


def moment(at: int | None) -> str:
    """A moment in time, in UTC."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M}" if at else "-"


def _whole(*names: str) -> Table:
    """A table whose codes can be copied: they are not cut in a narrow terminal."""
    kept = ("table", "id", "key", "match")
    return Table(*(Column(name, no_wrap=name in kept, overflow="fold") for name in names))


@click.group()
def admin() -> None:
    """Look after tables and people of a site, running or not."""


@admin.command()
@data_option
@click.option("--new", is_flag=True, help="Another one; whoever came in with the old one is out.")
def secret(data: Path, new: bool) -> None:
    """Show the secret of the admin page and of /metrics, made when it is first asked for."""
    from boomtown.web.operator.admin_key import admin_key, make_admin_key

    settings = settings_of(data)
    key = None if new else admin_key(settings.data)
    click.echo((key or make_admin_key(settings.data)).decode())


@admin.command()
@data_option
@click.option("--phase", type=click.Choice(PHASES), help="Only tables in this phase.")
@LIMIT
@json_option
def tables(data: Path, phase: str | None, limit: int, as_json: bool) -> None:
    """List the tables, the liveliest first."""
    from boomtown.store.models import Phase

    with hands(data) as site:
        found = site.operator.all_tables(Phase(phase) if phase else None, limit)
    if as_json:
        print_json([_plain(table) for table in found])
        return
    shown = _whole("table", "game", "phase", "touched (UTC)", "who", "match")
    for table in found:
        who = ", ".join(seat.name or seat.bot or "-" for seat in table.seats)
        touched = moment(table.touched)
        phase = table.phase.value
        shown.add_row(table.code, table.game, phase, touched, escape(who), table.match or "-")
    console.print(shown if found else "There is no table.")


def _plain(table: object) -> dict[str, object]:
    """A table without what lets somebody in."""
    import msgspec

    told: dict[str, object] = msgspec.to_builtins(table)
    for secret in ("invite", "seed", "token"):
        told.pop(secret, None)
    for seat in told["seats"]:  # type: ignore[attr-defined]  # a list of plain data
        seat.pop("token", None)
    return told


@admin.command()
@click.argument("code")
@data_option
@json_option
def table(code: str, data: Path, as_json: bool) -> None:
    """Show one table: who sits there, and what was said."""
    with hands(data) as site:
        found = site.operator.table(code)
        said = [line for line in site.operator.tables.chat(code) if line.kind == "said"]
    if as_json:
        print_json(_plain(found) | {"said": said})
        return
    console.print(f"{found.code}: {found.game}, {found.phase.value}, match {found.match or '-'}")
    console.print(f"made {moment(found.created)}, touched {moment(found.touched)} (UTC)")
    console.print(f"made from {found.origin or '-'} (what is kept of the address)")
    for seat in found.seats:
        who = f"{seat.name} ({seat.player})" if seat.player else seat.bot or "free"
        console.print(f"  seat {letter_of(seat.number)}: {who}", markup=False)
    for line in said:
        console.print(f"  {moment(line.at)} {line.name}: {line.text}", markup=False)


@admin.command()
@click.argument("search", default="")
@data_option
@LIMIT
@json_option
def people(search: str, data: Path, limit: int, as_json: bool) -> None:
    """List people, or those whose name or id was searched for."""
    with hands(data) as site:
        found = site.operator.known(search, limit)
        bans = {
            ban.key: "muted" if ban.mute else "banned" for ban in site.operator.moderation.bans()
        }
    if as_json:
        print_json(found)
        return
    shown = _whole("id", "name", "seats", "seen (UTC)", "made (UTC)", "")
    for one in found:
        row = (one.id, escape(one.name), str(one.tables), moment(one.seen), moment(one.created))
        shown.add_row(*row, bans.get(one.id, ""))
    console.print(shown if found else "Nobody.")


@admin.command()
@click.argument("code")
@data_option
def close(code: str, data: Path) -> None:
    """Close a table without a result; nothing is thrown away."""
    with hands(data) as site:
        site.operator.close(code)
    console.print(f"{code} is closed.")


@admin.command()
@click.argument("person")
@click.argument("name")
@data_option
def rename(person: str, name: str, data: Path) -> None:
    """Give a person another name."""
    with hands(data) as site:
        shown = site.operator.rename(site.operator.person(person), name)
    console.print(f"From now on: {shown}", markup=False)


def _shut(
    who: str, data: Path, *, address: bool, mute: bool, hours: int | None, reason: str
) -> None:
    with hands(data) as site:
        kind, key = site.whom(who, address=address)
        site.operator.moderation.ban(kind, key, mute=mute, hours=hours, reason=reason)
    until = "for good" if hours is None else f"for {hours} h"
    console.print(f"{who} is {'muted' if mute else 'banned'} {until}.", markup=False)


def _lift(who: str, data: Path, *, address: bool) -> None:
    with hands(data) as site:
        kind, key = site.whom(who, address=address)
        lifted = site.operator.moderation.lift(kind, key)
    if not lifted:
        raise click.ClickException(f"{who} is neither banned nor muted")
    console.print(f"{who} may play and speak.", markup=False)


@admin.command()
@click.argument("who")
@address_option
@hours_option
@reason_option
@data_option
def ban(who: str, address: bool, hours: int | None, reason: str, data: Path) -> None:
    """Let a person or an address look on and read, but not act."""
    _shut(who, data, address=address, mute=False, hours=hours, reason=reason)


@admin.command()
@click.argument("who")
@address_option
@hours_option
@reason_option
@data_option
def mute(who: str, address: bool, hours: int | None, reason: str, data: Path) -> None:
    """Let a person or an address play, but not speak."""
    _shut(who, data, address=address, mute=True, hours=hours, reason=reason)


@admin.command()
@click.argument("who")
@address_option
@data_option
def unban(who: str, address: bool, data: Path) -> None:
    """Lift a ban."""
    _lift(who, data, address=address)


@admin.command()
@click.argument("who")
@address_option
@data_option
def unmute(who: str, address: bool, data: Path) -> None:
    """Let somebody speak again."""
    _lift(who, data, address=address)


@admin.command()
@data_option
@json_option
def bans(data: Path, as_json: bool) -> None:
    """List who is banned or muted."""
    with hands(data) as site:
        found = site.operator.moderation.bans()
    if as_json:
        print_json(found)
        return
    shown = _whole("what", "who", "key", "until (UTC)", "reason")
    for one in found:
        what = "muted" if one.mute else "banned"
        shown.add_row(what, one.who.value, one.key, moment(one.until), escape(one.reason))
    console.print(shown if found else "Nobody is banned or muted.")


@admin.command()
@click.argument("person")
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option
def forget(person: str, yes: bool, data: Path) -> None:
    """Delete a person's data: name, words, devices. Matches stay as they were played."""
    with hands(data) as site:
        id = site.operator.person(person)
        if not yes:
            click.confirm(f"Forget {person} ({id}) for ever?", abort=True)
        site.operator.forget(id)
    console.print(f"{person} is forgotten.", markup=False)


@admin.command()
@data_option
@click.option("--settled", is_flag=True, help="Those that are settled.")
@json_option
def reports(data: Path, settled: bool, as_json: bool) -> None:
    """List what players have reported."""
    with hands(data) as site:
        found = site.operator.moderation.reports(settled=settled)
    if as_json:
        print_json(found)
        return
    for one in found:
        about = f" about {one.about_name} ({one.about})" if one.about else ""
        head = f"{one.id}: {moment(one.at)} {one.player_name} ({one.player}) at {one.table}{about}"
        console.print(f"{head}\n    {one.text}", markup=False)
    if not found:
        console.print("No report waits." if not settled else "None.")


@admin.command()
@click.argument("report", type=int)
@data_option
def settle(report: int, data: Path) -> None:
    """Note that a report was looked at."""
    with hands(data) as site:
        site.operator.settle(report)
    console.print(f"Report {report} is settled.")


@admin.command()
@data_option
@json_option
def parked(data: Path, as_json: bool) -> None:
    """List the matches that wait for you, and why."""
    with hands(data) as site:
        found = site.operator.parked.all()
    if as_json:
        print_json(found)
        return
    for one in found:
        head = f"{one.match}: {one.game} {one.version} at {one.table}, {moment(one.at)} (UTC)"
        console.print(head, markup=False)
        console.print(f"    {one.cause}: {one.problem}; {one.number} good answers", markup=False)
    if not found:
        console.print("No match is parked.")


@admin.command()
@click.argument("match")
@data_option
def park(match: str, data: Path) -> None:
    """Take a match out of play until it is released."""
    with hands(data) as site:
        site.operator.park(match)
    console.print(f"{match} is parked.")


@admin.command()
@click.argument("match")
@data_option
def release(match: str, data: Path) -> None:
    """Let a parked match be tried again."""
    with hands(data) as site:
        site.operator.release(match)
    console.print(f"{match} is released.")


@admin.command()
@click.argument("match")
@click.argument("target", required=False, type=click.Path(dir_okay=False, path_type=Path))
@data_option
def file(match: str, target: Path | None, data: Path) -> None:
    """Write a match for the author of its game, without playing it.

    The record of a match that is not over ends with its seed: whoever has it knows every secret.
    """
    with hands(data) as site:
        text = site.operator.file(match)
    if target is None:
        click.echo(text, nl=False)
    else:
        target.write_text(text, encoding="utf-8")
        console.print(f"Written to {target}", markup=False)


@admin.command()
@data_option
@click.option("--check", is_flag=True, help="Compute them all again, and compare.")
@click.option("--rebuild", is_flag=True, help="Compute them all again, and keep what comes out.")
@json_option
def ratings(data: Path, check: bool, rebuild: bool, as_json: bool) -> None:
    """Show the ratings of this site, or prove that they follow from its matches."""
    from boomtown.store.database import Database
    from boomtown.store.ratings import Ratings

    database = Database(settings_of(data).database)
    try:
        kept = Ratings(database)
        if rebuild:
            click.echo(f"{kept.rebuild()} lines have changed.")
        if check:
            found = list(kept.differences())
            for one in found:
                click.echo(f"{one.match}: {one.problem}", err=True)
            if found:
                raise click.ClickException(f"{len(found)} lines differ: --rebuild mends them")
            click.echo(f"Computed again and found equal: {kept.count()} matches.")
        if not check and not rebuild:
            _show_ratings(kept, as_json=as_json)
    finally:
        database.close()


def _show_ratings(kept: Ratings, *, as_json: bool) -> None:
    """Everybody who was ever rated, by game, the strongest first."""
    import msgspec

    from boomtown.plugins import installed_games

    rows = [row for game in installed_games() for row in kept.season(game.id, 0, FOREVER)]
    rows.sort(key=lambda row: (row.game, -row.skill.mu))
    if as_json:
        print_json(msgspec.to_builtins(rows))
        return
    shown = _whole("game", "id", "rating", "±", "matches", "last (UTC)")
    for row in rows:
        skill = row.skill
        numbers = str(skill.points), str(skill.give_or_take), str(skill.played)
        shown.add_row(row.game, row.who, *numbers, moment(row.at))
    console.print(shown if rows else "No match has counted yet.")
