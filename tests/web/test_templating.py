"""Templates compiled to plainer Python say what Jinja's own code would say."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment, StrictUndefined, pass_context, pass_environment
from jinja2.compiler import CodeGenerator
from jinja2.exceptions import UndefinedError
from jinja2.runtime import Context
from markupsafe import Markup, escape

from boomtown.web.templating import PlainCode, printed

TEMPLATES = {
    "_other.html": "{% macro bold(x) %}<b>{{ x }}</b>{% endmacro %}({{ thing.name }})",
    "base.html": "{% block top %}{{ seen('thing') }}{% endblock %}|{% block rest %}{% endblock %}",
}
SOURCES = [
    "{{ thing.name }} {{ thing.count }} {{ thing.html }} {{ thing.nothing }}.",
    "{{ table.name }} {{ table['name'] }} {{ table.missing }}.",
    "{{ table.keys()|list }} {{ table.get('x', '<') }} {{ thing.method('<a>', b=2) }}",
    "{{ thing.method(*[1], **{'b': 3}) }} {{ thing.method(1, class='x') }}",
    "{{ nothing }}{% if nothing.x is defined %}a{% endif %}{{ none }} {{ true }} {{ 1.5 }}",
    "{% for one in [1, 2] %}{% set inner = one %}{{ seen('one') }}{{ seen('inner') }}{% endfor %}",
    "{% macro m(a, b='\"') %}{{ a }}{{ b }}{{ caller() if caller }}{% endmacro %}"
    "{{ m('<') }}{{ m(m(1), b=m(2)) }}{% call m(3) %}{{ thing.name }}{% endcall %}",
    "{% from '_other.html' import bold with context %}{{ bold(thing.name) }}",
    "{% import '_other.html' as other %}{{ other.bold('<') }}{% include '_other.html' %}",
    "{% extends 'base.html' %}{% block rest %}{{ super() }}{{ seen('thing') }}{% endblock %}",
    "{% set x %}<i>{{ thing.name }}</i>{% endset %}{{ x }}{{ x|upper }}{{ 'a' ~ thing.name ~ x }}",
    "{% autoescape false %}{{ thing.name }}{{ '<'.upper() }}{% endautoescape %}{{ '<'|safe }}",
    "{{ environs(1) }} {{ kind('<') }} {{ kind }} {{ cycler('a', 'b').next() }}",
    "{% set s = namespace(n=0) %}{% for a in [1, 2] %}{% set s.n = s.n + a %}{% endfor %}{{ s.n }}",
    "{% for a in things if a.name %}{{ loop.index }}{{ a.name }}{{ loop.last }}{% endfor %}",
    "{% set one = 2 %}{{ thing.wanting('one') }}",
    "{{ thing.name if thing.count > 2 else thing.other.deeper.name }}{{ range(3)|join(',') }}",
]


class Thing:
    """Something with attributes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 3
        self.html = Markup("<u>x</u>")

    def method(self, a: object, b: object = None, **more: object) -> str:
        """Something to call."""
        return f"<{a!r} {b!r} {more}>"

    @pass_context
    def wanting(self, context: Context, name: str) -> str:
        """A method that wants the context."""
        return f"<{context.get(name)!r}>"


class Kind:
    """Something that is no function, and can be called."""

    def __call__(self, x: str) -> str:
        return x

    def __str__(self) -> str:
        return "<kind>"


@pass_context
def seen(context: Context, name: str) -> str:
    """What a function that wants the context finds there."""
    return f"{context.get(name)!r}".split(" at ")[0]


@pass_environment
def environs(environment: Environment, x: int) -> str:
    return f"{type(environment).__name__} {x}"


def rendered(generator: type[CodeGenerator], source: str) -> str:
    environment = Environment(autoescape=True, loader=DictLoader(TEMPLATES))
    environment.code_generator_class = generator
    data: dict[str, Any] = {
        "thing": Thing("<Annie & 'Bill' \"x\">"),
        "things": [Thing(""), Thing("a"), Thing("b")],
        "table": {"name": "<dict>"},
        "seen": seen,
        "environs": environs,
        "kind": type(
            "Callable", (), {"__call__": lambda self, x: x, "__str__": lambda self: "<k>"}
        )(),
    }
    return environment.from_string(source).render(data)


@pytest.mark.parametrize("source", SOURCES)
def test_a_template_says_the_same(source: str) -> None:
    told: list[object] = []
    for generator in (CodeGenerator, PlainCode):
        try:
            told.append(rendered(generator, source))
        except UndefinedError as error:
            told.append(repr(error))
    assert told[0] == told[1]
    assert told[0]


def test_an_undefined_value_is_still_an_error_where_it_must_be() -> None:
    environment = Environment(undefined=StrictUndefined)
    environment.code_generator_class = PlainCode
    with pytest.raises(UndefinedError, match="gone"):
        environment.from_string("{{ thing.gone }}").render(thing=Thing(""))


@pytest.mark.parametrize(
    "value",
    ["".join(map(chr, range(1, 300))), Markup("<b>'</b>"), 12, True, None, 1.5, ["<"], Thing, ""],
)
def test_a_value_is_printed_as_it_would_be_escaped(value: object) -> None:
    assert printed(value) == escape(value)


def test_the_site_uses_it(app: Flask) -> None:
    assert app.jinja_env.code_generator_class is PlainCode
