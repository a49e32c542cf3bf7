"""Templates as plainer Python than Jinja makes of them: the same output in less time.

Jinja asks at every attribute whether it might be an item, at every call whether what is called
wants the context, and wraps every value that it prints. Here the usual case stands in the code of
the template, and only the others go Jinja's way.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache, partial
from keyword import iskeyword
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from flask.templating import Environment
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

USUAL = frozenset({FunctionType, MethodType, BuiltinFunctionType, type(lru_cache(print))})
"""What can be called as it is, unless it says that it wants more."""
WANTS_MORE = "jinja_pass_arg"


def printed(value: Any) -> str:  # whatever a template prints
    """A value as it stands in HTML: what ``markupsafe.escape`` makes of it."""
    kind = type(value)
    if kind is str:
        value = value.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")
        return value.replace("'", "&#39;").replace('"', "&#34;")  # type: ignore[no-any-return]
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value)
    return escape(value)


def called(
    context: Context, what: Any, loop: dict[str, Any] | None, block: dict[str, Any] | None
) -> Callable[..., Any]:
    """What is called with nothing but the arguments that the template gives."""
    kind = type(what)
    # A method says it by its function, and takes six times as long to say no.
    if kind in USUAL and not hasattr(what.__func__ if kind is MethodType else what, WANTS_MORE):
        return what  # type: ignore[no-any-return]
    if kind is Macro:
        return partial(what, context.eval_ctx)
    return partial(context.call, what, _loop_vars=loop, _block_vars=block)


class PlainCode(CodeGenerator):
    """Writes the code of a template."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's name
        self.writeline(f"from {__name__} import called, printed")
        super().visit_Template(node, frame)

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        self.write("(found if (found := getattr((of := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing")
        self.write(f" else environment.getattr(of, {node.attr!r}))")

    @optimizeconst
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - Jinja's name
        if forward_caller or any(iskeyword(word.key) for word in node.kwargs):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write("called(context, ")
        self.visit(node.node, frame)
        self.write(", _loop_vars" if frame.loop_frame else ", None")
        self.write(", _block_vars" if frame.block_frame else ", None")
        self.write(")(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        for stars, rest in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if rest is not None:
                self.write(stars)
                self.visit(rest, frame)
                self.write(", ")
        self.write(")")

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("printed(")
        else:
            super()._output_child_pre(node, frame, finalize)


class Templates(Environment):
    """The templates of the site, games' own among them.

    To compile one takes long, and happens when somebody first needs it: often in the middle of a
    game's code, whose time it must not cost.
    """

    code_generator_class = PlainCode
    uncounted: Callable[[], AbstractContextManager[None]] = staticmethod(nullcontext)

    def compile(self, *args: Any, **more: Any) -> Any:  # as Jinja has it
        with self.uncounted():
            return super().compile(*args, **more)
